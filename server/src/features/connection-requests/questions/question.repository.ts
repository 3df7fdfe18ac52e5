import { and, eq, gt, isNull, lte } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { unsentQuestions } from '../../../tables/connection-requests.ts'

export type UnsentQuestion = typeof unsentQuestions.$inferSelect

export async function insertQuestion(db: Executor, question: Omit<UnsentQuestion, 'senderId'>): Promise<void> {
  await db.insert(unsentQuestions).values(question)
}

export async function findQuestion(db: Executor, id: string): Promise<UnsentQuestion | undefined> {
  const [row] = await db
    .select()
    .from(unsentQuestions)
    .where(and(eq(unsentQuestions.id, id), gt(unsentQuestions.expiresAt, new Date())))
  return row
}

/** @returns false for an expired question */
export async function confirmQuestion(tx: Executor, id: string, senderId: string): Promise<boolean> {
  const { senderId: owner, expiresAt } = unsentQuestions
  const rows = await tx
    .update(unsentQuestions)
    .set({ senderId })
    .where(and(eq(unsentQuestions.id, id), isNull(owner), gt(expiresAt, new Date())))
    .returning({ id: unsentQuestions.id })
  return rows.length > 0
}

export async function deleteQuestion(tx: Executor, id: string): Promise<void> {
  await tx.delete(unsentQuestions).where(eq(unsentQuestions.id, id))
}

export async function deleteExpiredQuestions(db: Executor): Promise<void> {
  await db.delete(unsentQuestions).where(lte(unsentQuestions.expiresAt, new Date()))
}
