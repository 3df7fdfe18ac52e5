import { createHash } from 'node:crypto'

import { and, eq, gt, lte } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { oneTimeCodes } from '../../../tables/auth.ts'

export type CodePurpose = (typeof oneTimeCodes.$inferSelect)['purpose']

export interface CodeOwner {
  userId: string
  email: string
}

const hashCode = (code: string): string => createHash('sha256').update(code).digest('hex')

const owner = { userId: oneTimeCodes.userId, email: oneTimeCodes.email }
const isValidCode = (purpose: CodePurpose, code: string) =>
  and(eq(oneTimeCodes.hash, hashCode(code)), eq(oneTimeCodes.purpose, purpose), gt(oneTimeCodes.expiresAt, new Date()))

/** Stores a code, and deletes the expired codes of all people. */
export async function insertOneTimeCode(
  db: Executor,
  { code, ...row }: CodeOwner & { code: string; purpose: CodePurpose; expiresAt: Date },
): Promise<void> {
  await db.delete(oneTimeCodes).where(lte(oneTimeCodes.expiresAt, new Date()))
  await db.insert(oneTimeCodes).values({ hash: hashCode(code), ...row })
}

export async function findCodeOwner(db: Executor, purpose: CodePurpose, code: string): Promise<CodeOwner | null> {
  const [found] = await db.select(owner).from(oneTimeCodes).where(isValidCode(purpose, code))
  return found ?? null
}

/** Deletes the code. One of several concurrent calls gets the code's owner; the others get null. */
export async function consumeOneTimeCode(db: Executor, purpose: CodePurpose, code: string): Promise<CodeOwner | null> {
  const [found] = await db.delete(oneTimeCodes).where(isValidCode(purpose, code)).returning(owner)
  return found ?? null
}

export async function deleteCodes(db: Executor, purpose: CodePurpose, userId: string): Promise<void> {
  await db.delete(oneTimeCodes).where(and(eq(oneTimeCodes.purpose, purpose), eq(oneTimeCodes.userId, userId)))
}
