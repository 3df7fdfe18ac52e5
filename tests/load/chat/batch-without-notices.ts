import type { NewMessage } from '@kundig/server/features/chat/messages/message.repository'
import type { Database } from '@kundig/server/platform/database/database'

/**
 * The reference: what stores a batch of messages, without the column by which people are told of what they have not read.
 * Apart from that column it is the statement of `message.repository.ts` and has to be changed with it: the figure says
 * what the column costs, not what the statement does.
 */
const STATEMENT = `
    WITH asked AS (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[])
        WITH ORDINALITY AS a (room_id, sender_id, client_id, content, ord)
    ), room AS (
      SELECT id, status, participant_ids FROM chat_rooms
      WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
    ), held AS (
      SELECT array_agg(id) AS ids, array_agg(status = 'open') AS are_open,
        array_agg(participant_ids[1]) AS firsts, array_agg(participant_ids[2]) AS seconds
      FROM room
    ), known AS (
      SELECT a.ord, m.seq, m.content, m.created_at, m.updated_at, m.changed_seq FROM asked a
      CROSS JOIN LATERAL (
        SELECT seq, content, created_at, updated_at, changed_seq FROM chat_messages
        WHERE room_id = a.room_id AND sender_id = a.sender_id AND client_id = a.client_id LIMIT 1
      ) m
    ), judged AS (
      SELECT a.*, nr, held.firsts[nr] AS first, held.seconds[nr] AS second,
        k.seq, k.content AS first_content, k.created_at, k.updated_at, k.changed_seq,
        CASE
          WHEN nr IS NULL THEN coalesce((SELECT 'busy' FROM chat_rooms c WHERE c.id = a.room_id LIMIT 1), 'refused')
          WHEN k.ord IS NOT NULL THEN 'known'
          WHEN held.are_open[nr] AND a.sender_id IN (held.firsts[nr], held.seconds[nr]) THEN 'stored'
          ELSE 'refused'
        END AS outcome
      FROM asked a CROSS JOIN held CROSS JOIN LATERAL (SELECT array_position(held.ids, a.room_id) AS nr) AS own
      LEFT JOIN known k ON k.ord = a.ord
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY room_id, outcome ORDER BY ord)::int AS nth FROM judged
    ), place AS (
      UPDATE chat_rooms r SET last_seq = r.last_seq + n.count, updated_at = clock_timestamp()
      FROM (SELECT room_id, max(nth) AS count FROM ranked WHERE outcome = 'stored' GROUP BY room_id) n
      WHERE r.id = n.room_id
      RETURNING r.id, r.last_seq - n.count AS before, r.updated_at AS at
    ), places AS (
      SELECT array_agg(id) AS ids, array_agg(before) AS befores, array_agg(at) AS ats FROM place
    ), placed AS (
      SELECT ranked.*, places.befores[at_nr] + nth AS place, places.ats[at_nr] AS at
      FROM ranked CROSS JOIN places CROSS JOIN LATERAL (SELECT array_position(places.ids, ranked.room_id) AS at_nr) AS own
    ), stored AS (
      INSERT INTO chat_messages (room_id, seq, sender_id, client_id, content, created_at, updated_at)
      SELECT room_id, place, sender_id, client_id, content, at, at FROM placed
      WHERE outcome = 'stored' ORDER BY room_id, nth
    ), raised AS (
      UPDATE room_members m SET unread_count = m.unread_count + c.count
      FROM (
        SELECT room_id, sender_id, count(*)::int AS count, max(at) AS at FROM placed
        WHERE outcome = 'stored' GROUP BY room_id, sender_id
      ) c
      WHERE m.room_id = c.room_id AND m.user_id <> c.sender_id
    )
    SELECT outcome, coalesce(seq, place) AS seq, first_content AS content,
      coalesce(created_at, at) AS created_at, coalesce(updated_at, at) AS updated_at, changed_seq,
      CASE WHEN nr IS NOT NULL THEN ARRAY[first, second] END AS participant_ids
    FROM placed ORDER BY ord`

/** Stores messages in one statement and tells nobody later that they are unread. */
export async function insertWithoutNotices(db: Database, messages: readonly NewMessage[]): Promise<void> {
  await db.$client.query({
    name: 'batch_without_notices',
    text: STATEMENT,
    values: [
      messages.map(({ roomId }) => roomId),
      messages.map(({ senderId }) => senderId),
      messages.map(({ clientId }) => clientId),
      messages.map(({ content }) => content),
    ],
  })
}
