import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { NotificationKind } from '@kundig/contract/notifications/notification-kinds'
import type { Notification } from '@kundig/contract/notifications/notifications.contract'
import { createAppointmentCalls, inHours } from '@kundig/testing/people/appointments'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Person } from '@kundig/testing/people/test-client'
import { useModeratedRoom } from '@kundig/testing/people/use-moderated-room'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ notifyEveryMs: 100 })
const two = useModeratedRoom(app)

const HOUR_MS = 3_600_000
const calls = createAppointmentCalls(app)
const at = (seq: number) => ({ room_id: two.room.id, seq })
const propose = (person: Person, input?: object) => calls.propose(person, two.room.id, input)
const accept = (person: Person, startsAt: string | undefined, seq = 1) => calls.accept(person, at(seq), startsAt)
const end = (person: Person, seq = 1) => calls.end(person, at(seq))
const setLink = (person: Person, link: string | null) => calls.setLink(person, at(1), link)
const shown = async (person = two.ann) => (await app.page(person, two.room.id)).items[0]
const listKinds = async (person: Person): Promise<NotificationKind[]> =>
  (await app.must<{ items: Notification[] }>(person, 'GET', '/api/notifications')).items
    .filter(({ kind, read, room_id }) => kind.startsWith('appointment_') && !read && room_id === two.room.id)
    .map(({ kind }) => kind)
/** Lists the recorded events. The transaction of a change records its events before the bell shows them. */
const listEvents = (person: Person) =>
  app.sql(`SELECT kind FROM domain_events WHERE recipient_id = $1 AND kind LIKE 'appointment_%'`, [person.id])
const listReminders = () =>
  app.sql<{ remind_at: Date }>('SELECT remind_at FROM appointment_reminders WHERE room_id = $1', [two.room.id])
async function letTimePass(startsAt: string): Promise<void> {
  await app.sql(
    `UPDATE chat_messages SET appointment = appointment || jsonb_build_object('starts_at', $2::text) WHERE room_id = $1`,
    [two.room.id, startsAt],
  )
  await app.sql('UPDATE appointment_reminders SET remind_at = now() WHERE room_id = $1', [two.room.id])
}

async function proposed(): Promise<string[]> {
  const { body } = await propose(two.ann)
  return body.appointment?.times ?? []
}

describe('a proposed appointment', () => {
  it('becomes a message with its times in order, sent live to both people and stored once', async () => {
    const tab = await app.live(two.bob)
    const input = {
      client_id: randomUUID(),
      times: [inHours(50), inHours(26), inHours(27)],
      link: 'https://meet.example/a',
    }
    const answers = await Promise.all([1, 2, 3].map(() => propose(two.ann, input)))
    const message = {
      seq: 1,
      sender_id: two.ann.id,
      content: expect.stringMatching(/^Appointment proposed: .*\(Europe\/Amsterdam\)$/u) as string,
      appointment: {
        status: 'proposed',
        times: input.times.toSorted(),
        minutes: 30,
        starts_at: null,
        ended_by: null,
        zone: 'Europe/Amsterdam',
        partner_zone: null,
        link: input.link,
        link_by: two.ann.id,
      },
    }
    for (const { status, body } of answers) expect({ status, body }).toMatchObject({ status: 200, body: message })
    await expect.poll(() => tab.listEvents('message.created')[0]).toMatchObject(message)
    expect(await app.allMessages(two.bob, two.room.id)).toMatchObject([message])
    const room = await app.must<Room>(two.bob, 'GET', `/api/chat-rooms/${two.room.id}`)
    expect(room).toMatchObject({ unread_count: 1, last_message: { appointment: { status: 'proposed' } } })
  })

  it.each([
    ['in the past', { times: [inHours(-1)] }, '400 APPOINTMENT_PAST'],
    ['more than a year ahead', { times: [inHours(24 * 367)] }, '400 APPOINTMENT_FAR'],
    ['without a time', { times: [] }, '400 INVALID_INPUT'],
    ['of four times', { times: [25, 26, 27, 28].map(inHours) }, '400 INVALID_INPUT'],
    ['that is no time', { times: ['tomorrow'] }, '400 INVALID_INPUT'],
    ['of no length', { minutes: 0 }, '400 INVALID_INPUT'],
    ['in an unknown zone', { zone: 'Mars/Base' }, '400 TIME_ZONE_UNKNOWN'],
    ['with a link that runs code', { link: 'javascript:alert(1)' }, '400 CALL_LINK_INVALID'],
    ['with a link that hides its host', { link: 'https://meet.example@evil.example/' }, '400 CALL_LINK_INVALID'],
  ])('%s is refused and not stored', async (_, input, outcome) => {
    expect(toOutcome(await propose(two.ann, input))).toBe(outcome)
    expect(await app.allMessages(two.ann, two.room.id)).toEqual([])
  })

  it('with two equal times is refused', async () => {
    const time = inHours(30)
    expect(toOutcome(await propose(two.ann, { times: [time, time] }))).toBe('400 APPOINTMENT_TWICE')
  })

  it('cannot be edited or deleted, and a search does not find its generated text', async () => {
    await proposed()
    const message = `/api/chat-rooms/${two.room.id}/messages/1`
    expect(toOutcome(await app.api(two.ann, 'PATCH', message, { content: 'Never' }))).toBe('409 MESSAGE_FIXED')
    expect(toOutcome(await app.api(two.ann, 'DELETE', message))).toBe('409 MESSAGE_FIXED')
    expect(await app.must(two.ann, 'GET', '/api/messages?query=appointment')).toMatchObject({ items: [] })
  })

  it('in a closed chat cannot be proposed, accepted, ended or changed', async () => {
    const [time] = await proposed()
    await app.must(two.ann, 'POST', `/api/chat-rooms/${two.room.id}/close`)
    expect(toOutcome(await propose(two.ann))).toBe('409 ROOM_CLOSED')
    expect(toOutcome(await accept(two.bob, time))).toBe('409 ROOM_CLOSED')
    expect(toOutcome(await end(two.bob))).toBe('409 ROOM_CLOSED')
    expect(toOutcome(await setLink(two.bob, 'https://meet.example'))).toBe('409 ROOM_CLOSED')
  })

  it('is hidden from others', async () => {
    const [time] = await proposed()
    const stranger = await app.signUp()
    for (const answer of [
      await propose(stranger),
      await accept(stranger, time),
      await end(stranger),
      await setLink(stranger, null),
    ])
      expect(toOutcome(answer)).toBe('404 ROOM_NOT_FOUND')
  })
})

describe('accepting', () => {
  it('sets the time and the partner’s time zone once, and notifies the sender', async () => {
    const [first] = await proposed()
    const tab = await app.live(two.ann)
    const accepted = { status: 'accepted', starts_at: first, partner_zone: 'America/New_York' }
    const answers = await Promise.all([1, 2, 3].map(() => accept(two.bob, first)))
    for (const { status, body } of answers)
      expect({ status, body }).toMatchObject({ status: 200, body: { appointment: accepted, change_seq: 1 } })
    await expect.poll(() => tab.listEvents('message.updated')[0]).toMatchObject({ appointment: accepted })
    const [missed] = (await app.resume(two.ann, [{ room_id: two.room.id, last_seq: 1, change_seq: 0 }])).rooms
    expect(missed?.changed).toMatchObject([{ seq: 1, appointment: accepted }])
    await expect.poll(() => listKinds(two.ann)).toEqual(['appointment_accepted'])
    expect(await listKinds(two.bob)).toEqual([])
  })

  it('succeeds for only one of two times that are accepted concurrently', async () => {
    const times = await proposed()
    const outcomes = (await Promise.all(times.map((time) => accept(two.bob, time)))).map(toOutcome)
    expect(outcomes.toSorted()).toEqual(['200', '409 APPOINTMENT_ANSWERED'])
    expect(await listReminders()).toHaveLength(1)
  })

  it('is cancelled or refused when the proposal is withdrawn concurrently', async () => {
    const [time] = await proposed()
    const [accepted] = await Promise.all([accept(two.bob, time), end(two.ann)])
    const isCancelled = accepted.status === 200
    expect(isCancelled ? '200' : toOutcome(accepted)).toBe(isCancelled ? '200' : '409 APPOINTMENT_ENDED')
    expect((await shown())?.appointment).toMatchObject({ status: 'ended', starts_at: isCancelled ? time : null })
    expect(await listReminders()).toEqual([])
    expect(await listEvents(two.bob)).toEqual(isCancelled ? [{ kind: 'appointment_cancelled' }] : [])
  })

  it('is refused for the sender, for past or unproposed times, and without a proposal', async () => {
    const [time] = await proposed()
    expect(toOutcome(await accept(two.ann, time))).toBe('403 APPOINTMENT_PARTNER_ONLY')
    expect(toOutcome(await accept(two.bob, inHours(31)))).toBe('400 INVALID_INPUT')
    await app.send(two.ann, two.room.id, 'Which time suits you?')
    expect(toOutcome(await accept(two.bob, time, 2))).toBe('404 APPOINTMENT_NOT_FOUND')
    expect(toOutcome(await accept(two.bob, time, 9))).toBe('404 APPOINTMENT_NOT_FOUND')
    const past = inHours(-1)
    await app.sql(
      `UPDATE chat_messages SET appointment = appointment || jsonb_build_object('times', jsonb_build_array($2::text))
       WHERE room_id = $1 AND seq = 1`,
      [two.room.id, past],
    )
    expect(toOutcome(await accept(two.bob, past))).toBe('409 APPOINTMENT_OVER')
  })
})

describe('an accepted appointment', () => {
  it('reminds both people once within the last hour before its start', async () => {
    const [time] = await proposed()
    await accept(two.bob, time)
    const [reminder] = await listReminders()
    expect(reminder?.remind_at.getTime()).toBe(Date.parse(time ?? '') - HOUR_MS)
    await letTimePass(inHours(0.9))
    await expect.poll(() => listKinds(two.bob)).toEqual(['appointment_soon'])
    await expect.poll(() => listKinds(two.ann)).toEqual(['appointment_soon', 'appointment_accepted'])
    expect(await listReminders()).toEqual([])
  })

  it.each([
    ['the start comes before the server can send it', () => letTimePass(inHours(-0.1))],
    [
      'the chat is closed',
      async () => {
        await app.must(two.ann, 'POST', `/api/chat-rooms/${two.room.id}/close`)
        await letTimePass(inHours(0.9))
      },
    ],
  ])('sends no reminder when %s', async (_, happen) => {
    const [time] = await proposed()
    await accept(two.bob, time)
    await happen()
    await expect.poll(listReminders).toEqual([])
    expect(await listEvents(two.bob)).toEqual([])
  })

  it('has no reminder when accepted within the last hour before its start', async () => {
    const time = inHours(0.5)
    await propose(two.ann, { times: [time] })
    expect((await accept(two.bob, time)).status).toBe(200)
    expect(await listReminders()).toEqual([])
  })

  it('can be cancelled before its start, which dismisses its notifications and notifies the other person', async () => {
    const [time] = await proposed()
    await accept(two.bob, time)
    await expect.poll(() => listKinds(two.ann)).toEqual(['appointment_accepted'])
    const ended = { status: 'ended', ended_by: two.ann.id, starts_at: time }
    const answers = await Promise.all([end(two.ann), end(two.ann)])
    for (const { body } of answers) expect(body.appointment).toMatchObject(ended)
    await expect.poll(() => listKinds(two.bob)).toEqual(['appointment_cancelled'])
    await expect.poll(() => listKinds(two.ann)).toEqual([])
    expect(toOutcome(await accept(two.bob, time))).toBe('409 APPOINTMENT_ENDED')
    expect(await listReminders()).toEqual([])
  })

  it('cannot be cancelled after its start', async () => {
    const [time] = await proposed()
    await accept(two.bob, time)
    await letTimePass(inHours(-0.1))
    expect(toOutcome(await end(two.ann))).toBe('409 APPOINTMENT_OVER')
  })

  it('gets a link from either person, and only the link’s author can change or remove it', async () => {
    const [time] = await proposed()
    await accept(two.bob, time)
    const link = 'https://meet.jit.si/kozijnen?lang=nl'
    expect((await setLink(two.bob, link)).body.appointment).toMatchObject({ link, link_by: two.bob.id })
    expect(await setLink(two.bob, link)).toMatchObject({ status: 200, body: { change_seq: 2 } })
    expect(toOutcome(await setLink(two.ann, 'https://evil.example'))).toBe('403 FORBIDDEN')
    expect(toOutcome(await setLink(two.ann, null))).toBe('403 FORBIDDEN')
    expect((await setLink(two.bob, null)).body.appointment).toMatchObject({ link: null, link_by: null })
    expect((await setLink(two.ann, link)).body.appointment).toMatchObject({ link, link_by: two.ann.id })
    expect(toOutcome(await setLink(two.ann, 'http://meet.example'))).toBe('400 CALL_LINK_INVALID')
    expect(await app.sql('SELECT content FROM message_versions WHERE room_id = $1', [two.room.id])).toEqual([
      { content: link },
    ])
    await end(two.ann)
    expect(toOutcome(await setLink(two.ann, null))).toBe('409 APPOINTMENT_ENDED')
  })
})

it('a declined appointment notifies its sender; a withdrawn one notifies no one', async () => {
  await proposed()
  await end(two.bob)
  await expect.poll(() => listKinds(two.ann)).toEqual(['appointment_declined'])
  const { body } = await propose(two.ann)
  await end(two.ann, body.seq)
  expect(await listEvents(two.bob)).toEqual([])
})
