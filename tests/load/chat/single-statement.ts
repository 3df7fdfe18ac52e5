import type { Database } from '@kundig/server/platform/database/database'

export interface BareMessage {
  roomId: string
  senderId: string
  clientId: string
  content: string
}

/**
 * Reference: one statement and commit with all of Kundig's guarantees (position under the room's lock, no duplicates,
 * nothing after the close, unread count). The statement never changes, so that figures stay comparable over years.
 */
const STATEMENT = `
    WITH known AS (
      SELECT * FROM chat_messages
      WHERE room_id = $1 AND sender_id = $2 AND client_id = $3
    ), place AS (
      UPDATE chat_rooms SET last_seq = last_seq + 1, updated_at = clock_timestamp()
      WHERE id = $1 AND status = 'open' AND $2::uuid = ANY (participant_ids)
        AND NOT EXISTS (SELECT FROM known)
      RETURNING id, last_seq, updated_at
    ), stored AS (
      INSERT INTO chat_messages (room_id, seq, sender_id, client_id, content, created_at, updated_at)
      SELECT id, last_seq, $2, $3, $4, updated_at, updated_at FROM place
      RETURNING *
    ), raised AS (
      UPDATE room_members SET unread_count = unread_count + 1
      FROM place WHERE room_id = place.id AND user_id <> $2
    )
    SELECT message.*, (SELECT participant_ids FROM chat_rooms WHERE id = $1)
    FROM (SELECT *, true AS is_new FROM stored UNION ALL SELECT *, false FROM known) AS message`

export async function storeMessageInOneStatement(
  db: Database,
  message: BareMessage,
): Promise<{ seq: number; participantIds: string[] }> {
  const { rows } = await db.$client.query<{ seq: number; participant_ids: string[] }>({
    name: 'single_statement',
    text: STATEMENT,
    values: [message.roomId, message.senderId, message.clientId, message.content],
  })
  const [row] = rows
  if (!row) throw new Error('the room refused the message')
  return { seq: row.seq, participantIds: row.participant_ids }
}
