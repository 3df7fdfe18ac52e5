import { describe, expect, it } from 'vitest'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { ConnectionRequest, OpenContacts } from '@kundig/contract/connection-requests/connection-requests.contract'
import { openRecordingDatabase } from '@kundig/testing/database/recording-database'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import {
  findRequestHistory,
  findSentPendingRequests,
} from '../../src/features/connection-requests/request.repository.ts'

const app = useTestApp()

const pair = (): Promise<[Person, Person]> =>
  Promise.all([app.profiled({ full_name: 'Sam Sender' }), app.profiled({ full_name: 'Rae Receiver' })])
const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const create = (sender: Person, receiverId: string, message: string) =>
  app.api<ConnectionRequest>(sender, 'POST', '/api/connection-requests', { receiver_id: receiverId, message })
const decide = (person: Person, id: string, decision: 'accept' | 'reject') =>
  app.api(person, 'POST', `/api/connection-requests/${id}/${decision}`)
const roomsOf = (id: string) => app.sql<{ id: string }>('SELECT id FROM chat_rooms WHERE request_id = $1', [id])

/** Inserts people with profiles directly, because hashing the passwords of dozens of sign-ups would take long. */
async function insertPeople(count: number): Promise<string[]> {
  const rows = await app.sql<{ id: string }>(
    `WITH made AS (
       INSERT INTO "user" (id, name, email) SELECT uuidv7(), '', uuidv4() || '@example.com' FROM generate_series(1, $1) RETURNING id
     )
     INSERT INTO profiles (id, full_name, expertise_category, is_public) SELECT id, 'Someone', 'education', true FROM made RETURNING id`,
    [count],
  )
  return rows.map(({ id }) => id)
}

describe('the pending requests', () => {
  const waitingOf = async (person: Person) =>
    (await app.must<OpenContacts>(person, 'GET', '/api/connection-requests/sent')).items

  it('include only undecided requests that the person sent', async () => {
    const [sender, receiver] = await pair()
    const [rejecting, accepting] = await pair()
    const stranger = await app.profiled()
    await app.request(receiver, sender)
    await app.request(stranger, receiver)
    const first = await app.request(sender, receiver)
    const rejected = await app.request(sender, rejecting)
    const accepted = await app.request(sender, accepting)
    expect(await waitingOf(sender)).toEqual([accepted, rejected, first])

    await decide(rejecting, rejected.id, 'reject')
    await decide(accepting, accepted.id, 'accept')
    expect(await waitingOf(sender)).toEqual([first])
    expect(await waitingOf(rejecting)).toEqual([])
    const again = await app.request(sender, rejecting)
    expect(await waitingOf(sender)).toEqual([again, first])
  })

  it('are the newest 100, and are read without any decided request', async () => {
    const sender = await app.profiled()
    const receivers = await insertPeople(1003)
    await app.sql(
      `INSERT INTO connection_requests (sender_id, receiver_id, message, status, created_at)
       SELECT $1, receiver, 'Hello', status, now() - place * interval '1 second'
       FROM unnest($2::uuid[]) WITH ORDINALITY AS asked (receiver, place),
         unnest(ARRAY['pending', 'rejected', 'accepted', 'rejected']) AS status`,
      [sender.id, receivers],
    )
    await app.sql('ANALYZE connection_requests')
    expect((await waitingOf(sender)).map(({ receiver_id }) => receiver_id)).toEqual(receivers.slice(0, 100))
    const recording = await openRecordingDatabase(app.databaseUrl)
    try {
      await findSentPendingRequests(recording.db, sender.id, 100)
      const [statement] = recording.statements
      const [plan] = await app.sql<{ 'QUERY PLAN': unknown }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${statement?.text ?? ''}`,
        statement?.values,
      )
      const read = JSON.stringify(plan).matchAll(/"(?:Actual Rows|Rows Removed by Filter)":\s*(\d+)/gu)
      expect(Math.max(...Array.from(read, ([, rows]) => Number(rows)))).toBeLessThanOrEqual(1003)
    } finally {
      await recording.close()
    }
  })
})

it('both people’s open contacts include their chat until the chat is closed', async () => {
  const [one, other] = await pair()
  const openChats = async (person: Person) =>
    (await app.must<OpenContacts>(person, 'GET', '/api/connection-requests/sent')).open_chats
  const room = await app.room(one, other)
  expect(await openChats(one)).toEqual([{ room_id: room.id, partner_id: other.id }])
  expect(await openChats(other)).toEqual([{ room_id: room.id, partner_id: one.id }])
  await app.must(other, 'POST', `/api/chat-rooms/${room.id}/close`)
  expect(await openChats(one)).toEqual([])
  expect(await openChats(other)).toEqual([])
})

describe('accepting a request', () => {
  // spec 3.11, 4.8, 4.10, 5.38, 7.38
  it('opens a room with both participants sorted, the introduction, and the sender as its requester', async () => {
    const [sender, receiver] = await pair()
    const request = await app.request(sender, receiver, '  How do you bake <b>bread</b>?  ')
    expect(request).toMatchObject({
      sender_id: sender.id,
      receiver_id: receiver.id,
      message: 'How do you bake bread?',
      status: 'pending',
      room_id: null,
      counterpart: { id: receiver.id, full_name: 'Rae Receiver' },
    })
    const { request: accepted, room } = await app.accept(receiver, request.id)
    expect(room).toMatchObject({
      participant_ids: [sender.id, receiver.id].toSorted(),
      requestMessage: 'How do you bake bread?',
      requester_id: sender.id,
      status: 'open',
      closed_at: null,
      last_seq: 0,
      unread_count: 0,
      partner: { id: sender.id, full_name: 'Sam Sender' },
    })
    expect(accepted).toMatchObject({
      id: request.id,
      status: 'accepted',
      room_id: room.id,
      counterpart: { id: sender.id },
    })
    expect(await app.getRoom(sender, room.id)).toMatchObject({
      id: room.id,
      partner: { id: receiver.id },
      requester_id: sender.id,
    })
  })

  it('50 times concurrently creates one room', async () => {
    const [sender, receiver] = await pair()
    const tab = await app.live(receiver)
    const { id } = await app.request(sender, receiver)
    const answers = await Promise.all(times(50).map(() => decide(receiver, id, 'accept')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status, body }) => status === 409 && body.code === 'REQUEST_DECIDED')).toHaveLength(49)
    expect(await roomsOf(id)).toHaveLength(1)
    await expect.poll(() => tab.listEvents('room.opened')).toHaveLength(1)
    expect(tab.listEvents('request.decided')).toHaveLength(1)
  })

  // spec 4.9, 7.37
  it('concurrently with a rejection: exactly one decision wins, in ten rounds', async () => {
    const [sender, receiver] = await pair()
    for (const round of times(10)) {
      const { id } = await app.request(sender, receiver)
      const order: ('accept' | 'reject')[] = round % 2 === 0 ? ['accept', 'reject'] : ['reject', 'accept']
      const answers = await Promise.all(order.map((decision) => decide(receiver, id, decision)))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      const winner = order[answers.findIndex(({ status }) => status === 200)]
      const { body } = await app.api<ConnectionRequest>(receiver, 'GET', `/api/connection-requests/${id}`)
      expect(body.status).toBe(winner === 'accept' ? 'accepted' : 'rejected')
      expect(await roomsOf(id)).toHaveLength(winner === 'accept' ? 1 : 0)
    }
  })

  // spec 4.9, 7.40
  it('publishes the request, the decision and the room to both people, each in their own view', async () => {
    const [sender, receiver] = await pair()
    const [senders, receivers, receiversOther] = await Promise.all([
      app.live(sender),
      app.live(receiver),
      app.live(receiver),
    ])
    const request = await app.request(sender, receiver)
    const { room } = await app.accept(receiver, request.id)
    for (const [tab, counterpart] of [
      [senders, receiver],
      [receivers, sender],
      [receiversOther, sender],
    ] as const) {
      await expect
        // Excludes the bell's events, which are separate and arrive in any order.
        .poll(() => tab.received.map(({ name }) => name).filter((name) => !name.startsWith('notification')))
        .toEqual(['request.created', 'room.opened', 'request.decided'])
      expect(tab.listEvents('request.created')[0]).toMatchObject({
        id: request.id,
        status: 'pending',
        counterpart: { id: counterpart.id },
      })
      expect(tab.listEvents('room.opened')[0]).toMatchObject({ id: room.id, partner: { id: counterpart.id } })
      expect(tab.listEvents('request.decided')[0]).toMatchObject({
        id: request.id,
        status: 'accepted',
        room_id: room.id,
      })
    }
  })
})

describe('rejecting a request', () => {
  // spec 4.11
  it('is published to both people and opens no room', async () => {
    const [sender, receiver] = await pair()
    const [senders, receivers] = await Promise.all([app.live(sender), app.live(receiver)])
    const { id } = await app.request(sender, receiver)
    await app.reject(receiver, id)
    for (const tab of [senders, receivers]) {
      await expect
        .poll(() => tab.listEvents('request.decided'))
        .toMatchObject([{ id, status: 'rejected', room_id: null }])
      expect(tab.listEvents('room.opened')).toEqual([])
    }
    expect(await roomsOf(id)).toEqual([])
  })

  it('allows the sender to ask again', async () => {
    const [sender, receiver] = await pair()
    await app.reject(receiver, (await app.request(sender, receiver)).id)
    expect((await create(sender, receiver.id, 'Once more, please')).status).toBe(201)
  })
})

describe('sending a request', () => {
  // spec 6.15
  it('to oneself is refused', async () => {
    const [sender] = await pair()
    expect(await create(sender, sender.id, 'Dear me')).toMatchObject({ status: 400, body: { code: 'REQUEST_TO_SELF' } })
  })

  it('while another request to the person is pending is refused with 409', async () => {
    const [sender, receiver] = await pair()
    await app.request(sender, receiver)
    expect(await create(sender, receiver.id, 'Again')).toMatchObject({
      status: 409,
      body: { code: 'REQUEST_PENDING', message: 'You already have a pending question with this person' },
    })
  })

  // spec 7.34
  it('20 times concurrently creates one request', async () => {
    const [sender, receiver] = await pair()
    const tab = await app.live(receiver)
    const answers = await Promise.all(times(20).map((n) => create(sender, receiver.id, `Attempt ${n}`)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...times(19).map(() => 409)])
    expect((await app.must<{ total: number }>(receiver, 'GET', '/api/connection-requests/pending')).total).toBe(1)
    await expect.poll(() => tab.listEvents('request.created')).toHaveLength(1)
  })

  it('to each other concurrently creates two requests', async () => {
    const [one, other] = await pair()
    const answers = await Promise.all([create(one, other.id, 'Hello'), create(other, one.id, 'Hello')])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
  })

  // spec 5.20, 5.36, 5.41, 9.6
  it.each([
    ['zero-width characters only', '\u200B\u200D\uFEFF\u2060\u180E', 'MESSAGE_EMPTY', 'Message cannot be empty'],
    [
      'markup only',
      '<b></b><script>alert(1)</script>',
      'ONLY_MARKUP',
      'Nothing would be left: markup is removed. Put code between back-ticks (`) to keep it.',
    ],
    ['of 2,001 characters', 'x'.repeat(2001), 'MESSAGE_TOO_LONG', 'Message must have at most 2,000 characters'],
    ['with a NUL byte', 'Hello\u0000', 'MESSAGE_INVALID', 'Message contains invalid characters'],
  ])('with a message that is %s is refused', async (_what, message, code, text) => {
    const [sender, receiver] = await pair()
    expect(await create(sender, receiver.id, message)).toMatchObject({
      status: 400,
      body: { code, message: text, data: { field: 'message' } },
    })
    expect((await app.must<{ total: number }>(receiver, 'GET', '/api/connection-requests/pending')).total).toBe(0)
  })

  // spec 5.37
  it('accepts a message of 2,000 emoji whole', async () => {
    const [sender, receiver] = await pair()
    const message = '🦉'.repeat(2000)
    expect(await create(sender, receiver.id, message)).toMatchObject({ status: 201, body: { message } })
  })

  it('with unknown fields is refused', async () => {
    const [sender, receiver] = await pair()
    for (const extra of [{ status: 'accepted' }, { sender_id: receiver.id }]) {
      const answer = await app.api(sender, 'POST', '/api/connection-requests', {
        receiver_id: receiver.id,
        message: 'Hello',
        ...extra,
      })
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    }
  })
})

describe('lists', () => {
  // spec 4.14, 7.36, 9.15
  it('show the newest 100 of 101 pending requests, and count all 101', async () => {
    const receiver = await app.profiled()
    const senders = await insertPeople(101)
    const inserted = await app.sql<{ id: string }>(
      `INSERT INTO connection_requests (sender_id, receiver_id, message, created_at, updated_at)
       SELECT sender.id, $2, 'Hello', now() - sender.place * interval '1 minute', now() - sender.place * interval '1 minute'
       FROM unnest($1::uuid[]) WITH ORDINALITY AS sender (id, place) ORDER BY sender.place RETURNING id`,
      [senders, receiver.id],
    )
    const list = () =>
      app.must<{ items: ConnectionRequest[]; total: number }>(receiver, 'GET', '/api/connection-requests/pending')
    const oldest = inserted.at(-1)?.id
    const { items, total } = await list()
    expect(total).toBe(101)
    expect(items.map(({ id }) => id)).toEqual(inserted.slice(0, 100).map(({ id }) => id))
    await app.reject(receiver, items[0]?.id ?? '')
    const after = await list()
    expect(after.total).toBe(100)
    expect(after.items.at(-1)?.id).toBe(oldest)
  })

  // spec 7.35
  it('return the whole history page by page, latest change first, without duplicates or gaps', async () => {
    const sender = await app.profiled()
    const receivers = await insertPeople(45)
    await app.sql(
      `INSERT INTO connection_requests (sender_id, receiver_id, message, updated_at)
       SELECT $2, receiver.id, 'Hello', date_trunc('second', now()) - (receiver.place / 4) * interval '1 minute'
       FROM unnest($1::uuid[]) WITH ORDINALITY AS receiver (id, place)`,
      [receivers, sender.id],
    )
    const seen: ConnectionRequest[] = []
    const sizes: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `?cursor=${cursor}`
      const page: { items: ConnectionRequest[]; next_cursor: string | null } = await app.must(
        sender,
        'GET',
        `/api/connection-requests/history${query}`,
      )
      const [late] = await insertPeople(1)
      await create(sender, late ?? '', 'Late')
      seen.push(...page.items)
      sizes.push(page.items.length)
      cursor = page.next_cursor
    }
    expect(sizes).toEqual([20, 20, 5])
    expect(new Set(seen.map(({ receiver_id }) => receiver_id))).toEqual(new Set(receivers))
    expect(seen.map(({ updated_at }) => updated_at)).toEqual(
      seen
        .map(({ updated_at }) => updated_at)
        .toSorted()
        .toReversed(),
    )
  })

  it('read only the rows of one page of a long history', async () => {
    const [person, other] = await pair()
    await app.sql(
      `INSERT INTO connection_requests (sender_id, receiver_id, message, status, updated_at)
       SELECT CASE WHEN n % 2 = 0 THEN $1 ELSE $2 END::uuid, CASE WHEN n % 2 = 0 THEN $2 ELSE $1 END::uuid, 'Hello',
         'rejected', now() - n * interval '1 second'
       FROM generate_series(1, 5000) AS n`,
      [person.id, other.id],
    )
    await app.sql('ANALYZE connection_requests')
    const recording = await openRecordingDatabase(app.databaseUrl)
    try {
      expect(await findRequestHistory(recording.db, person.id, null, 21)).toHaveLength(21)
      const [statement] = recording.statements
      const [plan] = await app.sql<{ 'QUERY PLAN': unknown }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${statement?.text ?? ''}`,
        statement?.values,
      )
      const read = JSON.stringify(plan).matchAll(/"Actual Rows":\s*(\d+)/gu)
      expect(Math.max(...Array.from(read, ([, rows]) => Number(rows)))).toBeLessThanOrEqual(42)
    } finally {
      await recording.close()
    }
  })

  it.each([
    ['no base64', '%25%25%25'],
    ['JSON of another shape', Buffer.from('{"at":1}').toString('base64url')],
    [
      'an instant before our calendar',
      Buffer.from('["0000-01-01T00:00:00.000Z","01890000-0000-7000-8000-000000000000"]').toString('base64url'),
    ],
  ])('reject a cursor that is %s', async (_what, cursor) => {
    const person = await app.profiled()
    const answer = await app.api(person, 'GET', `/api/connection-requests/history?cursor=${cursor}`)
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  })

  // spec 7.35
  it('show a decided request to its receiver in the history, with the room', async () => {
    const [sender, receiver] = await pair()
    const { request, room } = await app.accept(receiver, (await app.request(sender, receiver)).id)
    const { items } = await app.must<{ items: ConnectionRequest[] }>(
      receiver,
      'GET',
      '/api/connection-requests/history',
    )
    expect(items).toMatchObject([
      { id: request.id, status: 'accepted', room_id: room.id, counterpart: { id: sender.id } },
    ])
    const rooms = await app.must<{ items: Room[] }>(receiver, 'GET', '/api/chat-rooms')
    expect(rooms.items.map(({ id }) => id)).toEqual([room.id])
  })
})
