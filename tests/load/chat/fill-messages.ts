import type { Sql } from '@kundig/testing/database/test-database'

import { fillPeople, type ChatUser, listChatUsers } from './fill-people.ts'

export const ROOM_SIZE = 10_000
const OTHER_SIZE = 1000

interface Shape {
  sizes: number[]
}

function computeRoomSizes(messages: number): Shape {
  const big = Math.floor(messages / 10)
  const others = Math.max(0, Math.floor((messages - ROOM_SIZE - big) / OTHER_SIZE))
  return messages <= ROOM_SIZE
    ? { sizes: [ROOM_SIZE] }
    : { sizes: [ROOM_SIZE, big, ...Array.from({ length: others }, () => OTHER_SIZE)] }
}

/** Inserts messages in rooms of two, scattered over the table as in production. Up to 10,000 messages form one room. */
export async function fillMessages(sql: Sql, messages: number): Promise<void> {
  const { sizes } = computeRoomSizes(messages)
  await fillPeople(sql, sizes.length * 2)
  // Keys are dropped, and created again after the inserts, which then take minutes instead of an hour.
  const keys = await sql.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint
     WHERE (conrelid = 'chat_messages'::regclass AND contype IN ('p', 'u', 'f'))
       OR (confrelid = 'chat_messages'::regclass AND contype = 'f')
     ORDER BY contype <> 'f', contype = 'u'`,
  )
  for (const { table, name } of keys) await sql.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  await sql.query(`SET maintenance_work_mem = '512MB'`)
  await sql.query(`SET work_mem = '512MB'`)
  await sql.query('SET jit = off')
  await sql.query(
    `INSERT INTO chat_messages (room_id, seq, sender_id, client_id, content, created_at, updated_at)
     SELECT id, n, participant_ids[1 + (n / 3) % 2], gen_random_uuid(),
       n || ': ' || repeat('Knows a great deal about this. ', 1 + n % 5), at, at
     FROM (
       SELECT id, participant_ids, n, now() - (1 - n::float8 / size) * interval '365 days' AS at
       FROM (SELECT id, participant_ids, ($1::int[])[row_number() OVER (ORDER BY id)] AS size FROM chat_rooms) AS rooms,
         LATERAL generate_series(1, size) AS n
     ) AS written
     ORDER BY at`,
    [sizes],
  )
  for (const { table, name, definition } of keys.toReversed()) {
    await sql.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  }
  await sql.query(
    `UPDATE chat_rooms SET last_seq = size
     FROM (SELECT room_id, count(*)::int AS size FROM chat_messages GROUP BY room_id) AS written
     WHERE room_id = id`,
  )
  await sql.query(
    'UPDATE room_members SET last_read_seq = last_seq FROM chat_rooms WHERE chat_rooms.id = room_members.room_id',
  )
  for (const table of ['chat_messages', 'chat_rooms', 'room_members']) await sql.query(`VACUUM (ANALYZE) ${table}`)
}

export interface Reader extends ChatUser {
  size: number
}

export async function listReaders(sql: Sql): Promise<Reader[]> {
  const rooms = await sql.query<{ id: string; last_seq: number }>(
    'SELECT id, last_seq FROM chat_rooms ORDER BY id LIMIT 2',
  )
  const users = await listChatUsers(sql)
  return rooms.flatMap(({ id, last_seq }) => {
    const user = users.find(({ roomId }) => roomId === id)
    return user ? [{ ...user, size: last_seq }] : []
  })
}
