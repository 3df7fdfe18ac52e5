import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { NotificationSettings } from '@kundig/contract/notifications/notifications.contract'
import { backdateStoredTimes } from '@kundig/testing/database/moved-clock'
import { openSql } from '@kundig/testing/database/test-database'
import { type ReceivedMail, type SmtpInbox, startSmtpInbox } from '@kundig/testing/people/smtp-inbox'
import type { Person } from '@kundig/testing/people/test-client'
import { startChild } from '@kundig/testing/server/child-server'
import { createTestApp, TEST_SECRET, type TestApp } from '@kundig/testing/server/test-app'

import { startApp } from '../../../src/app.ts'
import { findFreePort } from '../../../src/platform/http/free-port.ts'

const FROM = 'Kundig <no-reply@kundig.example>'

let app: TestApp
let inbox: SmtpInbox
let smtpPort: number
let ann: Person
let bob: Person
beforeEach(async () => {
  smtpPort = await findFreePort()
  inbox = await startSmtpInbox(smtpPort)
  // The lock timeout is long, because waiting calls must outlast other calls on a busy machine.
  app = await createTestApp({
    databaseLockTimeoutMs: 14_000,
    notifyEveryMs: 200,
    mail: { smtpUrl: `smtp://127.0.0.1:${smtpPort}`, from: FROM, localPage: true },
  })
  ann = await app.profiled({ full_name: 'Ann Arbor' })
  bob = await app.profiled({ full_name: 'Bob Bakker' })
  await app.sql('UPDATE "user" SET email_verified = true')
})
afterEach(() => app.close().then(() => inbox.close()))

const mailsTo = ({ email }: Person): ReceivedMail[] => inbox.received.filter(({ to }) => to.includes(email))
const textOf = (mail: ReceivedMail | undefined): string => mail?.parts.get('text/plain') ?? ''
const untilMailed = (person: Person, count = 1) =>
  expect.poll(() => mailsTo(person).length, { timeout: 10_000 }).toBe(count)
const change = (person: Person, body: object) =>
  app.must<NotificationSettings>(person, 'PATCH', '/api/notifications/settings', body)
const outcomesOf = async ({ id }: Person) =>
  (
    await app.sql<{ outcome: string | null }>(
      `SELECT outcome FROM notification_deliveries WHERE user_id = $1 AND channel = 'mail' ORDER BY id`,
      [id],
    )
  ).map(({ outcome }) => outcome)
const untilEnded = (person: Person, outcomes: (string | null)[]) =>
  expect.poll(() => outcomesOf(person), { timeout: 10_000 }).toEqual(outcomes)
const untilPlanned = (person: Person) =>
  expect.poll(async () => (await outcomesOf(person)).length, { timeout: 10_000 }).toBeGreaterThan(0)
const requested = async () => {
  const request = await app.request(ann, bob)
  await untilPlanned(bob)
  return request
}

describe('a mail about an event', () => {
  it.each([
    ['en', 'Ann Arbor wants to talk to you', 'Email settings'],
    ['nl', 'Ann Arbor wil met je praten', 'Mailinstellingen'],
  ])(
    'names the event and person in the reader’s language (%s), and quotes the question',
    async (language, subject, link) => {
      await change(bob, { language })
      await app.request(ann, bob, 'This is what I wrote to you')
      await untilPlanned(bob)
      expect(mailsTo(bob)).toEqual([])
      await backdateStoredTimes(app.sql, 1)
      await untilMailed(bob)
      const [mail] = mailsTo(bob)
      expect(mail?.headers.get('subject')).toBe(subject)
      expect(mail?.headers.get('content-language')).toBe(language)
      for (const type of ['text/plain', 'text/html']) {
        const body = mail?.parts.get(type)
        expect(body).toContain(subject)
        expect(body).toContain(link)
        expect(body).toContain('/account/notifications')
        expect(body).toContain('This is what I wrote to you')
      }
      expect(textOf(mail)).toContain('/dashboard?tab=requests')
      await untilEnded(bob, ['sent'])
    },
  )

  it('arrives once, within a minute', async () => {
    await requested()
    const [{ wait } = { wait: 0 }] = await app.sql<{ wait: number }>(
      `SELECT extract(epoch FROM due_at - now())::float AS wait FROM notification_deliveries WHERE channel = 'mail'`,
    )
    expect(wait).toBeGreaterThan(10)
    expect(wait).toBeLessThan(50)
    await backdateStoredTimes(app.sql, 1)
    await untilMailed(bob)
    await backdateStoredTimes(app.sql, 60)
    await app.restart()
    await untilEnded(bob, ['sent'])
    expect(mailsTo(bob)).toHaveLength(1)
  })

  it('is not sent if the event was seen or read earlier', async () => {
    await requested()
    const { items } = await app.must<{ items: { id: string }[] }>(bob, 'GET', '/api/notifications')
    await app.must(bob, 'POST', '/api/notifications/seen', { ids: items.map(({ id }) => id) })
    await backdateStoredTimes(app.sql, 1)
    await untilEnded(bob, ['seen'])
    expect(mailsTo(bob)).toEqual([])
  })

  it('is not sent about a withdrawn request', async () => {
    const { id } = await requested()
    await app.must(ann, 'POST', `/api/connection-requests/${id}/withdraw`)
    await backdateStoredTimes(app.sql, 1)
    await untilEnded(bob, ['seen'])
    expect(mailsTo(bob)).toEqual([])
  })

  it('is not sent to an unconfirmed address', async () => {
    await app.sql('UPDATE "user" SET email_verified = false')
    await requested()
    await backdateStoredTimes(app.sql, 1)
    await untilEnded(bob, ['unconfirmed'])
    expect(mailsTo(bob)).toEqual([])
  })

  it('is not sent if the person switched that kind of mail off', async () => {
    await change(bob, { mail: { requests: false } })
    await requested()
    await backdateStoredTimes(app.sql, 1)
    await untilEnded(bob, ['switched_off'])
    expect(mailsTo(bob)).toEqual([])
  })

  it('is not sent about a muted room', async () => {
    const { id } = await app.room(bob, ann)
    await app.must(bob, 'POST', '/api/notifications/muted-rooms', { room_id: id, time: '1h' })
    await app.must(ann, 'POST', `/api/chat-rooms/${id}/close`)
    await expect.poll(async () => (await outcomesOf(bob)).length).toBe(2)
    await backdateStoredTimes(app.sql, 1)
    await untilEnded(bob, ['switched_off', 'switched_off'])
    expect(mailsTo(bob)).toEqual([])
  })
})

describe('two servers', () => {
  it('mail each event once, whichever server is first', { tags: 'slow' }, async () => {
    const other = await startApp({ ...app.settings, port: await findFreePort() })
    try {
      const senders = await Promise.all(
        Array.from({ length: 25 }, (_, nth) => app.profiled({ full_name: `Sender ${'x'.repeat(nth + 1)}` })),
      )
      await Promise.all(senders.map((sender) => app.request(sender, bob)))
      await expect.poll(async () => (await outcomesOf(bob)).length, { timeout: 15_000 }).toBe(25)
      await backdateStoredTimes(app.sql, 1)
      await expect
        .poll(async () => (await outcomesOf(bob)).filter((one) => one === 'sent').length, { timeout: 20_000 })
        .toBe(25)
      const ids = mailsTo(bob).map(({ headers }) => headers.get('message-id'))
      expect(ids).toHaveLength(25)
      expect(new Set(ids).size).toBe(25)
    } finally {
      await other.close()
    }
  })
})

describe('mails about one room', () => {
  it('belong to one mail thread', async () => {
    const { id } = await app.room(bob, ann)
    await app.must(ann, 'POST', `/api/chat-rooms/${id}/close`)
    await expect.poll(async () => (await outcomesOf(bob)).length).toBe(2)
    await backdateStoredTimes(app.sql, 1)
    await untilMailed(bob, 2)
    const threads = mailsTo(bob).map(({ headers }) => [headers.get('references'), headers.get('in-reply-to')])
    expect(threads).toEqual([
      [`<room.${id}@kundig.example>`, `<room.${id}@kundig.example>`],
      [`<room.${id}@kundig.example>`, `<room.${id}@kundig.example>`],
    ])
    const ids = mailsTo(bob).map(({ headers }) => headers.get('message-id'))
    expect(new Set(ids).size).toBe(2)
  })
})

describe('an address that rejects mail', () => {
  it.each([
    ['550 5.1.1 No such mailbox here', ['bounced'], 'bounced'],
    ['552 5.2.2 The mailbox is full', [null], 'on'],
    ['550 5.7.1 We do not like your address', [null], 'on'],
    ['450 4.2.1 Try again later', [null], 'on'],
  ])('is treated according to its response "%s"', async (refusal, outcomes, state) => {
    await inbox.close()
    inbox = await startSmtpInbox(smtpPort, { answers: true, refuses: (to) => (to === bob.email ? refusal : null) })
    await requested()
    await backdateStoredTimes(app.sql, 1)
    await expect
      .poll(() =>
        app.sql('SELECT id FROM notification_deliveries WHERE user_id = $1 AND tries > 0 AND claimed_until IS NULL', [
          bob.id,
        ]),
      )
      .toHaveLength(2)
    await untilEnded(bob, outcomes)
    const settings = await app.must<NotificationSettings>(bob, 'GET', '/api/notifications/settings')
    expect(settings.mail_state).toBe(state)
  })

  it('receives no mails until its owner switches mail on again or changes the address', async () => {
    await inbox.close()
    inbox = await startSmtpInbox(smtpPort, { answers: true, refuses: () => '550 5.1.1 No such mailbox' })
    await requested()
    await backdateStoredTimes(app.sql, 1)
    await untilEnded(bob, ['bounced'])
    await inbox.close()
    inbox = await startSmtpInbox(smtpPort)
    await app.request(await app.profiled(), bob)
    await expect.poll(async () => (await outcomesOf(bob)).length).toBe(2)
    await backdateStoredTimes(app.sql, 1)
    await untilEnded(bob, ['bounced', 'bounced'])
    expect(mailsTo(bob)).toEqual([])

    expect((await change(bob, { mail: { requests: true } })).mail_state).toBe('on')
    await app.request(await app.profiled({ full_name: 'Cas Claes' }), bob)
    await expect.poll(async () => (await outcomesOf(bob)).length).toBe(3)
    await backdateStoredTimes(app.sql, 1)
    await untilMailed(bob)
    expect(mailsTo(bob)[0]?.headers.get('subject')).toBe('Cas Claes wants to talk to you')
  })
})

describe('a mail server that is down', () => {
  it('delays mails: each is retried after growing pauses, under the same id, and given up after days', async () => {
    await inbox.close()
    await requested()
    await backdateStoredTimes(app.sql, 1)
    const waits = async (tries: number) => {
      const tried = () =>
        app.sql<{ tries: number; wait: number; free: boolean }>(
          `SELECT tries, extract(epoch FROM due_at - now())::float AS wait, claimed_until IS NULL AS free
           FROM notification_deliveries WHERE user_id = $1 AND channel = 'mail'`,
          [bob.id],
        )
      await expect.poll(async () => (await tried())[0], { timeout: 10_000 }).toMatchObject({ tries, free: true })
      return Math.round(((await tried())[0]?.wait ?? 0) / 60)
    }
    expect(await waits(1)).toBe(1)
    await backdateStoredTimes(app.sql, 2)
    expect(await waits(2)).toBe(2)
    await backdateStoredTimes(app.sql, 3)
    expect(await waits(3)).toBe(4)
    inbox = await startSmtpInbox(smtpPort)
    await backdateStoredTimes(app.sql, 5)
    await untilMailed(bob)

    await inbox.close()
    await app.request(await app.profiled(), bob)
    await expect.poll(async () => (await outcomesOf(bob)).length).toBe(2)
    await backdateStoredTimes(app.sql, 4 * 24 * 60)
    await untilEnded(bob, ['sent', 'given_up'])
    inbox = await startSmtpInbox(smtpPort)
  })
})

describe('kill -9 of the server', { tags: 'slow' }, () => {
  it('before a sent mail is recorded causes a second mail under the same id', { timeout: 60_000 }, async () => {
    await inbox.close()
    inbox = await startSmtpInbox(smtpPort, { answers: false })
    await app.request(ann, bob)
    await untilPlanned(bob)
    await app.stop()
    const server = startChild('@kundig/testing/server/server-process', {
      DATABASE_URL: app.databaseUrl,
      PORT: String(await findFreePort()),
      AUTH_SECRET: TEST_SECRET,
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: FROM,
      LOG_LEVEL: 'error',
    })
    await server.printed('ready')
    await backdateStoredTimes(app.sql, 1)
    await untilMailed(bob)
    const first = mailsTo(bob)[0]?.headers.get('message-id')
    server.signal('SIGKILL')
    await server.ended
    expect(await outcomesOf(bob)).toEqual([null])
    await inbox.close()
    inbox = await startSmtpInbox(smtpPort)
    await backdateStoredTimes(app.sql, 3)
    await app.restart()
    await untilMailed(bob)
    await untilEnded(bob, ['sent'])
    expect(first).toMatch(/^<[\w-]{36}@kundig\.example>$/u)
    expect(mailsTo(bob)[0]?.headers.get('message-id')).toBe(first)
  })
})

describe('quiet hours', () => {
  /** Sets quiet hours in UTC. Both limits are given in minutes from now. */
  const quiet = (fromMin: number, untilMin: number) => {
    const timeOfDay = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)
    return change(bob, {
      time_zone: 'UTC',
      quiet_hours: { from: timeOfDay(fromMin), until: timeOfDay(untilMin) },
    })
  }

  it('delay mails, and combine the relevant ones in one digest at the end', async () => {
    await quiet(-60, 120)
    const [cas, dee] = [await app.profiled({ full_name: 'Cas Claes' }), await app.profiled({ full_name: 'Dee Dekker' })]
    await app.request(ann, bob)
    await app.request(cas, bob)
    const withdrawn = await app.request(dee, bob)
    await expect.poll(async () => (await outcomesOf(bob)).length).toBe(3)
    await backdateStoredTimes(app.sql, 1)
    const held = () => app.sql(`SELECT id FROM notification_deliveries WHERE channel = 'mail' AND due_at = 'infinity'`)
    await expect.poll(held).toHaveLength(3)
    await app.must(dee, 'POST', `/api/connection-requests/${withdrawn.id}/withdraw`)
    expect(mailsTo(bob)).toEqual([])
    const [digest] = await app.sql<{ wait: number }>(
      `SELECT extract(epoch FROM due_at - now())::float / 60 AS wait FROM notification_deliveries
       WHERE channel = 'mail' AND kind = 'digest'`,
    )
    expect(Math.abs((digest?.wait ?? 0) - 120)).toBeLessThan(3)

    // The test changes the quiet hours so that they have ended, because it cannot move the clock.
    await quiet(-120, -1)
    await untilMailed(bob)
    await expect
      .poll(async () => (await outcomesOf(bob)).map(String).toSorted())
      .toEqual(['seen', 'sent', 'sent', 'sent'])
    const [mail] = mailsTo(bob)
    expect(mail?.headers.get('subject')).toBe('Ann Arbor wants to talk to you, and 1 more')
    expect(textOf(mail)).toContain('Cas Claes wants to talk to you')
    expect(textOf(mail)).not.toContain('Dee Dekker')
  })

  it('lose no mail that arrives while the digest is being sent', async () => {
    await quiet(-60, 120)
    await requested()
    await backdateStoredTimes(app.sql, 1)
    const held = () => app.sql(`SELECT id FROM notification_deliveries WHERE channel = 'mail' AND due_at = 'infinity'`)
    await expect.poll(held).toHaveLength(1)
    await inbox.close()
    const other = await startApp({ ...app.settings, port: await findFreePort() })
    let isFirst = true
    inbox = await startSmtpInbox(smtpPort, {
      answers: true,
      // New quiet hours begin while the digest is sent, and they delay a new delivery.
      before: async () => {
        if (!isFirst) return
        isFirst = false
        await quiet(-60, 120)
        await app.request(await app.profiled({ full_name: 'Cas Claes' }), bob)
        await expect.poll(async () => (await outcomesOf(bob)).length).toBe(3)
        // A second server must not send the digest that is already being sent.
        await backdateStoredTimes(app.sql, 1)
        await expect.poll(held).toHaveLength(2)
      },
    })
    await quiet(-120, -1)
    await untilMailed(bob)
    await quiet(-120, -1)
    await untilMailed(bob, 2)
    await other.close()
    expect(mailsTo(bob).map(({ headers }) => headers.get('subject'))).toEqual([
      'Ann Arbor wants to talk to you',
      'Cas Claes wants to talk to you',
    ])
  })

  it('do not hold back a mail if they are switched off at that moment', async () => {
    await quiet(-60, 120)
    await requested()
    const changing = await openSql(app.databaseUrl)
    await changing.query('BEGIN')
    await changing.query('SELECT FROM notification_settings WHERE user_id = $1 FOR UPDATE', [bob.id])
    await backdateStoredTimes(app.sql, 1)
    // Both the mail and the push wait, because quiet hours apply when a delivery is checked.
    const waiting = () =>
      app.sql(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    await expect.poll(waiting).toHaveLength(2)
    await changing.query('UPDATE notification_settings SET quiet_from = NULL, quiet_until = NULL')
    await changing.query('COMMIT')
    await untilMailed(bob)
    await changing.close()
  })

  it('delay the digest again when its reader extends the quiet hours', async () => {
    await quiet(-60, 60)
    await requested()
    await backdateStoredTimes(app.sql, 1)
    const digestIn = async () => {
      const [row] = await app.sql<{ wait: number }>(
        `SELECT extract(epoch FROM due_at - now())::float / 60 AS wait FROM notification_deliveries
         WHERE channel = 'mail' AND kind = 'digest' AND claimed_until IS NULL`,
      )
      return Math.round((row?.wait ?? 0) / 10) * 10
    }
    await expect.poll(digestIn).toBe(60)
    await quiet(-60, 120)
    await expect.poll(digestIn).toBe(120)
    expect(mailsTo(bob)).toEqual([])
  })
})
