import { and, eq, lt, not, notExists, sql } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { secondFactorSessions, session, twoFactor, user } from '../../../tables/auth.ts'

/** Second factor: its key and its unused recovery codes, both encrypted. */
export interface SealedFactor {
  userId: string
  key: string
  recoveryCodes: string
  /** False until the first code. */
  isOn: boolean
}

const sealed = {
  userId: twoFactor.userId,
  key: twoFactor.secret,
  recoveryCodes: twoFactor.backupCodes,
  isOn: twoFactor.verified,
}

/** Returns a person's second factor, turned on or waiting for a first code; null without. */
export async function findFactor(db: Executor, userId: string): Promise<SealedFactor | null> {
  const [row] = await db.select(sealed).from(twoFactor).where(eq(twoFactor.userId, userId))
  return row ?? null
}

/**
 * Stores that a code of this step was used.
 * @returns false when it, or one of a later step, was used before: of many concurrent calls, one succeeds
 */
export async function claimStep(db: Executor, { userId, key }: SealedFactor, step: number): Promise<boolean> {
  const rows = await db
    .update(twoFactor)
    .set({ lastStep: step })
    .where(
      and(eq(twoFactor.userId, userId), eq(twoFactor.secret, key), sql`coalesce(${twoFactor.lastStep}, 0) < ${step}`),
    )
    .returning({ id: twoFactor.id })
  return rows.length > 0
}

/**
 * Turns a second factor on, if it is off and its key is still this one.
 * @returns true if turned on
 */
export async function turnOn(db: Executor, { userId, key }: SealedFactor): Promise<boolean> {
  const rows = await db
    .update(twoFactor)
    .set({ verified: true })
    .where(and(eq(twoFactor.userId, userId), eq(twoFactor.secret, key), not(twoFactor.verified)))
    .returning({ id: twoFactor.id })
  if (rows.length === 0) return false
  await db.update(user).set({ twoFactorEnabled: true }).where(eq(user.id, userId))
  return true
}

/**
 * Removes a person's second factor.
 * @returns true if it was turned on
 */
export async function removeFactor(db: Executor, userId: string): Promise<boolean> {
  const rows = await db.delete(twoFactor).where(eq(twoFactor.userId, userId)).returning({ isOn: twoFactor.verified })
  await db.update(user).set({ twoFactorEnabled: false }).where(eq(user.id, userId))
  return rows.some(({ isOn }) => isOn)
}

/** Stores the time of the factor in a session. @returns false after the session ended */
export async function recordVerified(db: Executor, sessionId: string): Promise<boolean> {
  const rows = await db
    .insert(secondFactorSessions)
    .select(
      db
        .select({ sessionId: session.id, givenAt: sql<Date>`now()`.as('given_at') })
        .from(session)
        .where(eq(session.id, sessionId)),
    )
    .onConflictDoUpdate({ target: secondFactorSessions.sessionId, set: { givenAt: sql`now()` } })
    .returning({ sessionId: secondFactorSessions.sessionId })
  return rows.length > 0
}

/** Returns the last time of the factor in a session; null without one. */
export async function findVerifiedAt(db: Executor, sessionId: string): Promise<Date | null> {
  const [row] = await db
    .select({ givenAt: secondFactorSessions.givenAt })
    .from(secondFactorSessions)
    .where(eq(secondFactorSessions.sessionId, sessionId))
  return row?.givenAt ?? null
}

/** Condition for sessions that gave the second factor, or do not need it. */
export function isLetIn(db: Executor) {
  const waits = and(eq(user.id, session.userId), user.twoFactorEnabled)
  const given = db
    .select({ one: sql`1` })
    .from(secondFactorSessions)
    .where(eq(secondFactorSessions.sessionId, session.id))
  const waiting = db
    .select({ one: sql`1` })
    .from(user)
    .where(and(waits, notExists(given)))
  return notExists(waiting)
}

/** Ends the sessions that have waited for the second factor since before `since`. */
export async function deleteWaitingSessions(db: Executor, since: Date): Promise<void> {
  await db.delete(session).where(and(lt(session.createdAt, since), not(isLetIn(db))))
}

/** Returns second factors that are not encrypted with the secret of this prefix. */
export async function findSealedOtherwise(db: Executor, prefix: string, most: number): Promise<SealedFactor[]> {
  return db
    .select(sealed)
    .from(twoFactor)
    .where(sql`NOT (starts_with(${twoFactor.secret}, ${prefix}) AND starts_with(${twoFactor.backupCodes}, ${prefix}))`)
    .limit(most)
}

/** Replaces the encrypted texts, if they are unchanged. */
export async function reseal(
  db: Executor,
  before: SealedFactor,
  after: Pick<SealedFactor, 'key' | 'recoveryCodes'>,
): Promise<void> {
  await db
    .update(twoFactor)
    .set({ secret: after.key, backupCodes: after.recoveryCodes })
    .where(
      and(
        eq(twoFactor.userId, before.userId),
        eq(twoFactor.secret, before.key),
        eq(twoFactor.backupCodes, before.recoveryCodes),
      ),
    )
}
