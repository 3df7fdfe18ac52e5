import { randomUUID } from 'node:crypto'

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Message, RoomChanges } from '@kundig/contract/chat/chat.contract'
import { LIMITS } from '@kundig/contract/limits'
import { openRecordingDatabase } from '@kundig/testing/database/recording-database'
import { createPdf } from '@kundig/testing/files/made-files'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { sendFileOrThrow } from '@kundig/testing/people/file-sending'
import type { Answer, Failure, ClientRoomState, Person } from '@kundig/testing/people/test-client'
import { createTestApp } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { paymentAttachments } from '../../../src/features/books/ports.ts'
import { createResumeService } from '../../../src/features/chat/messages/resume.service.ts'
import { selectRequestsStamp as requestStamp } from '../../../src/features/connection-requests/request.repository.ts'
import { selectNotificationsStamp as notificationStamp } from '../../../src/features/notifications/bell/notification.repository.ts'
import { sellerStamp } from '../../../src/features/payments/ports.ts'

const app = useTestApp({ payments: 'simulator' })
const environment = usePaymentEnvironment(app)
let ann: Person
let bob: Person

beforeAll(async () => {
  // The server fetches from Stripe here; `webhooks.test.ts` tests Stripe's events.
  await environment.control('/webhooks/pause')
})
beforeEach(async () => {
  ;[ann, bob] = await Promise.all([app.profiled({ full_name: 'Ann' }), app.profiled({ full_name: 'Bob' })])
})

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const newRoom = async (): Promise<string> => (await app.room(ann, bob)).id
const holding = (room_id: string, last_seq = 0, change_seq = 0): ClientRoomState => ({ room_id, last_seq, change_seq })
const listSeqs = (messages: readonly Message[] = []): number[] => messages.map(({ seq }) => seq)
const findRoom = (rooms: readonly RoomChanges[], roomId: string) => rooms.find(({ room_id }) => room_id === roomId)

async function sentBefore(roomId: string, sender: Person, count: number): Promise<void> {
  await app.sql(
    `INSERT INTO chat_messages (room_id, seq, sender_id, client_id, content, created_at, updated_at)
     SELECT id, last_seq + n, $2, uuidv7(), 'Message ' || n, now(), now() FROM chat_rooms, generate_series(1, $3::int) n
     WHERE id = $1`,
    [roomId, sender.id, count],
  )
  await app.sql('UPDATE chat_rooms SET last_seq = last_seq + $2 WHERE id = $1', [roomId, count])
}

function createHolder(person: Person, roomId: string) {
  const held = new Map<number, Message>()
  let changeSeq = 0
  async function resume(): Promise<boolean> {
    const { rooms } = await app.resume(person, [holding(roomId, held.size, changeSeq)])
    const [news] = rooms
    if (!news) return false
    for (const message of news.messages) {
      expect(message.seq).toBe(held.size + 1)
      held.set(message.seq, message)
    }
    for (const message of news.changed) if (held.has(message.seq)) held.set(message.seq, message)
    expect(news.change_seq).toBeGreaterThanOrEqual(changeSeq)
    changeSeq = news.change_seq
    return news.has_more
  }
  return { messages: () => [...held.values()], changeSeq: () => changeSeq, resume }
}

describe('a resuming client', () => {
  // spec 7.44
  it('receives exactly the missed messages of every requested room, in order', async () => {
    const [one, two, three] = [await newRoom(), await newRoom(), await newRoom()]
    for (const n of upTo(12)) await app.send(ann, one, `Number ${n}`)
    for (const n of upTo(3)) await app.send(ann, two, `Number ${n}`)
    await app.send(ann, three, 'Seen')
    const { rooms, gone } = await app.resume(bob, [holding(one, 5), holding(two), holding(three, 1)])
    expect(rooms.map(({ room_id }) => room_id)).toEqual([one, two])
    expect(rooms[0]).toEqual({
      room_id: one,
      messages: (await app.page(bob, one, '?after_seq=5')).items,
      changed: [],
      has_more: false,
      last_seq: 12,
      change_seq: 0,
    })
    expect(listSeqs(rooms[1]?.messages)).toEqual([1, 2, 3])
    expect(gone).toEqual([])
  })

  it('receives the same list of rooms as from the list procedure', async () => {
    const roomId = await newRoom()
    await app.send(ann, roomId, 'Not read')
    const list = await app.must(bob, 'GET', '/api/chat-rooms')
    expect((await app.resume(bob, [holding(roomId)])).list).toEqual(list)
    expect(await app.resume(bob, [])).toMatchObject({ rooms: [], gone: [], list })
  })

  it('receives the read marks of its own messages', async () => {
    const roomId = await newRoom()
    await app.send(ann, roomId, 'Read')
    await app.must(bob, 'POST', `/api/chat-rooms/${roomId}/read`, { up_to_seq: 1 })
    await app.send(ann, roomId, 'Not read')
    const { rooms } = await app.resume(ann, [holding(roomId)])
    expect(rooms[0]?.messages.map(({ read }) => read)).toEqual([true, false])
  })

  it('receives files and payment requests with their messages', async () => {
    const deal = await environment.deal()
    const roomId = deal.room.id
    await sendFileOrThrow(app.url, deal.seller, roomId, { content: createPdf() })
    await environment.asked(deal)
    await app.send(deal.buyer, roomId, 'Text')
    const { items } = await app.page(deal.buyer, roomId)
    expect(items.map(({ file, type }) => [file?.name, type])).toEqual([
      ['report.pdf', undefined],
      [undefined, 'payment_request'],
      [undefined, undefined],
    ])
    expect((await app.resume(deal.buyer, [holding(roomId)])).rooms[0]?.messages).toEqual(items)
  })

  it('receives the messages and closed status of a room that was closed in between', async () => {
    const roomId = await newRoom()
    await app.send(ann, roomId, 'Last words')
    await app.must(ann, 'POST', `/api/chat-rooms/${roomId}/close`)
    const { rooms, list } = await app.resume(bob, [holding(roomId)])
    expect(listSeqs(rooms[0]?.messages)).toEqual([1])
    expect(list.items).toMatchObject([{ id: roomId, status: 'closed' }])
  })

  it('gets its own rooms, and a list of requested rooms that it cannot read', async () => {
    const [own, left] = [await newRoom(), await newRoom()]
    const foreign = await app.room(await app.profiled(), await app.profiled())
    const nowhere = randomUUID()
    for (const roomId of [own, left]) await app.send(ann, roomId, 'Hello')
    await app.sql('DELETE FROM room_members WHERE room_id = $1 AND user_id = $2', [left, bob.id])
    const { rooms, gone } = await app.resume(bob, [holding(left), holding(foreign.id), holding(nowhere), holding(own)])
    expect(rooms.map(({ room_id }) => room_id)).toEqual([own])
    expect(gone).toEqual([left, foreign.id, nowhere])
  })

  it('receives the lower position of a room that lost messages, as after a restored backup', async () => {
    const roomId = await newRoom()
    await app.send(ann, roomId, 'All there is')
    const { rooms } = await app.resume(bob, [holding(roomId, 7, 3)])
    expect(rooms).toEqual([{ room_id: roomId, messages: [], changed: [], has_more: false, last_seq: 1, change_seq: 0 }])
  })

  it('does not have to fetch positions of messages that no longer exist', async () => {
    const roomId = await newRoom()
    for (const n of upTo(4)) await app.send(ann, roomId, `Number ${n}`)
    await app.sql('DELETE FROM chat_messages WHERE room_id = $1 AND seq IN (2, 4)', [roomId])
    const { rooms } = await app.resume(bob, [holding(roomId, 1)])
    expect(rooms).toMatchObject([{ has_more: false, last_seq: 4 }])
    expect(listSeqs(rooms[0]?.messages)).toEqual([3])
  })
})

describe('a thousand missed messages', () => {
  it('come in pages without duplicates, and each page shows whether another page follows', async () => {
    const roomId = await newRoom()
    await sentBefore(roomId, ann, 1000)
    const holder = createHolder(bob, roomId)
    let calls = 1
    while (await holder.resume()) calls++
    expect(calls).toBe(1000 / LIMITS.chatPageMax)
    expect(listSeqs(holder.messages())).toEqual(upTo(1000))
  })

  it('in several rooms share one limit, which the first requested rooms use up first', async () => {
    const ids = [await newRoom(), await newRoom(), await newRoom()]
    for (const id of ids) await sentBefore(id, ann, 1000)
    const { rooms } = await app.resume(
      bob,
      ids.toReversed().map((id) => holding(id)),
    )
    expect(rooms.map(({ room_id, messages, has_more }) => [room_id, messages.length, has_more])).toEqual([
      [ids[2], 100, true],
      [ids[1], 100, true],
      [ids[0], 0, true],
    ])
  })
})

describe('a payment settled while a tab was away', () => {
  it('is found by the room’s change counter, wherever the message is in the room', async () => {
    const deal = await environment.deal()
    const roomId = deal.room.id
    const [first, second] = [await environment.asked(deal), await environment.asked(deal)]
    await app.send(deal.buyer, roomId, 'Let me see')
    await environment.pay(deal, second)
    const tab = await app.live(deal.seller)
    const { body: completed } = await environment.claim(deal.buyer, second, 'completed')
    const { body: rejected } = await environment.claim(deal.buyer, first, 'rejected')
    expect([completed, rejected]).toMatchObject([
      { status: 'completed', change_seq: 1 },
      { status: 'rejected', change_seq: 2 },
    ])
    const all = await app.resume(deal.seller, [holding(roomId, 3)])
    expect(all.rooms).toEqual([
      { room_id: roomId, messages: [], changed: [completed, rejected], has_more: false, last_seq: 3, change_seq: 2 },
    ])
    expect((await app.resume(deal.seller, [holding(roomId, 3, 1)])).rooms[0]?.changed).toEqual([rejected])
    expect((await app.resume(deal.seller, [holding(roomId, 3, 2)])).rooms).toEqual([])
    // A connected tab receives the same counters from events and from fetches.
    await expect.poll(() => tab.listEvents('message.updated').map(({ change_seq }) => change_seq)).toEqual([1, 2])
    await expect.poll(() => tab.listEvents('room.updated').at(-1)?.change_seq).toBe(2)
    expect((await app.page(deal.seller, roomId)).change_seq).toBe(2)
    expect(await app.getRoom(deal.seller, roomId)).toMatchObject({ last_seq: 3, change_seq: 2 })
  })

  it('is settled once and counted as one change under concurrent calls', async () => {
    const deal = await environment.deal()
    const message = await environment.asked(deal)
    await environment.pay(deal, message)
    await Promise.all(upTo(10).map(() => environment.claim(deal.buyer, message, 'completed')))
    expect(await app.getRoom(deal.buyer, deal.room.id)).toMatchObject({ change_seq: 1 })
  })

  it('is not counted when the settling transaction is rolled back', async () => {
    const deal = await environment.deal()
    const message = await environment.asked(deal)
    await environment.pay(deal, message)
    // A person's view of a room contains the counterpart's profile.
    await app.sql('ALTER TABLE profiles RENAME TO profiles_away')
    await environment.claim(deal.buyer, message, 'completed')
    await app.sql('ALTER TABLE profiles_away RENAME TO profiles')
    expect((await app.resume(deal.buyer, [holding(deal.room.id, 1)])).rooms).toEqual([])
    await environment.claim(deal.buyer, message, 'completed')
    expect((await app.resume(deal.buyer, [holding(deal.room.id, 1)])).rooms).toMatchObject([{ change_seq: 1 }])
  })

  it('many changes come in pages, without gaps', async () => {
    const roomId = await newRoom()
    await sentBefore(roomId, ann, 250)
    await app.sql('UPDATE chat_messages SET changed_seq = 251 - seq WHERE room_id = $1', [roomId])
    await app.sql('UPDATE chat_rooms SET change_seq = 250 WHERE id = $1', [roomId])
    const changes: number[] = []
    for (let hasMore = true, change = 0; hasMore;) {
      const { rooms } = await app.resume(bob, [holding(roomId, 250, change)])
      const [news] = rooms
      if (!news) throw new Error('There is more')
      changes.push(...news.changed.map(({ change_seq }) => change_seq ?? 0))
      change = news.change_seq
      hasMore = news.has_more
    }
    expect(changes).toEqual(upTo(250))
  })
})

it('a resume during sends and settlements ends in exactly the state of the database', { tags: 'slow' }, async () => {
  const deal = await environment.deal()
  const roomId = deal.room.id
  const asked = await Promise.all(upTo(12).map(() => environment.asked(deal)))
  const holders = upTo(3).map((n) => createHolder(n === 1 ? deal.seller : deal.buyer, roomId))
  const over = new AbortController()
  const resuming = holders.map(async (holder) => {
    while (!over.signal.aborted) await holder.resume()
  })
  await Promise.all([
    ...asked.map(async (message, index) => {
      if (index % 2 === 0) await environment.pay(deal, message)
      await environment.claim(deal.buyer, message, index % 2 === 0 ? 'completed' : 'rejected')
    }),
    ...[deal.seller, deal.buyer].map(async (person) => {
      for (const n of upTo(60)) expect((await app.send(person, roomId, `Number ${n}`)).status).toBe(200)
    }),
  ])
  over.abort()
  await Promise.all(resuming)
  const truth = await app.allMessages(deal.buyer, roomId)
  expect(truth).toHaveLength(12 + 2 * 60)
  expect(truth.filter(({ change_seq }) => change_seq !== undefined)).toHaveLength(12)
  for (const holder of holders) {
    while (await holder.resume());
    expect(holder.messages()).toEqual(truth)
    expect(holder.changeSeq()).toBe(12)
    expect(findRoom((await app.resume(deal.buyer, [holding(roomId, truth.length, 12)])).rooms, roomId)).toBeUndefined()
  }
})

it('a resume costs one statement besides the list of rooms, with and without changes', async () => {
  const deal = await environment.deal()
  const ids = [deal.room.id, (await app.room(deal.seller, deal.buyer)).id]
  await environment.asked(deal)
  for (const id of ids) await app.send(deal.seller, id, 'Hello')
  const recording = await openRecordingDatabase(app.databaseUrl)
  try {
    const list = async () => ({ items: [], unread_total: 0, next_cursor: null })
    const stamps = {
      requests: requestStamp,
      seller: sellerStamp({ known: () => null }),
      notifications: notificationStamp,
    }
    const resume = createResumeService({ db: recording.db, payments: paymentAttachments, stamps, list })
    const { rooms } = await resume(deal.buyer.id, [holding(ids[0] ?? '', 2), holding(ids[1] ?? '', 1)])
    expect(rooms).toEqual([])
    expect(recording.statements).toHaveLength(1)
    const missed = await resume(
      deal.buyer.id,
      ids.map((id) => holding(id)),
    )
    expect(missed.rooms.map(({ messages }) => messages.length)).toEqual([2, 1])
    expect(recording.statements).toHaveLength(2)
    await resume(deal.buyer.id, [])
    expect(recording.statements).toHaveLength(3)
  } finally {
    await recording.close()
  }
})

it('a resume marks a room whose last messages were lost and replaced in a failover', async () => {
  const roomId = await newRoom()
  await app.send(ann, roomId, 'One')
  await app.send(ann, roomId, 'Lost')
  const held = await app.allMessages(bob, roomId)
  const last_client_id = held.at(-1)?.client_id ?? ''
  const ask = async () => (await app.resume(bob, [{ ...holding(roomId, 2), last_client_id }])).rooms
  expect(await ask()).toEqual([])
  await app.sql('UPDATE chat_messages SET client_id = uuidv7() WHERE room_id = $1 AND seq = 2', [roomId])
  expect(await ask()).toMatchObject([{ room_id: roomId, is_another: true, messages: [], last_seq: 2 }])
  await app.send(ann, roomId, 'Three')
  expect(await ask()).toMatchObject([{ room_id: roomId, is_another: true, messages: [], last_seq: 3 }])
  const [unsaid] = (await app.resume(bob, [holding(roomId, 2)])).rooms
  expect([unsaid?.is_another, listSeqs(unsaid?.messages)]).toEqual([undefined, [3]])
})

describe('the positions that a client sends', () => {
  it('count once for each room: the last position of the room is used', async () => {
    const roomId = await newRoom()
    await app.send(ann, roomId, 'Hello')
    const { rooms } = await app.resume(bob, [holding(roomId.toUpperCase(), 1), holding(roomId)])
    expect(rooms).toHaveLength(1)
    expect(listSeqs(rooms[0]?.messages)).toEqual([1])
  })

  it.each([
    ['nothing', {}],
    ['no list', { rooms: 'x' }],
    ['rooms without a place', { rooms: [{ room_id: randomUUID() }] }],
    ['a room that is none', { rooms: [{ room_id: "x' OR 1=1 --", last_seq: 0, change_seq: 0 }] }],
    ['a place before the first', { rooms: [{ room_id: randomUUID(), last_seq: -1, change_seq: 0 }] }],
    ['a change that is no number', { rooms: [{ room_id: randomUUID(), last_seq: 0, change_seq: '0' }] }],
    ['a place beyond all numbers', { rooms: [{ room_id: randomUUID(), last_seq: 2 ** 31, change_seq: 0 }] }],
    ['a field too many', { rooms: [{ room_id: randomUUID(), last_seq: 0, change_seq: 0, user_id: randomUUID() }] }],
    ['one room too many', { rooms: upTo(LIMITS.resumedRoomsMax + 1).map(() => holding(randomUUID())) }],
  ])('are refused when the input is %s', async (_name, input) => {
    expect(await app.api(bob, 'POST', '/api/chat-rooms/resume', input)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    })
  })

  it('may be the highest possible, in the maximum number of rooms', async () => {
    const rooms = upTo(LIMITS.resumedRoomsMax).map(() => holding(randomUUID(), 2_147_483_646, 2_147_483_646))
    expect((await app.resume(bob, rooms)).gone).toHaveLength(LIMITS.resumedRoomsMax)
  })
})

it('allows a person sixty concurrent resumes, and refuses more with the time to retry', { tags: 'slow' }, async () => {
  const limited = await createTestApp({ attemptLimitFactor: 1 })
  try {
    const [one, other] = [await limited.profiled(), await limited.profiled()]
    const ask = (person: Person) => limited.api(person, 'POST', '/api/chat-rooms/resume', { rooms: [] })
    const [most, windowS] = [60, 10]
    const startedAt = performance.now()
    const answers: Answer<Failure>[] = []
    const isRefused = ({ status }: Answer<Failure>): boolean => status !== 200
    while (!answers.some(isRefused)) answers.push(...(await Promise.all(upTo(30).map(() => ask(one)))))
    const passedS = (performance.now() - startedAt) / 1000

    const answered = answers.filter((answer) => !isRefused(answer)).length
    expect(answered).toBeGreaterThanOrEqual(most)
    expect(answered).toBeLessThanOrEqual(most + Math.ceil((passedS * most) / windowS))
    for (const refused of answers.filter(isRefused)) {
      expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await ask(other)).status).toBe(200)
  } finally {
    await limited.close()
  }
})
