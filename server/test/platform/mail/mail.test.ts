import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type SmtpInbox, startSmtpInbox } from '@kundig/testing/people/smtp-inbox'
import { createClient } from '@kundig/testing/people/test-client'
import { startChild } from '@kundig/testing/server/child-server'
import { createTestApp, TEST_SECRET, type TestApp } from '@kundig/testing/server/test-app'

import { readEnv } from '../../../src/env.ts'
import { findFreePort } from '../../../src/platform/http/free-port.ts'
import { createSmtpTransport } from '../../../src/platform/mail/smtp-transport.ts'

const FROM = 'Kundig <no-reply@kundig.example>'
const SENDER = { name: 'Kundig', address: 'no-reply@kundig.example' }

let app: TestApp
let inbox: SmtpInbox | undefined
let smtpPort: number
beforeEach(async () => {
  smtpPort = await findFreePort()
  app = await createTestApp({ mail: { smtpUrl: `smtp://127.0.0.1:${smtpPort}`, from: FROM, localPage: true } })
})
afterEach(async () => {
  await app.close()
  await inbox?.close()
  inbox = undefined
})

const newEmail = (): string => `${randomUUID()}@example.com`
const askForReset = (email: string, headers: Record<string, string> = {}) =>
  app.api<unknown>(null, 'POST', '/api/password-reset', { email }, headers)

const mailJobs = () =>
  app.sql<{ state: string; retry_count: number; wait: number }>(
    `SELECT state::text, retry_count, extract(epoch FROM start_after - now())::float AS wait
     FROM jobs.job WHERE name = 'mail' ORDER BY created_on`,
  )
const letTimePass = () => app.sql(`UPDATE jobs.job SET start_after = now() WHERE state = 'retry'`)
const untilTriedInVain = () =>
  expect.poll(async () => (await mailJobs()).map(({ state }) => state), { timeout: 10_000 }).toEqual(['retry'])

describe('a mail over SMTP', () => {
  it.each([
    ['en', 'Reset your Kundig password', 'Choose a new password', /within|for one hour/u],
    ['nl', 'Stel een nieuw wachtwoord in voor Kundig', 'Kies een nieuw wachtwoord', /een uur geldig/u],
  ])('has text and HTML parts, in the language of its requester: %s', async (language, subject, heading, terms) => {
    inbox = await startSmtpInbox(smtpPort)
    const { email } = await app.signUp()
    await expect.poll(() => inbox?.received.length).toBe(1)
    expect((await askForReset(email, { 'x-kundig-locale': language })).status).toBe(200)
    await expect.poll(() => inbox?.received.length).toBe(2)

    const mail = inbox.received[1]
    expect(mail).toMatchObject({ from: 'no-reply@kundig.example', to: [email] })
    expect(mail?.headers.get('from')).toBe(FROM)
    expect(mail?.headers.get('subject')).toBe(subject)
    expect(mail?.headers.get('content-language')).toBe(language)
    expect(mail?.headers.get('content-type')).toContain('multipart/alternative')
    const link = `http://localhost:${new URL(app.url).port}/reset-password?oobCode=`
    for (const type of ['text/plain', 'text/html']) {
      const body = mail?.parts.get(type)
      expect(body).toContain(heading)
      expect(body).toContain(email)
      expect(body).toContain(link)
      expect(body).toMatch(terms)
    }
    expect(mail?.parts.get('text/plain')).not.toMatch(/<[a-z]/u)
    expect(mail?.parts.get('text/html')).toContain(`<html lang="${language}">`)
    // The mail loads nothing: it looks the same without images, and has no tracking.
    expect(mail?.parts.get('text/html')).not.toMatch(/<img|<link|src=|url\(/u)
  })

  it('a mail asks a new person to confirm the address, in the language of the browser', async () => {
    inbox = await startSmtpInbox(smtpPort)
    const email = newEmail()
    const body = { email, password: 'Correct-Horse-7-Battery', name: '' }
    const answer = await app.api(null, 'POST', '/api/auth/sign-up/email', body, { 'accept-language': 'nl-BE,en;q=0.5' })
    expect(answer.status).toBe(200)
    await expect.poll(() => inbox?.received.length).toBe(1)
    expect(inbox.received[0]?.to).toEqual([email])
    expect(inbox.received[0]?.parts.get('text/plain')).toContain('Bevestig je e-mailadres')
  })

  it('a mail never contains a link from a forged Host header', async () => {
    inbox = await startSmtpInbox(smtpPort)
    const { email } = await app.signUp()
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
      'content-type': 'application/json',
    }
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(`${app.url}/api/password-reset`, { method: 'POST', headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode))
      })
      request.once('error', reject)
      request.end(JSON.stringify({ email }))
    })
    expect(status).toBe(200)
    await expect.poll(() => inbox?.received.length).toBe(2)
    for (const { parts, headers: sent } of inbox.received) {
      expect(JSON.stringify([...parts, ...sent])).not.toContain('evil')
      expect(parts.get('text/plain')).toContain(`http://localhost:${new URL(app.url).port}/`)
    }
  })
})

describe('a mail server that is down', () => {
  it(
    'a failing mail server blocks no requests: the mail is retried, and sent once after its return',
    { tags: 'slow' },
    async () => {
      const { email } = await app.signUp()
      await untilTriedInVain()
      const [job] = await mailJobs()
      expect(job?.wait).toBeGreaterThan(10)
      expect(job?.wait).toBeLessThan(180)

      inbox = await startSmtpInbox(smtpPort)
      await letTimePass()
      await expect.poll(() => inbox?.received.length, { timeout: 10_000 }).toBe(1)
      await letTimePass()
      await sleep(3000)
      expect(inbox.received.map(({ to }) => to)).toEqual([[email]])
      expect(await mailJobs()).toEqual([])
    },
  )

  it('pending mails survive a restart of this server while the mail server is down', { tags: 'slow' }, async () => {
    const { email } = await app.signUp()
    await untilTriedInVain()
    inbox = await startSmtpInbox(smtpPort)
    await app.restart()
    await letTimePass()
    await expect.poll(() => inbox?.received.map(({ to }) => to), { timeout: 10_000 }).toEqual([[email]])
  })

  it('a mail whose link expired while the mail server was down is not sent', { tags: 'slow' }, async () => {
    await app.signUp()
    await untilTriedInVain()
    await app.sql(
      `UPDATE jobs.job SET data = jsonb_set(data::jsonb, '{usefulUntil}', '"2020-01-01T00:00:00.000Z"') WHERE name = 'mail'`,
    )
    inbox = await startSmtpInbox(smtpPort)
    await letTimePass()
    await expect.poll(mailJobs, { timeout: 10_000 }).toEqual([])
    expect(inbox.received).toEqual([])
  })
})

describe('a mailed code', () => {
  it('a mailed code is removed from the job queue once the mail is delivered', async () => {
    inbox = await startSmtpInbox(smtpPort)
    const { email } = await app.signUp()
    await askForReset(email)
    await expect.poll(() => inbox?.received.length).toBe(2)
    const codes = inbox.received.map(({ parts }) =>
      /\?(?:oobCode|code)=([\w-]{43})/u.exec(parts.get('text/plain') ?? ''),
    )
    for (const code of codes) expect(code?.[1]).toHaveLength(43)
    await expect.poll(mailJobs).toEqual([])
    const tables = await app.sql<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'jobs' AND table_type = 'BASE TABLE'`,
    )
    expect(tables.length).toBeGreaterThan(3)
    for (const { name } of tables) {
      const rows = await app.sql<{ row: string }>(`SELECT t::text AS row FROM jobs."${name}" t`)
      for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code?.[1])
    }
  })

  it('a code in an undeliverable mail is removed some minutes after the last attempt', async () => {
    await app.signUp()
    await untilTriedInVain()
    await app.sql(
      `UPDATE jobs.job SET state = 'failed', completed_on = now() - interval '2 minutes' WHERE name = 'mail'`,
    )
    await app.sql('UPDATE jobs.queue SET maintain_on = NULL, monitor_on = NULL')
    await app.restart()
    await expect.poll(mailJobs).toEqual([])
  })
})

describe('kill -9 of the server', { tags: 'slow' }, () => {
  it('a mail whose delivery was killed is sent by the next server under the same id', { timeout: 60_000 }, async () => {
    inbox = await startSmtpInbox(smtpPort, { answers: false })
    const port = await findFreePort()
    const server = startChild('@kundig/testing/server/server-process', {
      DATABASE_URL: app.databaseUrl,
      PORT: String(port),
      AUTH_SECRET: TEST_SECRET,
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: FROM,
      LOG_LEVEL: 'error',
    })
    await server.printed('ready')
    await app.stop()
    const { email } = await createClient(`http://127.0.0.1:${port}`).signUp()
    await expect.poll(() => inbox?.received.length).toBe(1)
    const first = inbox.received[0]?.headers.get('message-id')
    server.signal('SIGKILL')
    await server.ended
    expect((await mailJobs()).map(({ state }) => state)).toEqual(['active'])
    await inbox.close()

    // Simulates a job that has exceeded its maximum duration, and makes the queue's check due.
    await app.sql(`UPDATE jobs.job SET started_on = started_on - interval '1 hour' WHERE state = 'active'`)
    await app.sql('UPDATE jobs.queue SET monitor_claim_on = NULL, monitor_on = NULL')
    inbox = await startSmtpInbox(smtpPort)
    await app.restart()
    await letTimePass()
    await expect.poll(() => inbox?.received.length).toBe(1)
    expect(inbox.received[0]?.to).toEqual([email])
    expect(first).toMatch(/^<.+@kundig\.example>$/u)
    expect(inbox.received[0]?.headers.get('message-id')).toBe(first)
    await expect.poll(mailJobs).toEqual([])
  })
})

describe('a mail server outside our own network', () => {
  it('gets no mail without TLS, even if SMTP_URL disables TLS', async () => {
    inbox = await startSmtpInbox(smtpPort)
    const mail = { to: newEmail(), subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', language: 'en' } as const
    // The test uses a local address, because only the local mail server lacks TLS.
    const used = readEnv({ SMTP_URL: `smtp://mail.example:${smtpPort}?ignoreTLS=true` }).smtpUrl ?? ''
    const strict = createSmtpTransport({ url: used.replace('mail.example', '127.0.0.1'), sender: () => SENDER })
    await expect(strict.deliver(mail, 'strict')).rejects.toThrow('TLS')
    expect(inbox.received).toEqual([])

    const local = createSmtpTransport({ url: `smtp://127.0.0.1:${smtpPort}`, sender: () => SENDER })
    await local.deliver(mail, 'local')
    expect(inbox.received).toHaveLength(1)
  })
})

describe('the page of stored mails', () => {
  it('does not exist when a mail server is set', async () => {
    expect((await app.api(null, 'GET', '/dev/mail')).status).toBe(404)
  })
})
