import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import {
  countChange,
  findBefore,
  insertBatch,
  insertNext,
  type NewMessage,
} from '@kundig/server/features/chat/messages/message.repository'
import { type Database, openDatabase } from '@kundig/server/platform/database/database'
import { createLogger, describeError } from '@kundig/server/platform/logging/logger'
import { openSql, type Sql } from '@kundig/testing/database/test-database'
import { median } from '@kundig/testing/figures/median'

import { createFigures } from '../figures.ts'
import { fillMessages } from './fill-messages.ts'
import { partitionOnline } from './partition-online.ts'
import { createTestEnvironment } from './test-environment.ts'

/**
 * Tries on a copy what dividing the table of messages by the hash of their rooms takes: how long each step is, what those
 * notice who write meanwhile, whether every message and every change to one is taken over, and what sending and reading
 * cost before and after (both in this run, in turn). It is no benchmark with a budget: docs/growth.md has what came of it.
 *
 * npm run bench:partitions
 *
 * MESSAGES=200000  instead of ten million
 * PARTITIONS=16    instead of 32
 * ROUNDS=5         instead of 15
 * DATA_DIR=…       keeps the filled database there for the next run
 */
const MESSAGES = Number(process.env['MESSAGES'] ?? 10_000_000)
const PARTITIONS = Number(process.env['PARTITIONS'] ?? 32)
const ROUNDS = Number(process.env['ROUNDS'] ?? 15)

/** Messages a second that people write meanwhile; after each, an older message of a room changes, as one that is paid does. */
const WRITTEN_PER_S = 50
const PAGE_SIZE = 20
/** Rooms that a batch is for; each gets a message. */
const BATCH = 50

interface Room {
  id: string
  last_seq: number
  participant_ids: string[]
}

const figures = createFigures()
const logger = createLogger('silent')

const secondsSince = (startedAt: number): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
const anyOf = <T>(values: readonly T[]): T => {
  const value = values[Math.floor(Math.random() * values.length)]
  if (value === undefined) throw new Error('There is none')
  return value
}
const messageFor = ({ id, participant_ids: [senderId = ''] }: Room): NewMessage => ({
  roomId: id,
  senderId,
  clientId: randomUUID(),
  content: 'Knows a great deal about this.',
})

const roomsOf = (sql: Sql): Promise<Room[]> =>
  sql.query<{ id: string; last_seq: number; participant_ids: string[] }>(
    'SELECT id, last_seq, participant_ids FROM chat_rooms ORDER BY id',
  )

/** As the server stores messages. */
const openForSending = (url: string) =>
  openDatabase(url, 1, logger, { keptOpen: 1, readsByIndex: true, statementTimeoutMs: 3000 })

/** Writes into all rooms and changes messages that were there, evenly, until it is stopped. */
function writeTo(url: string, rooms: readonly Room[]) {
  const database = openForSending(url)
  const waits: number[] = []
  const failures: string[] = []
  let changes = 0
  const fail = (error: unknown): void => void failures.push(describeError(error))
  const change = async ({ id, last_seq: lastSeq }: Room): Promise<void> => {
    const seq = 1 + Math.floor(Math.random() * lastSeq)
    await database.db.transaction((tx) => countChange(tx, id, seq))
    changes++
  }
  const stopping = new AbortController()
  const writing = (async () => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      await insertNext(database.db, messageFor(anyOf(rooms))).catch(fail)
      waits.push(performance.now() - startedAt)
      await change(anyOf(rooms)).catch(fail)
      await sleep(Math.max(0, 1000 / WRITTEN_PER_S - (performance.now() - startedAt)))
    }
  })()
  return async () => {
    stopping.abort()
    await writing
    await database.close()
    const sorted = waits.toSorted((a, b) => a - b)
    const at = (share: number): string =>
      `${(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(0)} ms`
    return `${waits.length} messages and ${changes} changes: of a message median ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}; ${failures.length} failed ${[...new Set(failures)].join()}`
  }
}

/**
 * Messages that were not taken over as they were when the tables changed places: missing, made up, or without their latest
 * change. What was written or changed since then is only in the new table.
 */
async function wrongMessages(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ wrong: number }>(
    `SELECT count(*)::int AS wrong FROM chat_messages_old o FULL JOIN chat_messages n USING (room_id, seq)
     LEFT JOIN chat_messages_copied c USING (room_id)
     WHERE n.seq IS NULL OR (o.seq IS NULL AND seq <= c.up_to)
       OR (o.seq IS NOT NULL AND o IS DISTINCT FROM n AND coalesce(n.changed_seq, 0) <= coalesce(c.up_to_change, 0))`,
  )
  return row?.wrong ?? Number.NaN
}

/** Rooms of which messages are missing, or there are too many. */
async function wrongRooms(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ wrong: number }>(
    `SELECT count(*)::int AS wrong FROM chat_rooms r
     LEFT JOIN (SELECT room_id, count(*) AS count, max(seq) AS last FROM chat_messages GROUP BY room_id) m ON m.room_id = r.id
     WHERE r.last_seq <> coalesce(m.count, 0) OR r.last_seq <> coalesce(m.last, 0)`,
  )
  return row?.wrong ?? Number.NaN
}

async function sizeOf(sql: Sql, tables: string): Promise<string> {
  const [row] = await sql.query<{ rows: string; indexes: string }>(
    `SELECT pg_size_pretty(sum(pg_table_size(oid))) AS rows, pg_size_pretty(sum(pg_indexes_size(oid))) AS indexes
     FROM pg_class WHERE relkind = 'r' AND relname ~ $1`,
    [tables],
  )
  return `${row?.rows} of rows, ${row?.indexes} of indexes`
}

/** What is compared: done so many times in a round. */
const WORK: {
  name: string
  times: number
  run: (db: Database, sending: Database, rooms: readonly Room[]) => Promise<unknown>
}[] = [
  { name: 'sending a message', times: 100, run: (_, sending, rooms) => insertNext(sending, messageFor(anyOf(rooms))) },
  {
    name: `sending ${BATCH} messages together`,
    times: 10,
    run: (_, sending, rooms) => {
      const start = Math.floor(Math.random() * Math.max(1, rooms.length - BATCH))
      return insertBatch(sending, rooms.slice(start, start + BATCH).map(messageFor))
    },
  },
  {
    name: 'the newest page of a room',
    times: 100,
    run: (db, _, rooms) => findBefore(db, anyOf(rooms).id, undefined, PAGE_SIZE),
  },
  {
    name: 'an old page of a room',
    times: 100,
    run: (db, _, rooms) => {
      const { id, last_seq: lastSeq } = anyOf(rooms)
      return findBefore(db, id, PAGE_SIZE + 1 + Math.floor(Math.random() * Math.max(1, lastSeq - PAGE_SIZE)), PAGE_SIZE)
    },
  },
]

/** Times of each kind of work in both databases (ms), a median for each round. */
async function compare(before: string, after: string, rooms: readonly Room[]): Promise<void> {
  const systems = [before, after].map((url) => ({ pool: openDatabase(url, 1, logger), sending: openForSending(url) }))
  const times = WORK.map(() => systems.map((): number[] => []))
  // The first rounds warm up.
  for (let round = -2; round < ROUNDS; round++) {
    for (const [kind, { run, times: count }] of WORK.entries()) {
      // Whoever is first in one round is second in the next.
      for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const system = systems[index]
        if (!system) continue
        const taken: number[] = []
        for (let time = 0; time < count; time++) {
          const startedAt = performance.now()
          await run(system.pool.db, system.sending.db, rooms)
          taken.push(performance.now() - startedAt)
        }
        if (round >= 0) times[kind]?.[index]?.push(median(taken))
      }
    }
  }
  for (const { pool, sending } of systems) await Promise.all([pool.close(), sending.close()])
  for (const [kind, { name }] of WORK.entries()) {
    const [whole = [], divided = []] = times[kind] ?? []
    const ratios = divided.map((time, round) => time / (whole[round] ?? Number.NaN)).toSorted((a, b) => a - b)
    const [low, high] = [ratios[Math.floor(ratios.length / 4)], ratios[Math.floor((ratios.length * 3) / 4)]]
    figures.say(
      name,
      `${median(whole).toFixed(2)} ms before, ${median(divided).toFixed(2)} ms after: ${median(ratios).toFixed(2)}× (${low?.toFixed(2)} to ${high?.toFixed(2)})`,
    )
  }
}

const environment = await createTestEnvironment(process.env['DATA_DIR'])
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void environment.close().finally(() => process.exit(130)))
}
try {
  figures.heading(`${MESSAGES} messages in ${PARTITIONS} partitions`)
  let startedAt = performance.now()
  const whole = await environment.keptDatabase(`messages_${MESSAGES}`, (sql) => fillMessages(sql, MESSAGES))
  figures.say('filling', secondsSince(startedAt))
  startedAt = performance.now()
  const divided = await environment.freshDatabase('messages_divided', `messages_${MESSAGES}`)
  figures.say('a copy of it', secondsSince(startedAt))

  const sql = await openSql(divided)
  const rooms = await roomsOf(sql)
  figures.say('one table', await sizeOf(sql, '^chat_messages$'))
  const stopWriting = writeTo(divided, rooms)
  startedAt = performance.now()
  for (const { name, seconds, isOnline, result = '' } of await partitionOnline(sql, PARTITIONS)) {
    figures.say(`${isOnline ? '' : '(nobody writes or reads) '}${name}`, `${seconds.toFixed(2)} s ${result}`)
  }
  figures.say('all together', secondsSince(startedAt))
  figures.say('whoever wrote meanwhile', await stopWriting())
  figures.say('in partitions', await sizeOf(sql, '^chat_messages_\\d+$'))
  figures.say('rooms with messages missing or doubled', String(await wrongRooms(sql)))
  figures.say('messages missing, or without their latest change', String(await wrongMessages(sql)))
  const message = messageFor(anyOf(rooms))
  await sql
    .query(
      `INSERT INTO chat_messages SELECT room_id, seq + 1000000000, sender_id, client_id, content, created_at, updated_at
     FROM chat_messages WHERE room_id = $1 LIMIT 1`,
      [message.roomId],
    )
    .catch((error: unknown) => {
      figures.say(
        'a doubled client id breaks',
        error instanceof Error && 'constraint' in error ? String(error.constraint) : describeError(error),
      )
    })
  await sql.query('DROP TABLE chat_messages_old')
  await sql.query('VACUUM (ANALYZE) chat_messages')
  await sql.close()
  const other = await openSql(whole)
  await other.query('VACUUM (ANALYZE) chat_messages')
  await other.query('CHECKPOINT')
  await other.close()

  figures.heading('What it costs, in turn')
  startedAt = performance.now()
  await compare(whole, divided, rooms)
  figures.say('compared', secondsSince(startedAt))
} finally {
  await environment.close()
}
