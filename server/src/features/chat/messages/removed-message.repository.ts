import { and, asc, between, eq, sql } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { chatMessages, removedMessages } from '../../../tables/chat.ts'
import { type FileRow, readSelected, type SelectedFile, selectAt } from '../files/file.repository.ts'
import type { MessageRow } from './message.repository.ts'

/** People cannot send this content: every sent message has letters. */
export const REMOVED_CONTENT = ' '

export function isRemoved({ content, changedSeq }: Pick<MessageRow, 'content' | 'changedSeq'>): boolean {
  return changedSeq !== null && content === REMOVED_CONTENT
}

export async function lockRoom(tx: Executor, roomId: string): Promise<void> {
  await tx.execute(sql`SELECT FROM chat_rooms WHERE id = ${roomId} FOR NO KEY UPDATE`)
}

/** Moves text and file to tables that are not served, under the room's lock. */
export async function withholdContent(tx: Executor, roomId: string, seq: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    WITH file AS (
      DELETE FROM chat_files WHERE room_id = ${roomId} AND seq = ${seq} RETURNING to_jsonb(chat_files) AS kept
    ), taken AS (
      INSERT INTO removed_messages (room_id, seq, content, file)
      SELECT room_id, seq, content, (SELECT kept FROM file) FROM chat_messages WHERE room_id = ${roomId} AND seq = ${seq}
      ON CONFLICT DO NOTHING RETURNING seq
    )
    UPDATE chat_messages SET content = ${REMOVED_CONTENT}, updated_at = clock_timestamp()
    WHERE room_id = ${roomId} AND seq = (SELECT seq FROM taken) RETURNING seq`)
  return rows.length > 0
}

export async function restoreContent(tx: Executor, roomId: string, seq: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    WITH taken AS (
      DELETE FROM removed_messages WHERE room_id = ${roomId} AND seq = ${seq} RETURNING content, file
    ), file AS (
      INSERT INTO chat_files SELECT kept.* FROM taken, jsonb_populate_record(NULL::chat_files, taken.file) kept
      WHERE taken.file IS NOT NULL
    )
    UPDATE chat_messages m SET content = taken.content, updated_at = clock_timestamp() FROM taken
    WHERE m.room_id = ${roomId} AND m.seq = ${seq} RETURNING m.seq`)
  return rows.length > 0
}

/** Keeps content of undecided cases. The sweep removes the marked files. */
export async function eraseRemoved(tx: Executor, userId: string): Promise<void> {
  await tx.execute(sql`
    WITH erased AS (
      DELETE FROM removed_messages r USING chat_messages m
      WHERE m.room_id = r.room_id AND m.seq = r.seq AND m.sender_id = ${userId} AND NOT EXISTS (
        SELECT FROM report_cases c
        WHERE c.subject_kind IN ('message', 'file') AND c.subject_id = r.room_id AND c.subject_seq = r.seq
          AND c.decided_at IS NULL
      )
      RETURNING r.room_id, r.file
    )
    INSERT INTO pending_uploads (room_id, stored_name, removing)
    SELECT room_id, file->>'stored_name', true FROM erased WHERE file IS NOT NULL`)
}

export interface SentMessage {
  message: MessageRow
  file: FileRow | null
  isRemoved: boolean
}

const KEPT_FILE = sql<SelectedFile | null>`(
  SELECT jsonb_build_object(
    'roomId', f.room_id, 'seq', f.seq, 'storedName', f.stored_name, 'name', f.name, 'type', f.type, 'size', f.size,
    'contentHash', f.content_hash, 'width', f.width, 'height', f.height, 'senderId', f.sender_id, 'createdAt', f.created_at
  ) FROM jsonb_populate_record(NULL::chat_files, ${removedMessages.file}) f WHERE ${removedMessages.file} IS NOT NULL
)`

export async function findSent(
  db: Executor,
  roomId: string,
  firstSeq: number,
  lastSeq: number,
): Promise<SentMessage[]> {
  const rows = await db
    .select({
      message: chatMessages,
      keptContent: removedMessages.content,
      file: sql<SelectedFile | null>`coalesce(${selectAt(sql`${chatMessages.roomId}`, sql`${chatMessages.seq}`)}, ${KEPT_FILE})`,
    })
    .from(chatMessages)
    .leftJoin(
      removedMessages,
      and(eq(removedMessages.roomId, chatMessages.roomId), eq(removedMessages.seq, chatMessages.seq)),
    )
    .where(and(eq(chatMessages.roomId, roomId), between(chatMessages.seq, firstSeq, lastSeq)))
    .orderBy(asc(chatMessages.seq))
  return rows.map(({ message, keptContent, file }) => ({
    message: { ...message, content: keptContent ?? message.content },
    file: readSelected(file),
    isRemoved: keptContent !== null,
  }))
}
