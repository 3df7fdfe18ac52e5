import { and, asc, between, eq, type SQL, sql } from 'drizzle-orm'

import { DISPUTE_STATUSES, isDisputeDecided } from '@kundig/contract/refunds/dispute-life-cycle'

import type { Executor } from '../../../platform/database/database.ts'
import { chatMessages, removedMessages } from '../../../tables/chat.ts'
import { type FileRow, parseSelectedFile, type SelectedFile, selectFileAtPosition } from '../files/file.repository.ts'
import type { MessageRow } from './message.repository.ts'

/** Content that marks a removed message. People cannot send it, because every sent text has letters. */
export const REMOVED_CONTENT = ' '

export function isRemoved({ content, changedSeq }: Pick<MessageRow, 'content' | 'changedSeq'>): boolean {
  return changedSeq !== null && content === REMOVED_CONTENT
}

export async function lockRoom(tx: Executor, roomId: string): Promise<void> {
  await tx.execute(sql`SELECT FROM chat_rooms WHERE id = ${roomId} FOR NO KEY UPDATE`)
}

/** Moves a message's text and file to tables that are not served. Call under the room's lock. */
export async function withholdContent(tx: Executor, roomId: string, seq: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    WITH file AS (
      DELETE FROM chat_files WHERE room_id = ${roomId} AND seq = ${seq} RETURNING to_jsonb(chat_files) AS kept
    ), taken AS (
      INSERT INTO removed_messages (room_id, seq, content, file)
      SELECT room_id, seq, content, (SELECT kept FROM file) FROM chat_messages
      WHERE room_id = ${roomId} AND seq = ${seq} AND NOT deleted AND refund_event IS NULL
      ON CONFLICT DO NOTHING RETURNING seq
    )
    UPDATE chat_messages SET content = ${REMOVED_CONTENT}, updated_at = clock_timestamp()
    WHERE room_id = ${roomId} AND seq = (SELECT seq FROM taken) RETURNING seq`)
  return rows.length > 0
}

/** Restores content that a decision removed, never content that its sender deleted. */
export async function restoreContent(tx: Executor, roomId: string, seq: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    WITH taken AS (
      DELETE FROM removed_messages WHERE room_id = ${roomId} AND seq = ${seq} AND NOT by_sender
      RETURNING content, file
    ), file AS (
      INSERT INTO chat_files SELECT kept.* FROM taken, jsonb_populate_record(NULL::chat_files, taken.file) kept
      WHERE taken.file IS NOT NULL
    )
    UPDATE chat_messages m SET content = taken.content, updated_at = clock_timestamp() FROM taken
    WHERE m.room_id = ${roomId} AND m.seq = ${seq} RETURNING m.seq`)
  return rows.length > 0
}

/** Erases withheld content, its earlier texts and its appointment. Marks its files for the file sweep. */
function eraseMessageContent(tx: Executor, which: SQL): Promise<unknown> {
  return tx.execute(sql`
    WITH erased AS (
      DELETE FROM removed_messages r USING chat_messages m
      WHERE m.room_id = r.room_id AND m.seq = r.seq AND ${which}
      RETURNING r.room_id, r.seq, r.file
    ), versions AS (
      DELETE FROM message_versions v USING erased e WHERE v.room_id = e.room_id AND v.seq = e.seq
    ), appointments AS (
      UPDATE chat_messages m SET appointment = NULL FROM erased e
      WHERE m.room_id = e.room_id AND m.seq = e.seq AND m.appointment IS NOT NULL
    )
    INSERT INTO pending_uploads (room_id, stored_name, removing)
    SELECT room_id, file->>'stored_name', true FROM erased WHERE file IS NOT NULL`)
}

/** True when message `m` is part of an undecided case. */
const IS_REPORTED = sql`EXISTS (
  SELECT FROM report_cases c
  WHERE c.subject_kind IN ('message', 'file') AND c.subject_id = m.room_id AND c.subject_seq = m.seq
    AND c.decided_at IS NULL
)`

const DECIDED = sql.raw(
  DISPUTE_STATUSES.filter(isDisputeDecided)
    .map((status) => `'${status}'`)
    .join(', '),
)

/** True while message `m` is evidence: in an open case about its sender or room, or in an open dispute in its room. */
const IS_EVIDENCE = sql`(EXISTS (
    SELECT FROM report_cases c
    WHERE c.decided_at IS NULL AND (c.about_id = m.sender_id OR c.subject_id = m.room_id)
  ) OR EXISTS (
    SELECT FROM payment_requests p JOIN disputes d ON d.payment_request_id = p.id
    WHERE p.room_id = m.room_id AND d.status NOT IN (${DECIDED})
  ))`

/**
 * Erases a person's withheld content and earlier texts, except in undecided cases. Keeps messages that the person
 * deleted while they are evidence; `eraseExpiredMessages` erases them later.
 */
export async function eraseRemovedMessages(tx: Executor, userId: string): Promise<void> {
  await eraseMessageContent(
    tx,
    sql`m.sender_id = ${userId} AND NOT ${IS_REPORTED} AND NOT (r.by_sender AND ${IS_EVIDENCE})`,
  )
  await tx.execute(sql`
    DELETE FROM message_versions v USING chat_messages m
    WHERE m.room_id = v.room_id AND m.seq = v.seq AND m.sender_id = ${userId} AND NOT ${IS_REPORTED}
      AND NOT EXISTS (SELECT FROM removed_messages r WHERE r.room_id = m.room_id AND r.seq = m.seq)`)
}

const DELETED_KEPT_MS = 30 * 86_400_000
/** Maximum messages erased per statement. */
const ERASED_AT_ONCE = 500

/** Erases deleted messages after their retention, unless they are evidence. */
export async function eraseExpiredMessages(db: Executor): Promise<void> {
  await eraseMessageContent(
    db,
    sql`(r.room_id, r.seq) IN (
        SELECT old.room_id, old.seq FROM removed_messages old
        JOIN chat_messages m ON m.room_id = old.room_id AND m.seq = old.seq
        WHERE old.by_sender AND old.removed_at < now() - ${DELETED_KEPT_MS} * interval '1 millisecond'
          AND NOT ${IS_EVIDENCE}
        ORDER BY old.removed_at LIMIT ${ERASED_AT_ONCE}
      )`,
  )
}

export interface SentMessage {
  message: MessageRow
  file: FileRow | null
  /** True when a moderator or the sender removed the content. */
  isRemoved: boolean
  /** Earlier texts of the message, oldest first. */
  earlier: { content: string; replacedAt: Date }[]
}

const KEPT_FILE = sql<SelectedFile | null>`(
  SELECT jsonb_build_object(
    'roomId', f.room_id, 'seq', f.seq, 'storedName', f.stored_name, 'name', f.name, 'type', f.type, 'size', f.size,
    'contentHash', f.content_hash, 'width', f.width, 'height', f.height, 'senderId', f.sender_id, 'createdAt', f.created_at
  ) FROM jsonb_populate_record(NULL::chat_files, ${removedMessages.file}) f WHERE ${removedMessages.file} IS NOT NULL
)`

const EARLIER = sql<{ content: string; replacedAt: string }[]>`coalesce((
  SELECT jsonb_agg(jsonb_build_object('content', v.content, 'replacedAt', v.replaced_at) ORDER BY v.changed_seq)
  FROM message_versions v WHERE v.room_id = ${chatMessages.roomId} AND v.seq = ${chatMessages.seq}
), '[]')`

export async function findSentMessages(
  db: Executor,
  roomId: string,
  firstSeq: number,
  lastSeq: number,
): Promise<SentMessage[]> {
  const rows = await db
    .select({
      message: chatMessages,
      keptContent: removedMessages.content,
      earlier: EARLIER,
      file: sql<SelectedFile | null>`coalesce(${selectFileAtPosition(sql`${chatMessages.roomId}`, sql`${chatMessages.seq}`)}, ${KEPT_FILE})`,
    })
    .from(chatMessages)
    .leftJoin(
      removedMessages,
      and(eq(removedMessages.roomId, chatMessages.roomId), eq(removedMessages.seq, chatMessages.seq)),
    )
    .where(and(eq(chatMessages.roomId, roomId), between(chatMessages.seq, firstSeq, lastSeq)))
    .orderBy(asc(chatMessages.seq))
  return rows.map(({ message, keptContent, earlier, file }) => ({
    message: { ...message, content: keptContent ?? message.content },
    file: parseSelectedFile(file),
    isRemoved: keptContent !== null,
    earlier: earlier.map(({ content, replacedAt }) => ({ content, replacedAt: new Date(replacedAt) })),
  }))
}
