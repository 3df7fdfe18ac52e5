import { and, eq, lt, not, notExists, sql } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { secondFactorSessions, session, twoFactor, user } from '../../../tables/auth.ts'

export interface SealedFactor {
  userId: string
  key: string
  recoveryCodes: string
  /** False until the owner enters a first code. */
  isOn: boolean
}

const sealed = {
  userId: twoFactor.userId,
  key: twoFactor.secret,
  recoveryCodes: twoFactor.backupCodes,
  isOn: twoFactor.verified,
}

export async function findFactor(db: Executor, userId: string): Promise<SealedFactor | null> {
  const [row] = await db.select(sealed).from(twoFactor).where(eq(twoFactor.userId, userId))
  return row ?? null
}

/** Uses a time step once, also in concurrent calls. @returns false when this step or a later one was already used */
export async function claimTimeStep(db: Executor, { userId, key }: SealedFactor, step: number): Promise<boolean> {
  const rows = await db
    .update(twoFactor)
    .set({ lastStep: step })
    .where(
      and(eq(twoFactor.userId, userId), eq(twoFactor.secret, key), sql`coalesce(${twoFactor.lastStep}, 0) < ${step}`),
    )
    .returning({ id: twoFactor.id })
  return rows.length > 0
}

/** @returns false when the factor is on already, or has another key */
export async function enableSecondFactor(db: Executor, { userId, key }: SealedFactor): Promise<boolean> {
  const rows = await db
    .update(twoFactor)
    .set({ verified: true })
    .where(and(eq(twoFactor.userId, userId), eq(twoFactor.secret, key), not(twoFactor.verified)))
    .returning({ id: twoFactor.id })
  if (rows.length === 0) return false
  await db.update(user).set({ twoFactorEnabled: true }).where(eq(user.id, userId))
  return true
}

export async function removeFactor(db: Executor, userId: string): Promise<boolean> {
  const rows = await db.delete(twoFactor).where(eq(twoFactor.userId, userId)).returning({ isOn: twoFactor.verified })
  await db.update(user).set({ twoFactorEnabled: false }).where(eq(user.id, userId))
  return rows.some(({ isOn }) => isOn)
}

export async function recordFactorVerification(db: Executor, sessionId: string): Promise<boolean> {
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

export async function findFactorVerificationTime(db: Executor, sessionId: string): Promise<Date | null> {
  const [row] = await db
    .select({ givenAt: secondFactorSessions.givenAt })
    .from(secondFactorSessions)
    .where(eq(secondFactorSessions.sessionId, sessionId))
  return row?.givenAt ?? null
}

/** Matches sessions that completed the second factor, and all sessions of accounts without a second factor. */
export function createFullAccessCondition(db: Executor) {
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

export async function deleteSessionsAwaitingFactor(db: Executor, since: Date): Promise<void> {
  await db.delete(session).where(and(lt(session.createdAt, since), not(createFullAccessCondition(db))))
}

export async function findOutdatedFactors(db: Executor, prefix: string, most: number): Promise<SealedFactor[]> {
  return db
    .select(sealed)
    .from(twoFactor)
    .where(sql`NOT (starts_with(${twoFactor.secret}, ${prefix}) AND starts_with(${twoFactor.backupCodes}, ${prefix}))`)
    .limit(most)
}

/** Changes nothing if the stored texts are no longer equal to `before`. */
export async function resealFactor(
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
