import { type SQL, sql } from 'drizzle-orm'

import type { Reaction } from '@kundig/contract/chat/reactions'
import { LIMITS } from '@kundig/contract/limits'

import { type Executor, prepareStatement } from '../../../platform/database/database.ts'
import { hidesReadReceipts } from '../presence/presence.repository.ts'
import { listColumns, type MessageRow, notifyAt, type RawMessage, toMessageRow } from './message.repository.ts'
import { REMOVED_CONTENT } from './removed-message.repository.ts'

export type ChangeOfMessage = {
  roomId: string
  senderId: string
  seq: number
}

export interface ChangedMessageRow {
  row: MessageRow & { changedSeq: number }
  participantIds: string[]
  /** The partner's read mark, if the sender may see it; otherwise 0. */
  partnerReadSeq: number
}

type ChangedRow = RawMessage & { changed_seq: number; participant_ids: string[]; partner_read_seq: number | null }

type Change<Input> = (db: Executor, input: Input) => Promise<ChangedMessageRow | undefined>

const [roomId, senderId, seq, content, reaction] = ['roomId', 'senderId', 'seq', 'content', 'reaction'].map((name) =>
  sql.placeholder(name),
)
const withheld = sql.raw(`'${REMOVED_CONTENT}'`)

/** The room's lock puts edits, deletions, reactions and moderators' removals in one order. */
const lockRoom = (extra = sql``) => sql`room AS (
      SELECT id, change_seq, participant_ids FROM chat_rooms
      WHERE id = ${roomId} AND ${senderId}::uuid = ANY (participant_ids) ${extra}
      FOR NO KEY UPDATE
    )`

/** True for the sender's own text or file that is not removed. Payments and appointments record agreements. */
const isChangeable = sql`m.room_id = room.id AND m.seq = ${seq} AND m.sender_id = ${senderId}
        AND m.content <> ${withheld} AND m.refund_event IS NULL AND m.appointment IS NULL
        AND NOT EXISTS (SELECT FROM payment_requests p WHERE p.room_id = m.room_id AND p.seq = m.seq)`

/** Gives the message in `changed` the room's next change number, like `assignChangeNumber`, and returns the message. */
const countAndReturn = sql`counted AS (
      UPDATE chat_rooms r SET change_seq = r.change_seq + 1, updated_at = clock_timestamp()
      FROM changed WHERE r.id = changed.room_id
    )
    SELECT ${listColumns('changed')}, room.participant_ids, (
      SELECT last_read_seq FROM room_members
      WHERE room_id = changed.room_id AND user_id <> changed.sender_id AND NOT ${hidesReadReceipts(sql`room.participant_ids`)}
    ) AS partner_read_seq
    FROM changed CROSS JOIN room`

/**
 * Prepares one statement that changes a message and numbers the change. `change` updates `chat_messages m` in the
 * locked `room`, and returns the columns as `changed`; `further` may use `changed`.
 * @returns undefined when the statement changed nothing
 */
export function prepareChange<Input extends ChangeOfMessage>(
  name: string,
  { inRoom, change: update, further = sql`` }: { inRoom?: SQL; change: SQL; further?: SQL },
): Change<Input> {
  const change = prepareStatement<ChangedRow>(
    name,
    sql`WITH ${lockRoom(inRoom)}, changed AS (${update}), ${further} ${countAndReturn}`,
  )
  return async (db, input) => {
    const [row] = await change(db, { ...input })
    return (
      row && {
        row: { ...toMessageRow(row), changedSeq: row.changed_seq },
        participantIds: row.participant_ids,
        partnerReadSeq: row.partner_read_seq ?? 0,
      }
    )
  }
}

/**
 * Replaces a text and keeps the earlier one. Changes nothing, and returns undefined, if the room is closed, or the text
 * is equal, older than 24 hours, or not the sender's. One statement commits as a whole, without a transaction's round
 * trips. Its snapshot may be older than the lock: then PostgreSQL checks the UPDATE's conditions on the newest row.
 */
export const editMessage = prepareChange<ChangeOfMessage & { content: string }>('edit_message', {
  inRoom: sql`AND status = 'open'`,
  change: sql`
      UPDATE chat_messages m SET content = ${content}, edited = true, updated_at = clock_timestamp(),
        changed_seq = room.change_seq + 1
      FROM room
      WHERE ${isChangeable} AND m.content <> ${content}
        AND m.created_at > now() - interval '${sql.raw(String(LIMITS.messageEditableMs))} milliseconds'
        AND NOT EXISTS (SELECT FROM chat_files f WHERE f.room_id = m.room_id AND f.seq = m.seq)
      RETURNING OLD.content AS earlier, ${listColumns('m')}`,
  further: sql`kept AS (
      INSERT INTO message_versions (room_id, seq, changed_seq, content, replaced_at)
      SELECT room_id, seq, changed_seq, earlier, updated_at FROM changed
    ), checked_again AS (
      UPDATE room_members m SET notify_at = ${notifyAt('changed.updated_at')} FROM changed
      WHERE m.room_id = changed.room_id AND m.user_id <> changed.sender_id AND m.last_read_seq < changed.seq
        AND m.notify_at IS DISTINCT FROM ${notifyAt('changed.updated_at')}
    ),`,
})

/**
 * Moves text and file to `removed_messages`, and removes the message from the partner's unread count. Changes nothing,
 * and returns undefined, if the message is not the sender's or is removed already.
 */
export const deleteMessage = prepareChange<ChangeOfMessage>('delete_message', {
  change: sql`
      UPDATE chat_messages m SET content = ${withheld}, deleted = true, updated_at = clock_timestamp(),
        changed_seq = room.change_seq + 1
      FROM room WHERE ${isChangeable}
      RETURNING OLD.content AS earlier, ${listColumns('m')}`,
  further: sql`file AS (
      DELETE FROM chat_files f USING changed WHERE f.room_id = changed.room_id AND f.seq = changed.seq
      RETURNING to_jsonb(f) AS kept
    ), kept AS (
      INSERT INTO removed_messages (room_id, seq, content, file, by_sender)
      SELECT room_id, seq, earlier, (SELECT kept FROM file), true FROM changed
    ), lowered AS (
      UPDATE room_members m SET unread_count = greatest(0, m.unread_count - 1),
        unread_deletions = m.unread_deletions + 1, notify_at = ${notifyAt('changed.updated_at')}
      FROM changed
      WHERE m.room_id = changed.room_id AND m.user_id <> changed.sender_id AND m.last_read_seq < changed.seq
    ),`,
})

/**
 * Sets the person's only reaction to a message; null removes it. Changes nothing, and returns undefined, if the room is
 * closed, the message is removed, or the reaction is the same.
 */
export const setReaction = prepareChange<ChangeOfMessage & { reaction: Reaction | null }>('set_reaction', {
  inRoom: sql`AND status = 'open'`,
  change: sql`
      UPDATE chat_messages m SET changed_seq = room.change_seq + 1, reactions = nullif(
        coalesce(m.reactions, '{}') - ${senderId}::text
          || CASE WHEN ${reaction}::text IS NULL THEN '{}' ELSE jsonb_build_object(${senderId}::text, ${reaction}::text) END,
        '{}'
      )
      FROM room
      WHERE m.room_id = room.id AND m.seq = ${seq} AND m.content <> ${withheld}
        AND (m.reactions ->> ${senderId}::text) IS DISTINCT FROM ${reaction}::text
      RETURNING ${listColumns('m')}`,
})
