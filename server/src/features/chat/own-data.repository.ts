import { sql } from 'drizzle-orm'

import type { OwnData } from '../../own-data.ts'
import type { Executor } from '../../platform/database/database.ts'
import { readRowsInIdOrder, readByPages, readJsonRow, readJsonRows } from '../../platform/database/json-rows.ts'
import { toFileUrl } from './files/file-address.ts'
import { REMOVED_CONTENT } from './messages/removed-message.repository.ts'

export const ownDataOfChat: OwnData = {
  presence: (db, userId) =>
    readJsonRow(db, sql`SELECT active_at, hides_activity, hides_reads FROM presence WHERE user_id = ${userId}`),
  rooms: listRooms,
  messages: listMessages,
}

function listRooms(db: Executor, userId: string): AsyncGenerator<{ id: string }> {
  return readRowsInIdOrder<{ id: string }>(
    db,
    (
      page,
    ) => sql`SELECT r.id, array_remove(r.participant_ids, m.user_id) AS partner_ids, r.request_id, r.request_message, r.requester_id,
          r.status, r.closed_at, r.created_at, r.updated_at, m.last_read_seq, m.read_at, m.unread_count
        FROM room_members m JOIN chat_rooms r ON r.id = m.room_id
        WHERE m.user_id = ${userId} AND ${page(sql`m.room_id`)}`,
  )
}

interface OwnMessage {
  room_id: string
  seq: number
  stored_name: string | null
  file_name: string | null
  file_type: string | null
  file_size: number | null
}

async function* listMessages(db: Executor, userId: string): AsyncGenerator {
  for await (const { id } of listRooms(db, userId)) {
    const messages = readByPages<OwnMessage>((after, limit) =>
      readJsonRows(
        db,
        sql`SELECT c.room_id, c.seq, c.sender_id,
          CASE WHEN ${IS_REMOVED} THEN kept.content ELSE c.content END AS content, ${IS_REMOVED} AND NOT c.deleted AS removed,
          c.deleted, c.edited, c.reply_to, c.reactions, c.refund_event,
          CASE WHEN ${IS_REMOVED} THEN NULL ELSE c.appointment END AS appointment, earlier.texts AS earlier_texts, c.created_at, c.updated_at,
          f.stored_name, f.name AS file_name, f.type AS file_type, f.size AS file_size
        FROM chat_messages c
        LEFT JOIN chat_files f ON f.room_id = c.room_id AND f.seq = c.seq
        LEFT JOIN removed_messages kept
          ON kept.room_id = c.room_id AND kept.seq = c.seq AND kept.by_sender AND c.sender_id = ${userId}
        LEFT JOIN LATERAL (
          SELECT jsonb_agg(jsonb_build_object('text', v.content, 'replaced_at', v.replaced_at) ORDER BY v.changed_seq) AS texts
          FROM message_versions v WHERE v.room_id = c.room_id AND v.seq = c.seq AND c.sender_id = ${userId}
        ) earlier ON c.edited
        WHERE c.room_id = ${id} AND c.seq > ${after?.seq ?? 0}
        ORDER BY c.seq LIMIT ${limit}`,
      ),
    )
    for await (const message of messages) yield presentOwnMessage(message)
  }
}

const IS_REMOVED = sql`(c.changed_seq IS NOT NULL AND c.content = ${REMOVED_CONTENT})`

function presentOwnMessage({ stored_name, file_name, file_type, file_size, ...message }: OwnMessage): unknown {
  if (stored_name === null) return message
  const file = {
    name: file_name,
    type: file_type,
    size: file_size,
    url: toFileUrl(message.room_id, 'files', stored_name),
  }
  return { ...message, file }
}
