import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'

import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { WorkQueue } from '../../../platform/database/work-queue.ts'
import { objections, statements } from '../../../tables/safety.ts'

export type StatementRow = typeof statements.$inferSelect
export type ObjectionRow = typeof objections.$inferSelect
export type NewStatement = Omit<StatementRow, 'automated' | 'createdAt' | 'mailDueAt' | 'mailedAt'>

export interface StatementWithObjection {
  statement: StatementRow
  objection: ObjectionRow | null
  isUndone: boolean
}

export async function insertStatement(tx: Transaction, statement: NewStatement): Promise<void> {
  await tx.insert(statements).values(statement)
}

export async function findByAccount(
  db: Executor,
  accountId: string,
  { decisionId, limit }: { decisionId?: string; limit: number },
): Promise<StatementWithObjection[]> {
  const isUndone = sql<boolean>`EXISTS (
    SELECT FROM statements undoing WHERE undoing.answers = "statements"."decision_id" AND undoing.kind = 'undo')`
  return db
    .select({ statement: statements, objection: objections, isUndone })
    .from(statements)
    .leftJoin(objections, eq(objections.decisionId, statements.decisionId))
    .where(
      and(
        eq(statements.accountId, accountId),
        decisionId === undefined ? undefined : eq(statements.decisionId, decisionId),
      ),
    )
    .orderBy(desc(statements.createdAt), desc(statements.decisionId))
    .limit(limit)
}

/** Waits for an operator who is undoing the decision, and makes others wait until the transaction ends. */
export async function lockStatement(tx: Executor, decisionId: string): Promise<void> {
  await tx
    .select({ id: statements.decisionId })
    .from(statements)
    .where(eq(statements.decisionId, decisionId))
    .for('update')
}

/** @returns false when the decision already has an objection */
export async function insertObjection(tx: Executor, decisionId: string, content: string): Promise<boolean> {
  const rows = await tx.insert(objections).values({ decisionId, content }).onConflictDoNothing().returning()
  return rows.length > 0
}

export const mailQueue = new WorkQueue(statements, {
  key: 'decisionId',
  due: 'mailDueAt',
  only: sql`mailed_at IS NULL`,
  atATime: 20,
})

export async function markMailed(db: Executor, decisionId: string): Promise<void> {
  await db
    .update(statements)
    .set({ mailedAt: sql`now()` })
    .where(eq(statements.decisionId, decisionId))
}

export async function findOpenObjections(db: Executor, limit: number): Promise<ObjectionRow[]> {
  return db
    .select()
    .from(objections)
    .where(isNull(objections.answeredAt))
    .orderBy(asc(objections.createdAt))
    .limit(limit)
}

export async function countOpenObjections(db: Executor): Promise<number> {
  const [row] = await db.select({ open: count() }).from(objections).where(isNull(objections.answeredAt))
  return row?.open ?? 0
}

export async function findObjections(db: Executor, decisionIds: readonly string[]): Promise<ObjectionRow[]> {
  if (decisionIds.length === 0) return []
  return db
    .select()
    .from(objections)
    .where(inArray(objections.decisionId, [...decisionIds]))
}

/** Marks the decision's objection as answered, if it has an unanswered one. */
export async function answerObjection(tx: Executor, decisionId: string): Promise<void> {
  await tx
    .update(objections)
    .set({ answeredAt: sql`now()` })
    .where(and(eq(objections.decisionId, decisionId), isNull(objections.answeredAt)))
}
