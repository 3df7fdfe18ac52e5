import type { Sql } from '@kundig/testing/database/test-database'
import { signToken } from '@kundig/testing/people/seeded-user'

import { BENCH_SECRET } from '../bench-app.ts'

export interface ChatUser {
  id: string
  roomId: string
  cookie: string
}

/** Inserts pairs of people directly: sign-up and acceptance of 10,000 people would take half an hour. */
export async function fillPeople(sql: Sql, count: number): Promise<void> {
  await sql.query(
    `INSERT INTO "user" (id, name, email) SELECT uuidv7(), '', n || '@example.com' FROM generate_series(1, $1::int) n`,
    [count],
  )
  await sql.query(
    `INSERT INTO session (id, user_id, token, expires_at)
     SELECT uuidv7(), id, replace(gen_random_uuid()::text, '-', ''), now() + interval '30 days' FROM "user"`,
  )
  await sql.query(`INSERT INTO profiles (id, full_name, expertise_category, is_public)
     SELECT id, 'Ada Ademola', 'education', false FROM "user"`)
  await sql.query(
    `INSERT INTO chat_rooms (participant_ids, requester_id)
     SELECT ids, ids[1] FROM (
       SELECT array_agg(id ORDER BY id) AS ids
       FROM (SELECT id, (row_number() OVER (ORDER BY id) - 1) / 2 AS pair FROM "user") AS people GROUP BY pair
     ) AS pairs`,
  )
  await sql.query(
    'INSERT INTO room_members (room_id, user_id) SELECT id, unnest(participant_ids) FROM chat_rooms ORDER BY id',
  )
  for (const table of ['"user"', 'session', 'profiles', 'chat_rooms', 'room_members']) {
    await sql.query(`VACUUM (ANALYZE) ${table}`)
  }
}

/** Lists people in pairs with a room, and extends their sessions by a month. */
export async function listChatUsers(sql: Sql): Promise<ChatUser[]> {
  await sql.query(`UPDATE session SET expires_at = now() + interval '30 days'`)
  const rows = await sql.query<{ id: string; room_id: string; token: string }>(
    `SELECT m.user_id AS id, m.room_id, s.token FROM room_members m JOIN session s USING (user_id)
     ORDER BY m.room_id, m.user_id`,
  )
  return rows.map(({ id, room_id, token }) => ({ id, roomId: room_id, cookie: createSessionCookie(token) }))
}

function createSessionCookie(token: string): string {
  return `kundig.session_token=${signToken(token, BENCH_SECRET)}`
}
