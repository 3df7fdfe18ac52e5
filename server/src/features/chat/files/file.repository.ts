import { and, asc, between, eq, lt, or, type SQL, sql } from 'drizzle-orm'

import { type Executor, lockUntilCommit } from '../../../platform/database/database.ts'
import { chatFiles, pendingUploads } from '../../../tables/chat.ts'

export type FileRow = typeof chatFiles.$inferSelect

/** Locks a sender's uploads on all servers until commit, so that counting and inserting are one step. */
export async function lockUploads(tx: Executor, senderId: string): Promise<void> {
  await lockUntilCommit(tx, `uploads of ${senderId}`)
}

/** @returns the number of recent files, and the time until the oldest one no longer counts (ms; 0 without files) */
export async function countRecentFiles(
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

export async function insertFile(tx: Executor, file: FileRow): Promise<void> {
  await tx.insert(chatFiles).values(file)
}

export async function findFilesInRange(
  db: Executor,
  roomId: string,
  firstSeq: number,
  lastSeq: number,
): Promise<FileRow[]> {
  return db
    .select()
    .from(chatFiles)
    .where(and(eq(chatFiles.roomId, roomId), between(chatFiles.seq, firstSeq, lastSeq)))
}

export type SelectedFile = Omit<FileRow, 'createdAt'> & { createdAt: string }

/** Selects the file at a position as JSON for `parseSelectedFile`; null without a file. */
export function selectFileAtPosition(roomId: SQL, seq: SQL): SQL {
  return sql`(
    SELECT jsonb_build_object(
      'roomId', f.room_id, 'seq', f.seq, 'storedName', f.stored_name, 'name', f.name, 'type', f.type, 'size', f.size,
      'contentHash', f.content_hash, 'width', f.width, 'height', f.height, 'senderId', f.sender_id,
      'createdAt', f.created_at
    ) FROM chat_files f WHERE f.room_id = ${roomId} AND f.seq = ${seq}
  )`
}

export function parseSelectedFile(selected: SelectedFile | null): FileRow | null {
  return selected && { ...selected, createdAt: new Date(selected.createdAt) }
}

export async function findByStoredName(db: Executor, roomId: string, storedName: string): Promise<FileRow | null> {
  const [row] = await db
    .select()
    .from(chatFiles)
    .where(and(eq(chatFiles.roomId, roomId), eq(chatFiles.storedName, storedName)))
  return row ?? null
}

/** Call before storing the file. */
export async function beginUpload(db: Executor, roomId: string, storedName: string): Promise<void> {
  await db.insert(pendingUploads).values({ roomId, storedName })
}

const isPendingUpload = (roomId: string, storedName: string) =>
  and(eq(pendingUploads.roomId, roomId), eq(pendingUploads.storedName, storedName))

/** Call in the transaction that inserts the message. False when the stored file is being removed. */
export async function endUpload(tx: Executor, roomId: string, storedName: string): Promise<boolean> {
  const rows = await tx
    .delete(pendingUploads)
    .where(and(isPendingUpload(roomId, storedName), eq(pendingUploads.removing, false)))
    .returning({ storedName: pendingUploads.storedName })
  return rows.length > 0
}

/** Returns false without an upload record, because the file then belongs to a message. */
export async function beginFileRemoval(db: Executor, roomId: string, storedName: string): Promise<boolean> {
  const rows = await db
    .update(pendingUploads)
    .set({ removing: true })
    .where(isPendingUpload(roomId, storedName))
    .returning({ storedName: pendingUploads.storedName })
  return rows.length > 0
}

export async function endFileRemoval(db: Executor, roomId: string, storedName: string): Promise<void> {
  await db.delete(pendingUploads).where(isPendingUpload(roomId, storedName))
}

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
