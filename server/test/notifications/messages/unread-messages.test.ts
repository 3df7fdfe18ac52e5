import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Room } from '@kundig/contract/chat/chat.contract'
import { findDue, backdateStoredTimes } from '@kundig/testing/database/moved-clock'
import { createPdf } from '@kundig/testing/files/made-files'
import { sendFile } from '@kundig/testing/people/file-sending'
import { type ReceivedMail, type SmtpInbox, startSmtpInbox } from '@kundig/testing/people/smtp-inbox'
import type { Person } from '@kundig/testing/people/test-client'
import { createTestApp, type TestApp } from '@kundig/testing/server/test-app'

import { findFreePort } from '../../../src/platform/http/free-port.ts'

let app: TestApp
let inbox: SmtpInbox
let ann: Person
let bob: Person
let room: Room
beforeEach(async () => {
  const smtpPort = await findFreePort()
  inbox = await startSmtpInbox(smtpPort)
  const from = 'Kundig <no-reply@kundig.example>'
  app = await createTestApp({
    notifyEveryMs: 200,
    mail: { smtpUrl: `smtp://127.0.0.1:${smtpPort}`, from, localPage: true },
  })
  ann = await app.profiled({ full_name: 'Ann Arbor' })
  bob = await app.profiled({ full_name: 'Bob Bakker' })
  room = await app.room(ann, bob)
  await app.sql('UPDATE "user" SET email_verified = true')
  // Leaves only notifications of messages. Deleting the events first waits for notifications that are being planned.
  await app.sql('DELETE FROM domain_events')
  await app.sql('DELETE FROM notification_deliveries')
})
afterEach(async () => {
  await app.close()
  await inbox.close()
})

const mailsTo = ({ email }: Person): ReceivedMail[] => inbox.received.filter(({ to }) => to.includes(email))
const textOf = (mail: ReceivedMail | undefined): string =>
  (mail?.parts.get('text/plain') ?? '').replaceAll('\r\n', '\n')
const untilMailed = (person: Person, count: number) =>
  expect.poll(() => mailsTo(person).length, { timeout: 10_000 }).toBe(count)
const plannedFor = ({ id }: Person, channel: 'mail' | 'push') =>
  app.sql<{ subject_id: string; up_to: string; outcome: string | null }>(
    `SELECT subject_id, up_to, outcome FROM notification_deliveries
     WHERE user_id = $1 AND channel = $2 AND kind = 'messages' ORDER BY id`,
    [id, channel],
  )
const read = (person: Person, roomId: string, upToSeq = 1000) =>
  app.must(person, 'POST', `/api/chat-rooms/${roomId}/read`, { up_to_seq: upToSeq })
const untilNothingIsDue = () => expect.poll(() => findDue(app.sql)).toEqual([])
const pass = async (minutes: number) => {
  await backdateStoredTimes(app.sql, minutes)
  await untilNothingIsDue()
}

describe('unread messages', () => {
  it('are mailed after fifteen minutes, in one mail for all rooms, with their texts', async () => {
    const cas = await app.profiled({ full_name: 'Cas Claes' })
    const other = await app.room(cas, bob)
    await app.sql('DELETE FROM notification_deliveries')
    await app.send(ann, room.id, 'What Ann says in confidence')
    await app.send(ann, room.id, 'And again')
    await app.send(cas, other.id, 'What Cas says in confidence')
    await pass(14)
    expect(mailsTo(bob)).toEqual([])
    await pass(1)
    await untilMailed(bob, 1)
    const [mail] = mailsTo(bob)
    expect(mail?.headers.get('subject')).toBe('3 unread messages from Cas Claes and Ann Arbor')
    expect(textOf(mail)).toContain(
      '- 2 unread messages from Ann Arbor\n  > What Ann says in confidence\n  > And again\n',
    )
    expect(textOf(mail)).toContain('- 1 unread message from Cas Claes\n  > What Cas says in confidence\n')
    expect(textOf(mail)).toContain('/dashboard?tab=chats')
    await pass(24 * 60)
    await pass(24 * 60)
    expect(mailsTo(bob)).toHaveLength(1)
    expect(mailsTo(ann)).toEqual([])
  })

  it('are mailed without their texts to people who switched quotes off', async () => {
    await app.must(bob, 'PATCH', '/api/notifications/settings', { mail_quotes: false })
    await app.send(ann, room.id, 'What Ann says in confidence')
    await pass(15)
    await untilMailed(bob, 1)
    expect(textOf(mailsTo(bob)[0])).not.toContain('confidence')
    expect(textOf(mailsTo(bob)[0])).toContain(`/dashboard?tab=chats&room=${room.id}`)
    expect(mailsTo(bob)[0]?.headers.get('references')).toBe(`<room.${room.id}@kundig.example>`)
  })

  it('are quoted in order, the last five, with file names and amounts, in the reader’s language', async () => {
    await app.must(bob, 'PATCH', '/api/notifications/settings', { language: 'nl' })
    for (const content of ['One', 'Two', 'Three', 'Payment request']) await app.send(ann, room.id, content)
    await app.sql(
      `INSERT INTO payment_requests (room_id, seq, client_id, seller_id, buyer_id, amount, currency, description,
         stripe_connect_account_id, stripe_payment_intent_id)
       VALUES ($1, 4, uuidv7(), $2, $3, 3500, 'eur', '', 'acct_1', 'pi_1')`,
      [room.id, ann.id, bob.id],
    )
    await sendFile(app.url, ann, room.id, { content: createPdf(), name: 'plan.pdf' })
    await app.send(ann, room.id, 'Hier is de planning')
    await pass(15)
    await untilMailed(bob, 1)
    expect(textOf(mailsTo(bob)[0])).toContain(
      'Ann Arbor schreef:\n\n  > Two\n  > Three\n  > Betaalverzoek € 35,00\n  > Bestand: plan.pdf\n  > Hier is de planning\n\n',
    )
  })

  it('are not mailed after they were read', async () => {
    await app.send(ann, room.id, 'Hello')
    await read(bob, room.id)
    await pass(1)
    expect(await plannedFor(bob, 'push')).toEqual([])
    await app.send(ann, room.id, 'Hello again')
    await pass(14)
    await read(bob, room.id)
    await pass(60)
    expect(mailsTo(bob)).toEqual([])
    expect((await plannedFor(bob, 'mail')).filter(({ outcome }) => outcome === 'sent')).toEqual([])
  })

  it(
    'cause at most four mails until the room is opened, after doubling pauses',
    { timeout: 60_000, tags: 'slow' },
    async () => {
      const pauses: number[] = []
      await app.send(ann, room.id, 'First')
      let minutes = 0
      for (const step of [15, 15, 1, 14, 1, 15, 30, 1, 60, 120, 240, 24 * 60]) {
        const before = mailsTo(bob).length
        minutes += step
        await backdateStoredTimes(app.sql, step)
        await app.send(ann, room.id, 'More')
        await backdateStoredTimes(app.sql, 0.1)
        await untilNothingIsDue()
        if (mailsTo(bob).length > before) {
          pauses.push(minutes)
          minutes = 0
        }
      }
      expect(pauses).toHaveLength(4)
      for (const [at, least] of [15, 15, 30, 60].entries()) expect(pauses[at]).toBeGreaterThanOrEqual(least)

      await read(bob, room.id)
      await app.send(ann, room.id, 'After it was opened')
      await pass(16)
      await untilMailed(bob, 5)
    },
  )

  it('of a muted room cause no notification after the mute ends', async () => {
    await app.must(bob, 'POST', '/api/notifications/muted-rooms', { room_id: room.id, time: '1h' })
    await app.send(ann, room.id, 'Shh')
    await pass(30)
    await pass(60)
    expect(mailsTo(bob)).toEqual([])
    expect(await plannedFor(bob, 'push')).toEqual([])
    await app.send(ann, room.id, 'Now')
    await pass(15)
    await untilMailed(bob, 1)
  })

  it('cause no push to a person without a push subscription', async () => {
    await app.send(ann, room.id, 'One')
    await pass(15)
    await untilMailed(bob, 1)
    expect(await plannedFor(bob, 'push')).toEqual([])
  })

  it('that arrive in quiet hours are mailed once, when the quiet hours end', async () => {
    const quiet = (fromMin: number, untilMin: number) => {
      const timeOfDay = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)
      const hours = { from: timeOfDay(fromMin), until: timeOfDay(untilMin) }
      return app.must(bob, 'PATCH', '/api/notifications/settings', { time_zone: 'UTC', quiet_hours: hours })
    }
    await quiet(-60, 180)
    await app.send(ann, room.id, 'Are you awake?')
    await pass(15)
    await app.send(ann, room.id, 'Good night, then')
    await pass(60)
    expect(mailsTo(bob)).toEqual([])
    await quiet(-120, -1)
    await untilMailed(bob, 1)
    expect(mailsTo(bob)[0]?.headers.get('subject')).toBe('2 unread messages from Ann Arbor')
    await pass(24 * 60)
    expect(mailsTo(bob)).toHaveLength(1)
    const [stored] = await app.sql('SELECT mailed_seq, mails FROM room_notifications WHERE user_id = $1', [bob.id])
    expect(stored).toEqual({ mailed_seq: 2, mails: 1 })
  })

  it('are mailed for files, too', async () => {
    await sendFile(app.url, ann, room.id, { content: createPdf(), name: 'Notes.pdf' })
    const [{ at } = { at: null }] = await app.sql<{ at: Date | null }>(
      'SELECT notify_at AS at FROM room_members WHERE user_id = $1 AND room_id = $2',
      [bob.id, room.id],
    )
    expect(at).not.toBeNull()
    const own = await app.sql('SELECT notify_at FROM room_members WHERE user_id = $1 AND notify_at IS NOT NULL', [
      ann.id,
    ])
    expect(own).toEqual([])
  })
})

describe('many messages', () => {
  it('do not move the next check if it is already near', async () => {
    const timeOf = async () =>
      (
        await app.sql<{ at: string }>(
          'SELECT notify_at::text AS at FROM room_members WHERE user_id = $1 AND room_id = $2',
          [bob.id, room.id],
        )
      )[0]?.at
    await app.send(ann, room.id, 'One')
    const first = await timeOf()
    for (const content of ['Two', 'Three', 'Four']) await app.send(ann, room.id, content)
    expect(await timeOf()).toBe(first)
    // A new message moves a later check forward, because the message must be pushed within seconds.
    await app.sql(`UPDATE room_members SET notify_at = now() + interval '10 minutes' WHERE user_id = $1`, [bob.id])
    await app.send(ann, room.id, 'Five')
    const [{ wait } = { wait: 0 }] = await app.sql<{ wait: number }>(
      'SELECT extract(epoch FROM notify_at - now())::float AS wait FROM room_members WHERE user_id = $1 AND room_id = $2',
      [bob.id, room.id],
    )
    expect(wait).toBeLessThan(6)
  })

  it('that are sent concurrently are mailed once', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, nth) => app.send(ann, room.id, `${nth}`)))
    await pass(15)
    await untilMailed(bob, 1)
    expect(mailsTo(bob)[0]?.headers.get('subject')).toBe('40 unread messages from Ann Arbor')
  })
})

describe('messages unread before notifications existed', () => {
  it('cause no notification', async () => {
    await app.send(ann, room.id, 'Long ago')
    await app.sql('UPDATE room_members SET notify_at = NULL')
    await pass(24 * 60)
    expect(mailsTo(bob)).toEqual([])
    expect(await plannedFor(bob, 'push')).toEqual([])
  })
})
