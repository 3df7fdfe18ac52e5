import { openSql } from '@kundig/testing/database/test-database'

import type { Figures } from '../figures.ts'
import { type Case, computeQuantile, measureCases } from '../search/http-rounds.ts'
import { fillMessages } from './fill-messages.ts'
import { type ChatUser, listChatUsers } from './fill-people.ts'
import type { TestEnvironment } from './test-environment.ts'

const KUNDIG_SERVER = new URL('./kundig-server.ts', import.meta.url)

const AT_MOST = 5
const ROOMS = 100
const PER_ROUND = 20
const ROUNDS_FOR_ONE = 5

/** Compares two p95 times over HTTP: a search in 100 rooms of 1,000 messages, and a page of one of these rooms. */
export async function benchMessageSearch(
  environment: TestEnvironment,
  figures: Figures,
  messages: number,
  rounds: number,
): Promise<void> {
  figures.heading(`Searches in ${ROOMS} rooms, at ${messages} messages in all`)
  const database = await environment.keptDatabase(`messages_${messages}`, (sql) => fillMessages(sql, messages))
  const reader = await assignRoomsToUser(database)
  const { url } = await environment.child(KUNDIG_SERVER, { DATABASE_URL: database })
  const toCase = (name: string, toPath: (attempt: number) => string): Case => ({
    name,
    cookie: reader.cookie,
    perRound: PER_ROUND,
    path: (attempt) => `${url}/api/${toPath(attempt)}`,
  })
  const search = (name: string, toQuery: (attempt: number) => string): Case =>
    toCase(name, (attempt) => `messages?${new URLSearchParams({ query: toQuery(attempt) }).toString()}`)
  const cases = [
    toCase('page', (attempt) => `chat-rooms/${reader.roomId}/messages?before_seq=${21 + ((attempt * 79) % 900)}`),
    search('a word of most messages', () => 'w1x'),
    search('a word of one message in 100', (attempt) => `w${60 + (attempt % 20)}x`),
    search('a rare word', (attempt) => `w${20_000 + ((attempt * 37) % 20_000)}x`),
    search('the beginning of many words', (attempt) => `w${30 + (attempt % 60)}`),
    search('three words', (attempt) => `w1x w2x w${100 + (attempt % 50)}x`),
    search('a word of no message', (attempt) => `none${attempt}`),
    toCase('a rare word in one room', (attempt) => `messages?query=w${2000 + attempt}x&room_id=${reader.roomId}`),
  ]
  const [page = [], ...searches] = await measureCases('', cases, rounds * ROUNDS_FOR_ONE)
  const reference = computeQuantile(page, 0.95)
  figures.log('a page', `p95 ${reference.toFixed(2)} ms`)
  for (const [index, times] of searches.entries()) {
    figures.judge(`${cases[index + 1]?.name ?? ''}, p95 of a page's`, computeQuantile(times, 0.95) / reference, {
      atMost: AT_MOST,
    })
  }
}

/** Gives one person 100 rooms of 1,000 messages with words of natural frequencies. */
async function assignRoomsToUser(database: string): Promise<ChatUser> {
  const sql = await openSql(database)
  const rooms = await sql.query<{ id: string; one: string; other: string }>(
    `SELECT id, participant_ids[1] AS one, participant_ids[2] AS other FROM chat_rooms WHERE last_seq = 1000
     ORDER BY id LIMIT ${ROOMS}`,
  )
  const ids = rooms.map(({ id }) => id)
  const reader = rooms[0]?.one
  // Foreign keys are disabled, because rows on both of their sides change.
  await sql.query('SET session_replication_role = replica')
  await sql.query(
    `UPDATE chat_messages m SET
       sender_id = CASE WHEN sender_id = participant_ids[1] THEN $2::uuid ELSE sender_id END,
       content = (
         SELECT string_agg('w' || floor(exp(random() * ln(60000)))::int || 'x', ' ') FROM generate_series(1, 5 + seq % 12)
       )
     FROM chat_rooms r WHERE r.id = m.room_id AND m.room_id = ANY ($1::uuid[])`,
    [ids, reader],
  )
  await sql.query(
    `UPDATE room_members SET user_id = $2 FROM chat_rooms
     WHERE id = room_id AND user_id = participant_ids[1] AND room_id = ANY ($1::uuid[])`,
    [ids, reader],
  )
  await sql.query(
    `UPDATE chat_rooms SET participant_ids = (SELECT array_agg(id ORDER BY id) FROM unnest(ARRAY[$2::uuid, participant_ids[2]]) AS id)
     WHERE id = ANY ($1::uuid[])`,
    [ids, reader],
  )
  await sql.query('VACUUM (ANALYZE) chat_messages')
  const user = (await listChatUsers(sql)).find(({ id }) => id === reader)
  await sql.close()
  if (!user) throw new Error('no reader')
  return user
}
