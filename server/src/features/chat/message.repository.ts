import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'

import { type Executor, planOnce, violatesUnique } from '../../platform/database/database.ts'
import { chatMessages } from '../../tables.ts'
import { type FileRow, findBetween as findFiles } from './file.repository.ts'

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
}

export interface StoredMessage {
  row: MessageRow
  /** False when the client id was known: then it is the first message of that id. */
  isNew: boolean
  participantIds: string[]
}

/**
 * Stores a message and raises the partner's unread count, in one statement. It takes the next place in the
 * room by locking the room's row: that lock is the order, so places have no gaps and no doubles, and
 * nothing lands after the close. The time is read after the lock, so it follows the order too.
 * @returns the message, new or (for a known client id) the first one; undefined when the room does not
 *   exist, is closed, or is not the sender's
 */
export async function insertNext(db: Executor, message: NewMessage): Promise<StoredMessage | undefined> {
  return untilAlone(() => insertOnce(db, message))
}

/**
 * Does what stores a message, again if the same one was stored at that very instant: the other was first, this try
 * left nothing, and the next one finds the other.
 * @param work a statement of its own, or a whole transaction
 */
export async function untilAlone<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!violatesUnique(error, 'chat_messages_once')) throw error
    return untilAlone(work)
  }
}

/** A value of the message to be stored. */
const of = (name: keyof NewMessage) => sql.placeholder(name)

const insert = planOnce<RawMessage & { is_new: boolean; participant_ids: string[] }>(
  'insert_message',
  sql`
    WITH known AS (
      SELECT * FROM chat_messages
      WHERE room_id = ${of('roomId')} AND sender_id = ${of('senderId')} AND client_id = ${of('clientId')}
    ), place AS (
      UPDATE chat_rooms SET last_seq = last_seq + 1, updated_at = clock_timestamp()
      WHERE id = ${of('roomId')} AND status = 'open' AND ${of('senderId')}::uuid = ANY (participant_ids)
        AND NOT EXISTS (SELECT FROM known)
      RETURNING id, last_seq, updated_at
    ), stored AS (
      INSERT INTO chat_messages (room_id, seq, sender_id, client_id, content, created_at, updated_at)
      SELECT id, last_seq, ${of('senderId')}, ${of('clientId')}, ${of('content')}, updated_at, updated_at FROM place
      RETURNING *
    ), raised AS (
      UPDATE room_members SET unread_count = unread_count + 1
      FROM place WHERE room_id = place.id AND user_id <> ${of('senderId')}
    )
    SELECT message.*, (SELECT participant_ids FROM chat_rooms WHERE id = ${of('roomId')})
    FROM (SELECT *, true AS is_new FROM stored UNION ALL SELECT *, false FROM known) AS message`,
)

/** As `insertNext`, inside a transaction, which as a whole is the work of `untilAlone`. */
export async function insertOnce(db: Executor, message: NewMessage): Promise<StoredMessage | undefined> {
  const [row] = await insert(db, { ...message })
  return row && { row: fromRaw(row), isNew: row.is_new, participantIds: row.participant_ids }
}

/** The message of a client id, if there is one. */
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
  return (await withFiles(db, rows))[0]
}

/** The messages at these places in a room, in order. */
export async function findAt(db: Executor, roomId: string, places: readonly number[]): Promise<MessageWithFile[]> {
  const rows = await db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.roomId, roomId), inArray(chatMessages.seq, [...places])))
    .orderBy(asc(chatMessages.seq))
  return withFiles(db, rows)
}

/** The messages before a place, the nearest first; without a place the newest. */
export async function findBefore(
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
  return withFiles(db, rows)
}

/** The messages after a place, in order. */
export async function findAfter(
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
  return withFiles(db, rows)
}

/**
 * Adds their files to messages of one room that follow each other, in either order. By places, not by a join: without
 * fresh statistics PostgreSQL reads all of a room's files for that.
 */
async function withFiles(db: Executor, rows: readonly MessageRow[]): Promise<MessageWithFile[]> {
  const [one, other] = [rows[0], rows.at(-1)]
  if (!one || !other) return []
  const [first, last] = [Math.min(one.seq, other.seq), Math.max(one.seq, other.seq)]
  const files = await findFiles(db, one.roomId, first, last)
  const bySeq = new Map(files.map((file) => [file.seq, file]))
  return rows.map((message) => ({ message, file: bySeq.get(message.seq) ?? null }))
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
