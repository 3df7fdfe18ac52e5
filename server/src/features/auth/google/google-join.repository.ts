import { and, eq, isNotNull } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'

import type { Executor } from '../../../platform/database/database.ts'
import { account, oneTimeCodes, user } from '../../../tables/auth.ts'
import { forgetDevices } from '../auth.repository.ts'

const GOOGLE = 'google'

/** Whether a Google account, by its subject, is linked to an account of ours. */
export async function isLinked(db: Executor, subject: string): Promise<boolean> {
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.providerId, GOOGLE), eq(account.accountId, subject)))
  return rows.length > 0
}

/** The account with an address, locked until the transaction ends: nobody else joins or changes it meanwhile. */
export async function lockByEmail(
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

/** By what an account can be logged in to. */
export async function waysIn(db: Executor, userId: string): Promise<{ hasPassword: boolean; hasGoogle: boolean }> {
  const rows = await db
    .select({ providerId: account.providerId, password: account.password })
    .from(account)
    .where(eq(account.userId, userId))
  return {
    hasPassword: rows.some(({ password }) => password !== null),
    hasGoogle: rows.some(({ providerId }) => providerId === GOOGLE),
  }
}

/**
 * Links a Google account. One that is linked already, wherever, stays where it is.
 * @returns whether it was linked now
 */
export async function link(db: Executor, userId: string, subject: string): Promise<boolean> {
  const rows = await db
    .insert(account)
    .values({ id: uuidv7(), userId, accountId: subject, providerId: GOOGLE })
    .onConflictDoNothing({ target: [account.providerId, account.accountId] })
    .returning({ id: account.id })
  return rows.length > 0
}

/** Takes every link to a Google account away. */
export async function unlinkGoogle(db: Executor, userId: string): Promise<void> {
  await db.delete(account).where(and(eq(account.userId, userId), eq(account.providerId, GOOGLE)))
}

/** Takes the password of an account away, the codes that were mailed for it, and the browsers that it is known in. */
export async function removePassword(db: Executor, userId: string): Promise<void> {
  await db.delete(account).where(and(eq(account.userId, userId), isNotNull(account.password)))
  await db.delete(oneTimeCodes).where(eq(oneTimeCodes.userId, userId))
  await forgetDevices(db, userId)
}
