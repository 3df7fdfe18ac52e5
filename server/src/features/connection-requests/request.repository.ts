import { and, count, desc, eq, getTableColumns, ne, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'

import type {
  RejectionReason,
  RequestEnd,
  RequestStatus,
} from '@kundig/contract/connection-requests/request-life-cycle'

import { type Executor, type Fragment, isUniqueViolation, lockUntilCommit } from '../../platform/database/database.ts'
import { connectionRequests } from '../../tables/connection-requests.ts'
import { deleteQuestion } from './questions/question.repository.ts'

export type RequestRow = typeof connectionRequests.$inferSelect

export interface NewRequest {
  /** Id of the visitor's question that the request replaces. */
  id?: string | undefined
  receiver_id: string
  message: string
}

/** Returns undefined if the pair has a pending request, or the id exists. The transaction has then failed. */
export async function insertConnectionRequest(
  tx: Executor,
  senderId: string,
  { id, receiver_id: receiverId, message }: NewRequest,
): Promise<RequestRow | undefined> {
  try {
    const [row] = await tx.insert(connectionRequests).values({ id, senderId, receiverId, message }).returning()
    if (id !== undefined) await deleteQuestion(tx, id)
    return row
  } catch (error) {
    const constraints = ['connection_requests_one_pending', 'connection_requests_pkey']
    if (constraints.some((constraint) => isUniqueViolation(error, constraint))) return undefined
    throw error
  }
}

export async function findPendingRequest(
  db: Executor,
  senderId: string,
  receiverId: string,
): Promise<RequestRow | undefined> {
  const [row] = await db
    .select()
    .from(connectionRequests)
    .where(
      and(
        eq(connectionRequests.senderId, senderId),
        eq(connectionRequests.receiverId, receiverId),
        eq(connectionRequests.status, 'pending'),
      ),
    )
  return row
}

export async function findById(db: Executor, id: string): Promise<RequestRow | undefined> {
  const [row] = await db.select().from(connectionRequests).where(eq(connectionRequests.id, id))
  return row
}

/** Locks the request until commit. The first decision wins, and concurrent decisions wait and then read it. */
export async function findByIdForDecision(
  tx: Executor,
  id: string,
): Promise<(RequestRow & { isOver: boolean }) | undefined> {
  const isOver = sql<boolean>`${connectionRequests.expiresAt} <= clock_timestamp()`
  const [row] = await tx
    .select({ ...getTableColumns(connectionRequests), isOver })
    .from(connectionRequests)
    .where(eq(connectionRequests.id, id))
    .for('update')
  return row
}

/** Requires the lock of `findByIdForDecision` in the same transaction. */
export async function setStatus(
  tx: Executor,
  id: string,
  change: { status: RequestStatus; endedBy: RequestEnd | null; rejectionReason?: RejectionReason | null },
): Promise<RequestRow> {
  const [row] = await tx
    .update(connectionRequests)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(connectionRequests.id, id))
    .returning()
  if (!row) throw new Error('locked connection request not found')
  return row
}

export async function rejectPendingRequests(tx: Executor, userId: string): Promise<RequestRow[]> {
  return tx
    .update(connectionRequests)
    .set({ status: 'rejected', endedBy: 'receiver', updatedAt: sql`now()` })
    .where(
      and(
        eq(connectionRequests.status, 'pending'),
        or(eq(connectionRequests.senderId, userId), eq(connectionRequests.receiverId, userId)),
      ),
    )
    .returning()
}

export async function endPendingRequestsOfPair(
  tx: Executor,
  a: string,
  b: string,
  endedBy: RequestEnd,
): Promise<RequestRow[]> {
  const { senderId, receiverId, status } = connectionRequests
  return tx
    .update(connectionRequests)
    .set({ status: 'rejected', endedBy, updatedAt: sql`now()` })
    .where(
      and(eq(status, 'pending'), or(and(eq(senderId, a), eq(receiverId, b)), and(eq(senderId, b), eq(receiverId, a)))),
    )
    .returning()
}

/** Waits for other transactions that send this person's requests, so that counts stay correct until the commit. */
export async function lockSender(tx: Executor, senderId: string): Promise<void> {
  await lockUntilCommit(tx, `connection_requests ${senderId}`)
}

/** Waits for other transactions that send requests to this person. Follows `lockSender`, so no two wait for each other. */
export async function lockReceiver(tx: Executor, receiverId: string): Promise<void> {
  await lockUntilCommit(tx, `received requests of ${receiverId}`)
}

export interface SentCounts {
  /** True in the account's first days. */
  isNew: boolean
  sentToday: number
  /** Time of the first request sent today. */
  earliest: Date | null
  open: number
}

/** Counts all pending requests, and the requests of the last 24 hours except unanswered ones that expired. */
export async function countSentRequests(db: Executor, senderId: string, newDays: number): Promise<SentCounts> {
  const { rows } = await db.execute<{ is_new: boolean; sent: number; earliest: string | null; open: number }>(sql`
    SELECT
      (SELECT created_at > now() - ${newDays}::int * interval '1 day' FROM "user" WHERE id = ${senderId}::uuid) AS is_new,
      count(*)::int AS sent,
      min(created_at) AS earliest,
      (SELECT count(*)::int FROM connection_requests WHERE sender_id = ${senderId}::uuid AND status = 'pending') AS open
    FROM connection_requests
    WHERE sender_id = ${senderId}::uuid AND updated_at > now() - interval '1 day'
      AND created_at > now() - interval '1 day' AND ended_by IS DISTINCT FROM 'expired'`)
  const [row] = rows
  const earliest = row?.earliest ?? null
  return {
    isNew: row?.is_new ?? true,
    sentToday: row?.sent ?? 0,
    earliest: earliest === null ? null : new Date(earliest),
    open: row?.open ?? 0,
  }
}

/** @param most number at which counting stops */
export async function countReceivedPendingRequests(db: Executor, receiverId: string, most: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (
      SELECT FROM connection_requests WHERE receiver_id = ${receiverId}::uuid AND status = 'pending' LIMIT ${most}::int
    ) waiting`)
  return rows[0]?.count ?? 0
}

/** Finds the time when fewer than `most` waiting periods will run (days by kind of end); undefined if fewer run now. */
export async function findWaitingPeriod(
  db: Executor,
  senderId: string,
  receiverId: string,
  { afterRejection, afterOtherEnd, most }: { afterRejection: number; afterOtherEnd: number; most: number },
): Promise<{ at: Date; endedBy: RequestEnd } | undefined> {
  const { rows } = await db.execute<{ at: string; ended_by: RequestEnd }>(sql`
    SELECT * FROM (
      SELECT shown.ended_by, ended_at + interval '1 day' *
        CASE shown.ended_by WHEN 'receiver' THEN ${afterRejection}::int ELSE ${afterOtherEnd}::int END AS at
      FROM connection_requests,
        -- A block looks like a rejection to the sender, so the wait after it is the same.
        LATERAL (SELECT CASE connection_requests.ended_by WHEN 'blocked' THEN 'receiver' ELSE connection_requests.ended_by END)
          AS shown (ended_by)
      WHERE sender_id = ${senderId}::uuid AND receiver_id = ${receiverId}::uuid AND status = 'rejected'
    ) ended WHERE at > clock_timestamp() ORDER BY at DESC OFFSET ${most - 1}::int LIMIT 1`)
  const [row] = rows
  return row && { at: new Date(row.at), endedBy: row.ended_by }
}

/** Expires due requests. Concurrent servers expire different requests. */
export async function expireDueRequests(tx: Executor, limit: number): Promise<RequestRow[]> {
  return tx
    .update(connectionRequests)
    .set({ status: 'rejected', endedBy: 'expired', updatedAt: sql`now()` })
    .where(
      sql`${connectionRequests.id} IN (
        SELECT id FROM connection_requests
        WHERE status = 'pending' AND reminders >= 0 AND reminders IN (0, 1, 2) AND expires_at <= clock_timestamp()
        LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
      )`,
    )
    .returning()
}

/** @param daysLeft by number of sent reminders: days before expiry when the next is due; 0 for the expiry itself */
export async function hasDueRequests(db: Executor, daysLeft: readonly number[]): Promise<boolean> {
  const checks = daysLeft.map(
    (days, reminders) => sql`EXISTS (
      SELECT FROM connection_requests
      WHERE status = 'pending' AND reminders >= 0 AND reminders = ${reminders}::smallint
        AND expires_at <= clock_timestamp() + ${days}::int * interval '1 day'
    )`,
  )
  const { rows } = await db.execute<{ is_due: boolean }>(sql`SELECT ${sql.join(checks, sql` OR `)} AS is_due`)
  return rows[0]?.is_due ?? false
}

/** Marks requests whose reminder is due. Earlier reminders that were missed are skipped. */
export async function markDueReminders(
  tx: Executor,
  reminder: { number: number; daysLeft: number },
  limit: number,
): Promise<RequestRow[]> {
  const earlier = Array.from({ length: reminder.number }, (_, number) => number)
  return tx
    .update(connectionRequests)
    .set({ reminders: reminder.number })
    .where(
      sql`${connectionRequests.id} IN (
        SELECT id FROM connection_requests
        WHERE status = 'pending' AND reminders >= 0 AND reminders = ANY (${sql.param(earlier)}::smallint[])
          AND expires_at <= clock_timestamp() + ${reminder.daysLeft}::int * interval '1 day'
        LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
      )`,
    )
    .returning()
}

export async function findReceivedPendingRequests(
  db: Executor,
  receiverId: string,
  limit: number,
): Promise<{ rows: RequestRow[]; total: number }> {
  const isPending = and(eq(connectionRequests.receiverId, receiverId), eq(connectionRequests.status, 'pending'))
  const rows = await db
    .select()
    .from(connectionRequests)
    .where(isPending)
    .orderBy(desc(connectionRequests.createdAt), desc(connectionRequests.id))
    .limit(limit)
  if (rows.length < limit) return { rows, total: rows.length }
  const [counted] = await db.select({ total: count() }).from(connectionRequests).where(isPending)
  return { rows, total: counted?.total ?? rows.length }
}

/** Returns pending requests that a person sent, newest first. Reads only these, by the index of pending pairs. */
export async function findSentPendingRequests(db: Executor, senderId: string, limit: number): Promise<RequestRow[]> {
  return db
    .select()
    .from(connectionRequests)
    .where(and(eq(connectionRequests.senderId, senderId), eq(connectionRequests.status, 'pending')))
    .orderBy(desc(connectionRequests.createdAt), desc(connectionRequests.id))
    .limit(limit)
}

/**
 * Returns the latest change first. Sent and received requests are read from separate indexes, because an OR would read
 * all of a person's requests. No request is in both indexes, because requests to oneself do not exist.
 */
export async function findRequestHistory(
  db: Executor,
  userId: string,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<RequestRow[]> {
  const { updatedAt, id, senderId, receiverId, status, withdrawn } = connectionRequests
  const isLater =
    after === null
      ? undefined
      : sql`(${updatedAt}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  const half = (where: SQL | undefined) =>
    db.select().from(connectionRequests).where(and(where, isLater)).orderBy(desc(updatedAt), desc(id)).limit(limit)
  const sent = half(eq(senderId, userId))
  const decided = half(and(eq(receiverId, userId), ne(status, 'pending'), eq(withdrawn, false)))
  return unionAll(sent, decided).orderBy(desc(updatedAt), desc(id)).limit(limit)
}

/** @param withinMs maximum age of a change (ms, by the database's clock) */
export async function findUsersWithRequestChanges(
  db: Executor,
  userIds: readonly string[],
  withinMs: number,
): Promise<string[]> {
  const since = sql`clock_timestamp() - ${withinMs} * interval '1 millisecond'`
  const people = sql`ANY (${sql.param([...userIds])}::uuid[])`
  const { rows } = await db.execute<{ user_id: string }>(sql`
    SELECT sender_id AS user_id FROM connection_requests WHERE sender_id = ${people} AND updated_at > ${since}
    UNION SELECT receiver_id FROM connection_requests WHERE receiver_id = ${people} AND updated_at > ${since}`)
  return rows.map(({ user_id }) => user_id)
}

/** Number of the latest requests in the stamp, more than can change while one transaction commits. */
const STAMPED = 20

/** Hashes several of the latest requests, because a change with an earlier time may commit later. */
export function selectRequestsStamp(userId: string): Fragment {
  const latest = (column: 'sender_id' | 'receiver_id') => sql`(
    SELECT id, status, updated_at FROM connection_requests WHERE ${sql.identifier(column)} = ${userId}::uuid
    ORDER BY updated_at DESC, id DESC LIMIT ${STAMPED}::int
  )`
  return sql`(
    SELECT md5(coalesce(string_agg(r.id::text || r.status || r.updated_at::text, ' ' ORDER BY r.id), ''))
    FROM (${latest('sender_id')} UNION ALL ${latest('receiver_id')}) r
  )`
}
