import { and, count, desc, eq, ne, or, sql } from 'drizzle-orm'

import type { RequestStatus } from '@kundig/contract/connection-requests/request-life-cycle'

import { type Executor, violatesUnique } from '../../platform/database/database.ts'
import { connectionRequests } from '../../tables.ts'

export type RequestRow = typeof connectionRequests.$inferSelect

/** Stores a pending request; undefined when this pair has a pending one already, and then the transaction is over. */
export async function create(
  tx: Executor,
  request: { senderId: string; receiverId: string; message: string },
): Promise<RequestRow | undefined> {
  try {
    const [row] = await tx.insert(connectionRequests).values(request).returning()
    return row
  } catch (error) {
    if (violatesUnique(error, 'connection_requests_one_pending')) return undefined
    throw error
  }
}

/** A request, whoever may see it. */
export async function findById(db: Executor, id: string): Promise<RequestRow | undefined> {
  const [row] = await db.select().from(connectionRequests).where(eq(connectionRequests.id, id))
  return row
}

/** The request, locked until the transaction ends: whoever decides first wins, the others wait and see it decided. */
export async function findByIdForDecision(tx: Executor, id: string): Promise<RequestRow | undefined> {
  const [row] = await tx.select().from(connectionRequests).where(eq(connectionRequests.id, id)).for('update')
  return row
}

/** Decides a request that `findByIdForDecision` has locked in the same transaction. */
export async function setStatus(tx: Executor, id: string, status: RequestStatus): Promise<RequestRow> {
  const [row] = await tx
    .update(connectionRequests)
    .set({ status, updatedAt: sql`now()` })
    .where(eq(connectionRequests.id, id))
    .returning()
  if (!row) throw new Error('A locked row can be updated')
  return row
}

/** Pending requests addressed to a person, newest first, and how many there are in all. */
export async function findPending(
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

/** What a person sent, and what was addressed to them and is decided; the latest change first. */
export async function findHistory(
  db: Executor,
  userId: string,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<RequestRow[]> {
  return db
    .select()
    .from(connectionRequests)
    .where(
      and(
        or(
          eq(connectionRequests.senderId, userId),
          and(eq(connectionRequests.receiverId, userId), ne(connectionRequests.status, 'pending')),
        ),
        after === null
          ? undefined
          : sql`(${connectionRequests.updatedAt}, ${connectionRequests.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(connectionRequests.updatedAt), desc(connectionRequests.id))
    .limit(limit)
}
