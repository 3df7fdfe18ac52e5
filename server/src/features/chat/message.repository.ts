import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm'

import { type Executor, violatesUnique } from '../../platform/database/database.ts'
import { chatMessages } from '../../tables.ts'

export type MessageRow = typeof chatMessages.$inferSelect

export interface NewMessage {
  roomId: string
  senderId: string
  clientId: string
  content: string
}

/**
 * Stores a message and raises the partner's unread count, in one statement. It takes the next place in the
 * room by locking the room's row: that lock is the order, so places have no gaps and no doubles, and
 * nothing lands after the close. The time is read after the lock, so it follows the order too.
 * @returns the message, new or (for a known client id) the first one; undefined when the room does not
 *   exist, is closed, or is not the sender's
 */
export async function insertNext(
  db: Executor,
  message: NewMessage,
): Promise<{ row: MessageRow; participantIds: string[] } | undefined> {
  const { roomId, senderId, clientId, content } = message
  try {
    const { rows } = await db.execute<RawMessage & { participant_ids: string[] }>(sql`
      WITH known AS (
        SELECT * FROM chat_messages
        WHERE room_id = ${roomId} AND sender_id = ${senderId} AND client_id = ${clientId}
      ), place AS (
        UPDATE chat_rooms SET last_seq = last_seq + 1, updated_at = clock_timestamp()
        WHERE id = ${roomId} AND status = 'open' AND ${senderId}::uuid = ANY (participant_ids)
          AND NOT EXISTS (SELECT FROM known)
        RETURNING id, last_seq, updated_at
      ), stored AS (
        INSERT INTO chat_messages (room_id, seq, sender_id, client_id, content, created_at, updated_at)
        SELECT id, last_seq, ${senderId}, ${clientId}, ${content}, updated_at, updated_at FROM place
        RETURNING *
      ), raised AS (
        UPDATE room_members SET unread_count = unread_count + 1
        FROM place WHERE room_id = place.id AND user_id <> ${senderId}
      )
      SELECT message.*, (SELECT participant_ids FROM chat_rooms WHERE id = ${roomId})
      FROM (SELECT * FROM stored UNION ALL SELECT * FROM known) AS message`)
    const row = rows[0]
    return row && { row: fromRaw(row), participantIds: row.participant_ids }
  } catch (error) {
    // The same message, sent twice at the same instant: the other one was first. This statement left
    // nothing, and asked again it finds the other.
    if (!violatesUnique(error, 'chat_messages_once')) throw error
    return insertNext(db, message)
  }
}

/** The messages before a place, the nearest first; without a place the newest. */
export async function findBefore(
  db: Executor,
  roomId: string,
  beforeSeq: number | undefined,
  limit: number,
): Promise<MessageRow[]> {
  return db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.roomId, roomId), beforeSeq === undefined ? undefined : lt(chatMessages.seq, beforeSeq)))
    .orderBy(desc(chatMessages.seq))
    .limit(limit)
}

/** The messages after a place, in order. */
export async function findAfter(db: Executor, roomId: string, afterSeq: number, limit: number): Promise<MessageRow[]> {
  return db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.roomId, roomId), gt(chatMessages.seq, afterSeq)))
    .orderBy(asc(chatMessages.seq))
    .limit(limit)
}

/** A message as a raw statement returns it: drizzle leaves its timestamps as PostgreSQL wrote them. */
type RawMessage = {
  room_id: string
  seq: number
  sender_id: string
  client_id: string
  content: string
  created_at: string
  updated_at: string
}

function fromRaw(row: RawMessage): MessageRow {
  return {
    roomId: row.room_id,
    seq: row.seq,
    senderId: row.sender_id,
    clientId: row.client_id,
    content: row.content,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  }
}
