import { and, asc, between, eq, lt, or, type SQL, sql } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { chatFiles, pendingUploads } from '../../../tables/chat.ts'

export type FileRow = typeof chatFiles.$inferSelect

/** One after the other, whichever server they are on: counting and adding must be one step. Until the transaction ends. */
export async function lockUploadsOf(tx: Executor, senderId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`uploads of ${senderId}`}, 0))`)
}

/**
 * How many files somebody sent in the last `windowMs`.
 * @param without client ids of files that are counted elsewhere
 * @returns with it, in how many milliseconds the oldest of them does not count any more; 0 when there is none
 */
export async function countSentOfLate(
  db: Executor,
  senderId: string,
  windowMs: number,
  without: readonly string[] = [],
): Promise<{ count: number; oldestLeavesMs: number }> {
  const { rows } = await db.execute<{ count: number; leaves_ms: number }>(sql`
    SELECT count(*)::int AS count,
      coalesce(ceil(extract(epoch FROM min(created_at) - clock_timestamp()) * 1000 + ${windowMs}::int), 0)::int AS leaves_ms
    FROM chat_files
    WHERE sender_id = ${senderId} AND created_at > clock_timestamp() - ${windowMs}::int * interval '1 millisecond'
      AND NOT EXISTS (
        SELECT FROM chat_messages
        WHERE chat_messages.room_id = chat_files.room_id AND chat_messages.seq = chat_files.seq
          AND chat_messages.client_id = ANY (${sql.param([...without])}::uuid[])
      )`)
  const { count = 0, leaves_ms = 0 } = rows[0] ?? {}
  return { count, oldestLeavesMs: Math.max(0, leaves_ms) }
}

/** Gives a message its file, in the transaction that makes the message. */
export async function create(tx: Executor, file: FileRow): Promise<void> {
  await tx.insert(chatFiles).values(file)
}

/** The files of the messages from one place to another, both included. */
export async function findBetween(db: Executor, roomId: string, firstSeq: number, lastSeq: number): Promise<FileRow[]> {
  return db
    .select()
    .from(chatFiles)
    .where(and(eq(chatFiles.roomId, roomId), between(chatFiles.seq, firstSeq, lastSeq)))
}

/** A file as `selectAt` finds it: JSON has no dates. */
export type SelectedFile = Omit<FileRow, 'createdAt'> & { createdAt: string }

/** A subquery for the file of the message at a place, as JSON that `readSelected` understands; null where there is none. */
export function selectAt(roomId: SQL, seq: SQL): SQL {
  return sql`(
    SELECT jsonb_build_object(
      'roomId', f.room_id, 'seq', f.seq, 'storedName', f.stored_name, 'name', f.name, 'type', f.type, 'size', f.size,
      'contentHash', f.content_hash, 'width', f.width, 'height', f.height, 'senderId', f.sender_id,
      'createdAt', f.created_at
    ) FROM chat_files f WHERE f.room_id = ${roomId} AND f.seq = ${seq}
  )`
}

/** What `selectAt` found. */
export function readSelected(selected: SelectedFile | null): FileRow | null {
  return selected && { ...selected, createdAt: new Date(selected.createdAt) }
}

/** The file that is kept in a room's folder under this name; null when there is none. */
export async function findByStoredName(db: Executor, roomId: string, storedName: string): Promise<FileRow | null> {
  const [row] = await db
    .select()
    .from(chatFiles)
    .where(and(eq(chatFiles.roomId, roomId), eq(chatFiles.storedName, storedName)))
  return row ?? null
}

/** Notes that something is about to be stored. */
export async function beginUpload(db: Executor, roomId: string, storedName: string): Promise<void> {
  await db.insert(pendingUploads).values({ roomId, storedName })
}

const isNoteOf = (roomId: string, storedName: string) =>
  and(eq(pendingUploads.roomId, roomId), eq(pendingUploads.storedName, storedName))

/** Takes the note away, in the transaction that makes the message; false when what was stored is being removed. */
export async function endUpload(tx: Executor, roomId: string, storedName: string): Promise<boolean> {
  const rows = await tx
    .delete(pendingUploads)
    .where(and(isNoteOf(roomId, storedName), eq(pendingUploads.removing, false)))
    .returning({ storedName: pendingUploads.storedName })
  return rows.length > 0
}

/** Notes that what was stored is being removed; false when there is no note: then there is a message of it. */
export async function beginRemoving(db: Executor, roomId: string, storedName: string): Promise<boolean> {
  const rows = await db
    .update(pendingUploads)
    .set({ removing: true })
    .where(isNoteOf(roomId, storedName))
    .returning({ storedName: pendingUploads.storedName })
  return rows.length > 0
}

/** Takes the note away: nothing is left of what was stored. */
export async function endRemoving(db: Executor, roomId: string, storedName: string): Promise<void> {
  await db.delete(pendingUploads).where(isNoteOf(roomId, storedName))
}

/** Uploads that have been under way for longer than that, and those whose removal was begun, the oldest first. */
export async function findAbandonedUploads(
  db: Executor,
  olderThanMs: number,
  limit: number,
): Promise<{ roomId: string; storedName: string }[]> {
  return db
    .select({ roomId: pendingUploads.roomId, storedName: pendingUploads.storedName })
    .from(pendingUploads)
    .where(
      or(
        eq(pendingUploads.removing, true),
        lt(pendingUploads.createdAt, sql`now() - ${olderThanMs}::int * interval '1 millisecond'`),
      ),
    )
    .orderBy(asc(pendingUploads.createdAt))
    .limit(limit)
}
