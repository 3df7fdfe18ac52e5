import { and, eq, isNotNull } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'

import type { Executor } from '../../../platform/database/database.ts'
import { account, oneTimeCodes, user } from '../../../tables/auth.ts'
import { forgetDevices } from '../auth.repository.ts'

const GOOGLE = 'google'

export async function isGoogleLinked(db: Executor, subject: string): Promise<boolean> {
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.providerId, GOOGLE), eq(account.accountId, subject)))
  return rows.length > 0
}

/** Locks the account until commit: no other transaction joins or changes it. */
export async function lockAccountByEmail(
  tx: Executor,
  email: string,
): Promise<{ id: string; email: string; emailVerified: boolean } | null> {
  const [row] = await tx
    .select({ id: user.id, email: user.email, emailVerified: user.emailVerified })
    .from(user)
    .where(eq(user.email, email))
    .for('update')
  return row ?? null
}

export async function findLoginMethods(
  db: Executor,
  userId: string,
): Promise<{ hasPassword: boolean; hasGoogle: boolean }> {
  const rows = await db
    .select({ providerId: account.providerId, password: account.password })
    .from(account)
    .where(eq(account.userId, userId))
  return {
    hasPassword: rows.some(({ password }) => password !== null),
    hasGoogle: rows.some(({ providerId }) => providerId === GOOGLE),
  }
}

/** @returns false when the Google account is linked already; the existing link stays */
export async function linkGoogle(db: Executor, userId: string, subject: string): Promise<boolean> {
  const rows = await db
    .insert(account)
    .values({ id: uuidv7(), userId, accountId: subject, providerId: GOOGLE })
    .onConflictDoNothing({ target: [account.providerId, account.accountId] })
    .returning({ id: account.id })
  return rows.length > 0
}

export async function unlinkGoogle(db: Executor, userId: string): Promise<void> {
  await db.delete(account).where(and(eq(account.userId, userId), eq(account.providerId, GOOGLE)))
}

/** Removes the password, the mailed codes and the known browsers. */
export async function removePassword(db: Executor, userId: string): Promise<void> {
  await db.delete(account).where(and(eq(account.userId, userId), isNotNull(account.password)))
  await db.delete(oneTimeCodes).where(eq(oneTimeCodes.userId, userId))
  await forgetDevices(db, userId)
}
