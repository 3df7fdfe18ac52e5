import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { MessageBatches, createMessageStore } from '../../../src/features/chat/messages/message-batches.ts'
import {
  insertNextMessage,
  insertMessageWithoutRetry,
  isRaceForClientId,
  type NewMessage,
} from '../../../src/features/chat/messages/message.repository.ts'
import { closeRoom, markRead } from '../../../src/features/chat/rooms/room.repository.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { createLogger } from '../../../src/platform/logging/logger.ts'

const ROOMS = 12
const TALKERS = 24
const MESSAGES_EACH = 60

const app = useTestApp()
let people: Person[]
const opened: ReturnType<typeof openDatabase>[] = []

function openServer(): { batches: MessageBatches; database: ReturnType<typeof openDatabase> } {
  const [database, forBatches] = [4, 1].map((max) => openDatabase(app.databaseUrl, max, createLogger('silent')))
  if (!database || !forBatches) throw new Error('Two were opened')
  opened.push(database, forBatches)
  return { database, batches: new MessageBatches(createMessageStore({ db: database.db, batchDb: forBatches.db })) }
}

beforeAll(async () => {
  people = await Promise.all(Array.from({ length: 4 }, () => app.profiled()))
})
afterAll(async () => {
  for (const database of opened) await database.close()
})

const pick = <Of>(list: readonly Of[]): Of => {
  const one = list[Math.floor(Math.random() * list.length)]
  if (one === undefined) throw new Error('Nothing to pick from')
  return one
}

interface TestRoom {
  id: string
  people: readonly string[]
}

async function openRoom(one: Person, other: Person): Promise<TestRoom> {
  return { id: (await app.room(one, other)).id, people: [one.id, other.id] }
}

describe('two servers with concurrent batches, single statements, transactions, marks and closes', () => {
  it('store each message once, without gaps or wrong counts, and none after the close', async () => {
    const rooms: TestRoom[] = []
    for (let number = 0; number < ROOMS; number++) {
      const one = pick(people)
      rooms.push(await openRoom(one, pick(people.filter((person) => person !== one))))
    }
    const servers = [openServer(), openServer()]
    const { database } = openServer()
    const ways: ((message: NewMessage) => ReturnType<typeof insertNextMessage>)[] = [
      ...servers.map(
        ({ batches }) =>
          (message: NewMessage) =>
            batches.insert(message),
      ),
      ...servers.map(
        ({ batches }) =>
          (message: NewMessage) =>
            batches.insert(message),
      ),
      (message) => insertNextMessage(database.db, message),
      (message) => database.db.transaction((tx) => insertMessageWithoutRetry(tx, message)),
    ]
    const closing = new Set<string>()
    const places = new Map<string, number>()
    const wrong: string[] = []

    async function sendOne(content: string): Promise<void> {
      const room = pick(rooms)
      const message = {
        roomId: Math.random() < 0.02 ? randomUUID() : room.id,
        senderId: Math.random() < 0.05 ? pick(people).id : pick(room.people),
        clientId: randomUUID(),
        content,
      }
      const belongs = message.roomId === room.id && room.people.includes(message.senderId)
      const times = Math.random() < 0.2 ? 4 : 1
      const answers = await Promise.allSettled(Array.from({ length: times }, () => pick(ways)(message)))
      for (const answer of answers) {
        if (answer.status === 'rejected') {
          if (!isRaceForClientId(answer.reason)) wrong.push(String(answer.reason))
        } else if (answer.value === undefined) {
          if (belongs && !closing.has(room.id)) wrong.push('refused in an open room')
        } else {
          const { seq } = answer.value.row
          if (!belongs) wrong.push('a stranger wrote')
          if ((places.get(message.clientId) ?? seq) !== seq) wrong.push('two places for one message')
          places.set(message.clientId, seq)
        }
      }
    }

    async function talk(talker: number): Promise<void> {
      for (let number = 0; number < MESSAGES_EACH; number++) {
        await sendOne(`${talker}.${number}`)
        if (Math.random() < 0.3) {
          const room = pick(rooms)
          await markRead(database.db, room.id, pick(room.people), Math.floor(Math.random() * 200))
        }
        if (talker < 3 && number === MESSAGES_EACH / 2) {
          const room = rooms[talker]
          if (room) {
            closing.add(room.id)
            await closeRoom(database.db, room.id)
          }
        }
      }
    }
    await Promise.all(Array.from({ length: TALKERS }, (_, talker) => talk(talker)))

    expect(wrong).toEqual([])
    const [books] = await app.sql(`
      SELECT
        (SELECT count(*)::int FROM chat_rooms r
          WHERE last_seq <> (SELECT count(*) FROM chat_messages m WHERE m.room_id = r.id)
            OR last_seq <> coalesce((SELECT max(seq) FROM chat_messages m WHERE m.room_id = r.id), 0)) AS gaps,
        (SELECT count(*)::int FROM room_members m
          WHERE unread_count <> (SELECT count(*) FROM chat_messages c
            WHERE c.room_id = m.room_id AND c.seq > m.last_read_seq AND c.sender_id <> m.user_id)) AS drifted,
        (SELECT count(*)::int FROM chat_messages m JOIN chat_rooms r ON r.id = m.room_id
          WHERE m.created_at > r.closed_at) AS after_close,
        (SELECT count(*)::int FROM (
          SELECT created_at < lag(created_at) OVER (PARTITION BY room_id ORDER BY seq) AS back FROM chat_messages
        ) AS times WHERE back) AS times_back`)
    expect(books).toEqual({ gaps: 0, drifted: 0, after_close: 0, times_back: 0 })
    const stored = await app.sql<{ client_id: string; seq: number }>('SELECT client_id, seq FROM chat_messages')
    expect(new Map(stored.map(({ client_id, seq }) => [client_id, seq]))).toEqual(places)
    expect(places.size).toBeGreaterThan((TALKERS * MESSAGES_EACH) / 2)
  })
})

describe('a batch next to a room locked by another transaction', () => {
  it('stores messages of other rooms immediately, and messages of the locked room in order later', async () => {
    const [ann, bob, cem] = people
    if (!ann || !bob || !cem) throw new Error('There are four people')
    const [locked, free] = [await openRoom(ann, bob), await openRoom(ann, cem)]
    const { batches, database } = openServer()
    const message = (room: TestRoom, content: string): NewMessage => ({
      roomId: room.id,
      senderId: ann.id,
      clientId: randomUUID(),
      content,
    })
    let unlock: () => void = () => undefined
    const unlocked = new Promise<void>((resolve) => {
      unlock = resolve
    })
    let isLocked: () => void = () => undefined
    const whenLocked = new Promise<void>((resolve) => {
      isLocked = resolve
    })
    const holding = database.db.transaction(async (tx) => {
      await insertMessageWithoutRetry(tx, message(locked, 'by a transaction'))
      isLocked()
      await unlocked
    })
    await whenLocked
    const waiting = ['one', 'two', 'three'].map((content) => batches.insert(message(locked, content)))
    expect((await batches.insert(message(free, 'beside it')))?.row.seq).toBe(1)
    unlock()
    await holding
    expect((await Promise.all(waiting)).map((stored) => stored?.row.seq)).toEqual([2, 3, 4])
  })
})

describe('marking as read', () => {
  it('takes one statement, which counts the unread messages and never moves a mark back', async () => {
    const [ann, bob] = people
    if (!ann || !bob) throw new Error('There are four people')
    const room = await openRoom(ann, bob)
    const { database } = openServer()
    for (let number = 1; number <= 5; number++) await app.send(ann, room.id, `${number}`)
    const mark = (upTo: number) => markRead(database.db, room.id, bob.id, upTo)
    expect(await mark(3)).toMatchObject({ moved: true, lastReadSeq: 3, unreadCount: 2, lastSeq: 5 })
    expect(await mark(2)).toMatchObject({ moved: false, lastReadSeq: 3, unreadCount: 2 })
    expect(await mark(99)).toMatchObject({ moved: true, lastReadSeq: 5, unreadCount: 0 })
    expect(await markRead(database.db, room.id, people[3]?.id ?? '', 1)).toBeUndefined()
  })
})

describe('a column that a newer release adds to the messages', () => {
  it('breaks no prepared statement: single inserts, batches and transactions continue', async () => {
    const { database, batches } = openServer()
    const [one, other] = [pick(people), await app.profiled()]
    const room = await openRoom(one, other)
    const message = (): NewMessage => ({ roomId: room.id, senderId: one.id, clientId: randomUUID(), content: 'Hello' })
    const sendEachWay = async (): Promise<(number | undefined)[]> => {
      const alone = await batches.insert(message())
      const together = await Promise.all([
        batches.insert(message()),
        batches.insert(message()),
        batches.insert(message()),
      ])
      const within = await database.db.transaction((tx) => insertMessageWithoutRetry(tx, message()))
      return [alone, ...together, within].map((stored) => stored?.row.seq)
    }
    expect(await sendEachWay()).toEqual([1, 2, 3, 4, 5])
    await app.sql('ALTER TABLE chat_messages ADD COLUMN made_by_a_newer_release int')
    expect(await sendEachWay()).toEqual([6, 7, 8, 9, 10])
  })
})
