import { sql } from 'drizzle-orm'

import type { Executor } from '../../platform/database/database.ts'
import { readJsonRows } from '../../platform/database/json-rows.ts'
import { REMOVED_CONTENT } from './messages/removed-message.repository.ts'

export interface OwnRoom {
  id: string
}

/** The rooms of a person, in order of their ids. */
export const findOwnRoomsAfter = (
  db: Executor,
  userId: string,
  after: OwnRoom | undefined,
  limit: number,
): Promise<OwnRoom[]> =>
  readJsonRows<OwnRoom>(
    db,
    sql`SELECT r.id, array_remove(r.participant_ids, m.user_id) AS partner_ids, r.request_id, r.request_message, r.requester_id,
          r.status, r.closed_at, r.created_at, r.updated_at, m.last_read_seq, m.read_at, m.unread_count
        FROM room_members m JOIN chat_rooms r ON r.id = m.room_id
        WHERE m.user_id = ${userId} AND (${after?.id ?? null}::uuid IS NULL OR m.room_id > ${after?.id ?? null}::uuid)
        ORDER BY m.room_id LIMIT ${limit}`,
  )

export interface OwnMessage {
  room_id: string
  seq: number
  removed: boolean
  stored_name: string | null
  file_name: string | null
  file_type: string | null
  file_size: number | null
}

/** The messages of a room after one of them, as its participants see them. */
export const findMessagesAfter = (
  db: Executor,
  roomId: string,
  after: OwnMessage | undefined,
  limit: number,
): Promise<OwnMessage[]> =>
  readJsonRows<OwnMessage>(
    db,
    sql`SELECT c.room_id, c.seq, c.sender_id,
          CASE WHEN ${removed} THEN NULL ELSE c.content END AS content, ${removed} AS removed, c.created_at, c.updated_at,
          f.stored_name, f.name AS file_name, f.type AS file_type, f.size AS file_size
        FROM chat_messages c LEFT JOIN chat_files f ON f.room_id = c.room_id AND f.seq = c.seq
        WHERE c.room_id = ${roomId} AND c.seq > ${after?.seq ?? 0}
        ORDER BY c.seq LIMIT ${limit}`,
  )

const removed = sql`(c.changed_seq IS NOT NULL AND c.content = ${REMOVED_CONTENT})`

export async function findOwnPresence(db: Executor, userId: string): Promise<unknown> {
  const [presence] = await readJsonRows(
    db,
    sql`SELECT active_at, hides_activity, hides_reads FROM presence WHERE user_id = ${userId}`,
  )
  return presence ?? null
}
