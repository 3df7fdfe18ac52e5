import { and, asc, desc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm'

import type { Appointment } from '@kundig/contract/appointments/appointment'
import type { Reaction } from '@kundig/contract/chat/reactions'
import type { RefundEvent } from '@kundig/contract/refunds/refund-event'

import { type Executor, prepareStatement, isUniqueViolation } from '../../../platform/database/database.ts'
import { chatMessages } from '../../../tables/chat.ts'
import { type FileRow, findFilesInRange } from '../files/file.repository.ts'

export type MessageRow = typeof chatMessages.$inferSelect

export interface MessageWithFile {
  message: MessageRow
  file: FileRow | null
}

export interface NewMessage {
  roomId: string
  senderId: string
  clientId: string
  content: string
  /** Position of the message that this message replies to. */
  replyTo?: number | null | undefined
}

export interface StoredMessage {
  row: MessageRow
  /** False for a known client id: then `row` is the first message with this id. */
  isNew: boolean
  participantIds: string[]
}

/**
 * Stores a message in one statement. The lock on the room's row defines the order: positions have no gaps, no message
 * follows the close, and the time is read after the lock.
 * @returns the new message, or the first one of a known client id; undefined when the room is missing, closed, or not
 * the sender's, or has no message at `replyTo`
 */
export async function insertNextMessage(db: Executor, message: NewMessage): Promise<StoredMessage | undefined> {
  return retryOnConflict(() => insertMessageWithoutRetry(db, message))
}

/** Retries after a race for a client id: the failed attempt stored nothing, and the next attempt finds the message. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isRaceForClientId(error)) throw error
    return retryOnConflict(work)
  }
}

const toPlaceholder = (name: keyof NewMessage) => sql.placeholder(name)

/** Computes the time of the next unread check. Keeps an earlier time, so that the indexed column rarely changes. */
export const notifyAt = (at: string) =>
  sql.raw(`CASE WHEN m.notify_at IS NULL OR m.notify_at > ${at} + interval '35 seconds' THEN ${at} + interval '5 seconds'
        ELSE m.notify_at END`)

type InsertedRow = RawMessage & { is_new: boolean; participant_ids: string[] }

/** Named columns: with `*`, a column added by a newer release breaks each connection that prepared the statement. */
const COLUMN_NAMES = [
  'room_id',
  'seq',
  'sender_id',
  'client_id',
  'content',
  'created_at',
  'updated_at',
  'changed_seq',
  'edited',
  'deleted',
  'reply_to',
  'reactions',
  'refund_event',
  'appointment',
] as const satisfies (keyof RawMessage)[]
export const listColumns = (alias: string): SQL => sql.raw(COLUMN_NAMES.map((name) => `${alias}.${name}`).join(', '))
const COLUMNS = sql.raw(COLUMN_NAMES.join(', '))

const buildInsert = (name: string, onLock: SQL) =>
  prepareStatement<InsertedRow>(
    name,
    sql`
    WITH known AS (
      SELECT ${COLUMNS} FROM chat_messages
      WHERE room_id = ${toPlaceholder('roomId')} AND sender_id = ${toPlaceholder('senderId')} AND client_id = ${toPlaceholder('clientId')}
    ), room AS (
      SELECT id FROM chat_rooms
      WHERE id = ${toPlaceholder('roomId')} AND status = 'open' AND ${toPlaceholder('senderId')}::uuid = ANY (participant_ids)
        AND coalesce(${toPlaceholder('replyTo')}::int, 0) <= last_seq AND NOT EXISTS (SELECT FROM known)
      FOR NO KEY UPDATE ${onLock}
    ), place AS (
      UPDATE chat_rooms SET last_seq = last_seq + 1, updated_at = clock_timestamp()
      FROM room WHERE chat_rooms.id = room.id
      RETURNING chat_rooms.id, last_seq, updated_at
    ), stored AS (
      INSERT INTO chat_messages (room_id, seq, sender_id, client_id, content, created_at, updated_at, reply_to)
      SELECT id, last_seq, ${toPlaceholder('senderId')}, ${toPlaceholder('clientId')}, ${toPlaceholder('content')}, updated_at, updated_at,
        ${toPlaceholder('replyTo')}::int
      FROM place
      RETURNING ${COLUMNS}
    ), raised AS (
      UPDATE room_members m SET unread_count = m.unread_count + 1, notify_at = ${notifyAt('place.updated_at')}
      FROM place WHERE m.room_id = place.id AND m.user_id <> ${toPlaceholder('senderId')}
    )
    SELECT message.*, (SELECT participant_ids FROM chat_rooms WHERE id = ${toPlaceholder('roomId')})
    FROM (SELECT ${COLUMNS}, true AS is_new FROM stored UNION ALL SELECT ${COLUMNS}, false FROM known) AS message`,
  )

const insert = buildInsert('insert_message', sql.raw(''))
const insertUnlessLocked = buildInsert('insert_message_unless_locked', sql.raw('SKIP LOCKED'))

/** Like `insertNextMessage`, but in the caller's transaction: `retryOnConflict` must repeat the whole transaction. */
export async function insertMessageWithoutRetry(db: Executor, message: NewMessage): Promise<StoredMessage | undefined> {
  const [row] = await insert(db, { replyTo: null, ...message })
  return row && toStoredMessage(row)
}

function toStoredMessage(row: InsertedRow): StoredMessage {
  return { row: toMessageRow(row), isNew: row.is_new, participantIds: row.participant_ids }
}

/** `busy`: nothing was stored, because another transaction may hold the room's lock. */
export type BatchOutcome = StoredMessage | 'refused' | 'busy'

type BatchRow = {
  outcome: 'stored' | 'known' | 'refused' | 'busy'
  seq: number | null
  content: string | null
  created_at: string | null
  updated_at: string | null
  changed_seq: number | null
  edited: boolean
  deleted: boolean
  reply_to: number | null
  reactions: Record<string, Reaction> | null
  participant_ids: string[] | null
}

/**
 * Skips locked rooms, so a batch cannot deadlock, and a slow transaction delays only its own room. `room` locks the
 * newest committed row until commit. `nth` numbers a room's new messages, to fill exactly the positions that `place`
 * adds. A message stored between snapshot and lock violates `chat_messages_once`: nothing is stored, and the retry
 * finds that message. PostgreSQL keeps the plan, so it must not depend on estimates: array indexes replace joins, and
 * `LIMIT 1` makes look-ups use an index.
 */
const insertMany = prepareStatement<BatchRow>(
  'insert_messages',
  sql`
    WITH asked AS (
      SELECT * FROM unnest(
        ${sql.placeholder('roomIds')}::uuid[], ${sql.placeholder('senderIds')}::uuid[],
        ${sql.placeholder('clientIds')}::uuid[], ${sql.placeholder('contents')}::text[], ${sql.placeholder('repliesTo')}::int[]
      ) WITH ORDINALITY AS a (room_id, sender_id, client_id, content, reply_to, ord)
    ), room AS (
      SELECT id, status, participant_ids, last_seq FROM chat_rooms
      WHERE id = ANY (${sql.placeholder('roomIds')}::uuid[]) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
    ), held AS (
      SELECT array_agg(id) AS ids, array_agg(status = 'open') AS are_open,
        array_agg(participant_ids[1]) AS firsts, array_agg(participant_ids[2]) AS seconds,
        array_agg(last_seq) AS last_seqs
      FROM room
    ), known AS (
      SELECT a.ord, m.* FROM asked a
      CROSS JOIN LATERAL (
        SELECT seq, content, created_at, updated_at, changed_seq, edited, deleted, reply_to AS first_reply_to, reactions
        FROM chat_messages
        WHERE room_id = a.room_id AND sender_id = a.sender_id AND client_id = a.client_id LIMIT 1
      ) m
    ), judged AS (
      SELECT a.*, nr, held.firsts[nr] AS first, held.seconds[nr] AS second,
        k.seq, k.content AS first_content, k.created_at, k.updated_at, k.changed_seq, k.edited, k.deleted,
        k.first_reply_to, k.reactions,
        CASE
          WHEN nr IS NULL THEN coalesce((SELECT 'busy' FROM chat_rooms c WHERE c.id = a.room_id LIMIT 1), 'refused')
          WHEN k.ord IS NOT NULL THEN 'known'
          WHEN held.are_open[nr] AND a.sender_id IN (held.firsts[nr], held.seconds[nr])
            AND coalesce(a.reply_to, 0) <= held.last_seqs[nr] THEN 'stored'
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
      INSERT INTO chat_messages (room_id, seq, sender_id, client_id, content, created_at, updated_at, reply_to)
      SELECT room_id, place, sender_id, client_id, content, at, at, reply_to FROM placed
      WHERE outcome = 'stored' ORDER BY room_id, nth
    ), raised AS (
      UPDATE room_members m SET unread_count = m.unread_count + c.count, notify_at = ${notifyAt('c.at')}
      FROM (
        SELECT room_id, sender_id, count(*)::int AS count, max(at) AS at FROM placed
        WHERE outcome = 'stored' GROUP BY room_id, sender_id
      ) c
      WHERE m.room_id = c.room_id AND m.user_id <> c.sender_id
    )
    SELECT outcome, coalesce(seq, place) AS seq, first_content AS content,
      coalesce(created_at, at) AS created_at, coalesce(updated_at, at) AS updated_at, changed_seq,
      coalesce(edited, false) AS edited, coalesce(deleted, false) AS deleted,
      CASE outcome WHEN 'known' THEN first_reply_to ELSE reply_to END AS reply_to, reactions,
      CASE WHEN nr IS NOT NULL THEN ARRAY[first, second] END AS participant_ids
    FROM placed ORDER BY ord`,
)

/**
 * Stores messages like `insertNextMessage`, in order. No two messages may have the same room, sender and client id.
 * @throws the violation of `chat_messages_once` by a concurrent insert, and other failures; then nothing is stored
 */
export async function insertBatch(db: Executor, messages: readonly NewMessage[]): Promise<BatchOutcome[]> {
  const [lone, ...others] = messages
  if (lone && others.length === 0) {
    // A single insert costs half as much as a batch. If it stores nothing, `insertNextMessage` finds the reason.
    const [row] = await insertUnlessLocked(db, { replyTo: null, ...lone })
    return [row ? toStoredMessage(row) : 'busy']
  }
  const rows = await insertMany(db, {
    roomIds: messages.map(({ roomId }) => roomId),
    senderIds: messages.map(({ senderId }) => senderId),
    clientIds: messages.map(({ clientId }) => clientId),
    contents: messages.map(({ content }) => content),
    repliesTo: messages.map(({ replyTo }) => replyTo ?? null),
  })
  return messages.map((message, index): BatchOutcome => {
    const row = rows[index]
    if (!row) throw new Error('message of a batch without outcome')
    const { outcome, seq, created_at: createdAt, updated_at: updatedAt, participant_ids: participantIds } = row
    if (outcome === 'refused' || outcome === 'busy') return outcome
    if (seq === null || createdAt === null || updatedAt === null || participantIds === null) {
      throw new Error('stored message without position, time or participants')
    }
    return {
      row: {
        ...message,
        seq,
        content: row.content ?? message.content,
        createdAt: new Date(createdAt),
        updatedAt: new Date(updatedAt),
        changedSeq: row.changed_seq,
        edited: row.edited,
        deleted: row.deleted,
        replyTo: row.reply_to,
        reactions: row.reactions,
        refundEvent: null,
        appointment: null,
      },
      isNew: outcome === 'stored',
      participantIds,
    }
  })
}

/** Numbers a change (spec 4) in its transaction, under the room's lock. @throws Error if the message does not exist */
export async function assignChangeNumber(tx: Executor, roomId: string, seq: number): Promise<number> {
  const { rows } = await tx.execute<{ changed_seq: number }>(sql`
    WITH room AS (
      UPDATE chat_rooms SET change_seq = change_seq + 1, updated_at = clock_timestamp() WHERE id = ${roomId}
      RETURNING id, change_seq
    )
    UPDATE chat_messages m SET changed_seq = room.change_seq FROM room WHERE m.room_id = room.id AND m.seq = ${seq}
    RETURNING m.changed_seq`)
  const [row] = rows
  if (!row) throw new Error('changed message not found')
  return row.changed_seq
}

export const isRaceForClientId = (error: unknown): boolean => isUniqueViolation(error, 'chat_messages_once')

export async function findByClientId(
  db: Executor,
  { roomId, senderId, clientId }: Omit<NewMessage, 'content'>,
): Promise<MessageWithFile | undefined> {
  const rows = await db
    .select()
    .from(chatMessages)
    .where(
      and(eq(chatMessages.roomId, roomId), eq(chatMessages.senderId, senderId), eq(chatMessages.clientId, clientId)),
    )
  return (await attachFiles(db, rows))[0]
}

export async function findMessagesAtPositions(
  db: Executor,
  roomId: string,
  places: readonly number[],
): Promise<MessageWithFile[]> {
  const rows = await db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.roomId, roomId), inArray(chatMessages.seq, [...places])))
    .orderBy(asc(chatMessages.seq))
  return attachFiles(db, rows)
}

/** Returns the messages nearest to `beforeSeq` first. Without a position, starts with the newest message. */
export async function findEarlierMessages(
  db: Executor,
  roomId: string,
  beforeSeq: number | undefined,
  limit: number,
): Promise<MessageWithFile[]> {
  const rows = await db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.roomId, roomId), beforeSeq === undefined ? undefined : lt(chatMessages.seq, beforeSeq)))
    .orderBy(desc(chatMessages.seq))
    .limit(limit)
  return attachFiles(db, rows)
}

export async function findLaterMessages(
  db: Executor,
  roomId: string,
  afterSeq: number,
  limit: number,
): Promise<MessageWithFile[]> {
  const rows = await db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.roomId, roomId), gt(chatMessages.seq, afterSeq)))
    .orderBy(asc(chatMessages.seq))
    .limit(limit)
  return attachFiles(db, rows)
}

/** Reads files by position. With a join and outdated statistics, PostgreSQL would read all files of a room. */
export async function attachFiles(db: Executor, rows: readonly MessageRow[]): Promise<MessageWithFile[]> {
  const [one, other] = [rows[0], rows.at(-1)]
  if (!one || !other) return []
  const [first, last] = [Math.min(one.seq, other.seq), Math.max(one.seq, other.seq)]
  const files = await findFilesInRange(db, one.roomId, first, last)
  const bySeq = new Map(files.map((file) => [file.seq, file]))
  return rows.map((message) => ({ message, file: bySeq.get(message.seq) ?? null }))
}

/** Row with timestamps in PostgreSQL's format, because drizzle does not parse them. */
export type RawMessage = {
  room_id: string
  seq: number
  sender_id: string
  client_id: string
  content: string
  created_at: string
  updated_at: string
  changed_seq: number | null
  edited: boolean
  deleted: boolean
  reply_to: number | null
  reactions: Record<string, Reaction> | null
  refund_event: RefundEvent | null
  appointment: Appointment | null
}

export function toMessageRow(row: RawMessage): MessageRow {
  return {
    roomId: row.room_id,
    seq: row.seq,
    senderId: row.sender_id,
    clientId: row.client_id,
    content: row.content,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    changedSeq: row.changed_seq,
    edited: row.edited,
    deleted: row.deleted,
    replyTo: row.reply_to,
    reactions: row.reactions,
    refundEvent: row.refund_event,
    appointment: row.appointment,
  }
}
