import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { NotificationSettings } from '@kundig/contract/notifications/notifications.contract'
import { backdateStoredTimes } from '@kundig/testing/database/moved-clock'
import { type ReceivedMail, type SmtpInbox, startSmtpInbox } from '@kundig/testing/people/smtp-inbox'
import type { Person } from '@kundig/testing/people/test-client'
import { createTestApp, type TestApp } from '@kundig/testing/server/test-app'

import { findFreePort } from '../../../src/platform/http/free-port.ts'

let app: TestApp
let inbox: SmtpInbox
let ann: Person
let bob: Person
beforeEach(async () => {
  const smtpPort = await findFreePort()
  inbox = await startSmtpInbox(smtpPort)
  app = await createTestApp({
    notifyEveryMs: 200,
    mail: { smtpUrl: `smtp://127.0.0.1:${smtpPort}`, from: undefined, localPage: true },
  })
  ;[ann, bob] = await Promise.all([app.profiled(), app.profiled()])
  await app.sql('UPDATE "user" SET email_verified = true')
})
afterEach(async () => {
  await app.close()
  await inbox.close()
})

const textOf = (mail: ReceivedMail | undefined): string => mail?.parts.get('text/plain') ?? ''
const change = (person: Person, body: object) =>
  app.must<NotificationSettings>(person, 'PATCH', '/api/notifications/settings', body)

describe('the unsubscribe link of a kind of mail', () => {
  const mailed = async () => {
    await app.request(ann, bob)
    const planned = () => app.sql(`SELECT id FROM notification_deliveries WHERE channel = 'mail'`)
    await expect.poll(planned).toHaveLength(1)
    await backdateStoredTimes(app.sql, 1)
    await expect.poll(() => inbox.received.length, { timeout: 10_000 }).toBe(1)
    const [mail] = inbox.received
    expect(mail?.to).toEqual([bob.email])
    const url = /^<(.+)>$/u.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
    expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(textOf(mail)).toContain(url)
    return url.replace(/^http:\/\/localhost/u, 'http://127.0.0.1')
  }
  const mailSwitches = async () =>
    (await app.must<NotificationSettings>(bob, 'GET', '/api/notifications/settings')).mail

  it('works in one click for mail programs, without a session, for its own kind of mail only (RFC 8058)', async () => {
    const url = await mailed()
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(answer.status).toBe(200)
    expect(await mailSwitches()).toEqual({
      messages: true,
      requests: false,
      answers: true,
      chats: true,
      appointments: true,
      payments: true,
      selling: true,
    })
  })

  it('asks for confirmation in the reader’s language', async () => {
    await change(bob, { language: 'nl' })
    const url = await mailed()
    const page = await fetch(url)
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain('<html lang="nl">')
    expect(html).toContain('Wil je geen mail meer over nieuwe vragen?')
    expect(html).toContain('method="post"')
    expect((await mailSwitches()).requests).toBe(true)
    const posted = await fetch(url, { method: 'POST', headers: { origin: app.url.replace('127.0.0.1', 'localhost') } })
    expect(await posted.text()).toContain('Je krijgt geen mail meer over nieuwe vragen.')
    expect((await mailSwitches()).requests).toBe(false)
  })

  it('has no effect if the link is forged', async () => {
    const url = new URL(await mailed())
    const forged = (forge: (query: URLSearchParams) => void): string => {
      const other = new URL(url)
      forge(other.searchParams)
      return other.href
    }
    for (const address of [
      forged((query) => query.set('user', ann.id)),
      forged((query) => query.set('topics', 'messages')),
      forged((query) => query.set('topics', 'requests.messages')),
      forged((query) => query.set('key', 'x'.repeat(43))),
      forged((query) => query.delete('key')),
      forged((query) => query.set('user', 'unknown')),
    ]) {
      for (const method of ['GET', 'POST']) expect((await fetch(address, { method })).status).toBe(404)
    }
    expect(await app.sql(`SELECT user_id FROM notification_settings WHERE mail_off <> '{}'`)).toEqual([])
  })
})
