import { createHash } from 'node:crypto'

import { and, eq, gt, lte } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { oneTimeCodes } from '../../../tables/auth.ts'

/** What a code may be used for. */
export type CodePurpose = (typeof oneTimeCodes.$inferSelect)['purpose']

export interface CodeOwner {
  userId: string
  /** Where the code was sent. */
  email: string
}

const hashCode = (code: string): string => createHash('sha256').update(code).digest('hex')

const owner = { userId: oneTimeCodes.userId, email: oneTimeCodes.email }
const good = (purpose: CodePurpose, code: string) =>
  and(eq(oneTimeCodes.hash, hashCode(code)), eq(oneTimeCodes.purpose, purpose), gt(oneTimeCodes.expiresAt, new Date()))

/** Keeps a code, as its hash. Codes of anyone that have expired go. */
export async function insert(
  db: Executor,
  { code, ...row }: CodeOwner & { code: string; purpose: CodePurpose; expiresAt: Date },
): Promise<void> {
  await db.delete(oneTimeCodes).where(lte(oneTimeCodes.expiresAt, new Date()))
  await db.insert(oneTimeCodes).values({ hash: hashCode(code), ...row })
}

/** Whose a good code is, or null; it stays good. */
export async function findGood(db: Executor, purpose: CodePurpose, code: string): Promise<CodeOwner | null> {
  const [found] = await db.select(owner).from(oneTimeCodes).where(good(purpose, code))
  return found ?? null
}

/** Uses a good code up and tells whose it was; null when there is none (any more). Of many at once, one gets it. */
export async function consume(db: Executor, purpose: CodePurpose, code: string): Promise<CodeOwner | null> {
  const [found] = await db.delete(oneTimeCodes).where(good(purpose, code)).returning(owner)
  return found ?? null
}

/** Removes every code of one kind that a person still has. */
export async function deleteCodes(db: Executor, purpose: CodePurpose, userId: string): Promise<void> {
  await db.delete(oneTimeCodes).where(and(eq(oneTimeCodes.purpose, purpose), eq(oneTimeCodes.userId, userId)))
}
