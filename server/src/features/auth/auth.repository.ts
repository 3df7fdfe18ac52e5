import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { and, desc, eq, gt, lt, ne, relations, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { v7 as uuidv7 } from 'uuid'

import type { OperatorRole } from '@kundig/contract/operations/operator-roles'

import type { Database, Executor } from '../../platform/database/database.ts'
import {
  account,
  emailConfirmations,
  endedSessions,
  knownDevices,
  oneTimeCodes,
  session,
  twoFactor,
  user,
  verification,
} from '../../tables/auth.ts'
import { operatorRoles } from '../../tables/operations.ts'
import { createFullAccessCondition } from './second-factor/second-factor.repository.ts'

const tables = { user, session, account, verification, twoFactor }
const relationships = {
  userRelations: relations(user, ({ many }) => ({ sessions: many(session), accounts: many(account) })),
  sessionRelations: relations(session, ({ one }) => ({
    user: one(user, { fields: [session.userId], references: [user.id] }),
  })),
  accountRelations: relations(account, ({ one }) => ({
    user: one(user, { fields: [account.userId], references: [user.id] }),
  })),
}

/** Declares relations, because better-auth would otherwise query twice, and log a failed query with its values. */
export function createAuthAdapter(db: Database) {
  const joining = drizzle(db.$client, { schema: { ...tables, ...relationships } })
  return drizzleAdapter(joining, { provider: 'pg', schema: tables, transaction: true })
}

export async function findUserByEmail(
  db: Executor,
  email: string,
): Promise<{ id: string; email: string; emailVerified: boolean } | null> {
  const [row] = await db
    .select({ id: user.id, email: user.email, emailVerified: user.emailVerified })
    .from(user)
    .where(eq(user.email, email))
  return row ?? null
}

export async function addUser(
  db: Executor,
  fields: { email: string; acceptedTerms: number | null },
): Promise<string | null> {
  const [row] = await db
    .insert(user)
    .values({ id: uuidv7(), name: '', ...fields })
    .onConflictDoNothing({ target: user.email })
    .returning({ id: user.id })
  return row?.id ?? null
}

export async function setPassword(db: Executor, userId: string, hash: string): Promise<void> {
  const set = { password: hash, updatedAt: new Date() }
  await db
    .insert(account)
    .values({ id: uuidv7(), userId, accountId: userId, providerId: 'credential', ...set })
    .onConflictDoUpdate({ target: [account.providerId, account.accountId], set })
}

export async function setSuggestedName(db: Executor, userId: string, name: string): Promise<void> {
  await db.update(user).set({ name, updatedAt: new Date() }).where(eq(user.id, userId))
}

/** Proof by which an address was confirmed, such as a session or a mailed code. */
export type ConfirmationMethod = (typeof emailConfirmations.$inferSelect)['method']

export async function saveConfirmation(
  db: Executor,
  { userId, email }: { userId: string; email: string },
  method: ConfirmationMethod,
): Promise<void> {
  const set = { email, method, confirmedAt: new Date() }
  await db
    .insert(emailConfirmations)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: emailConfirmations.userId, set })
}

export async function hasConfirmation(
  db: Executor,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  const rows = await db
    .select({ userId: emailConfirmations.userId })
    .from(emailConfirmations)
    .where(and(eq(emailConfirmations.userId, userId), eq(emailConfirmations.email, email)))
  return rows.length > 0
}

/** @returns false when the account has another address */
export async function markEmailVerified(
  db: Executor,
  owner: { userId: string; email: string },
  method: ConfirmationMethod,
): Promise<boolean> {
  const rows = await db
    .update(user)
    .set({ emailVerified: true, updatedAt: new Date() })
    .where(and(eq(user.id, owner.userId), eq(user.email, owner.email)))
    .returning({ id: user.id })
  if (rows.length === 0) return false
  await saveConfirmation(db, owner, method)
  return true
}

/** Change of an account's address. `asOf` is the time of the account's last change. */
export interface EmailChange {
  userId: string
  from: string
  asOf: Date
  to: string
}

/**
 * Succeeds only if the account still has the former address and has not changed since `asOf`.
 * @throws a violation of the UNIQUE constraint `user_email_key` when another account has the address
 */
export async function replaceEmail(
  db: Executor,
  { userId, from, asOf, to }: EmailChange,
  method: ConfirmationMethod,
): Promise<boolean> {
  const rows = await db
    .update(user)
    .set({ email: to, emailVerified: true, updatedAt: new Date() })
    .where(and(eq(user.id, userId), eq(user.email, from), eq(user.updatedAt, asOf)))
    .returning({ id: user.id })
  if (rows.length === 0) return false
  await saveConfirmation(db, { userId, email: to }, method)
  return true
}

/** Voids codes for the account's state at `asOf`. @returns false when the account has changed since then */
export async function voidAccountCodes(
  db: Executor,
  { userId, from, asOf }: Pick<EmailChange, 'userId' | 'from' | 'asOf'>,
): Promise<boolean> {
  const rows = await db
    .update(user)
    .set({ updatedAt: new Date() })
    .where(and(eq(user.id, userId), eq(user.email, from), eq(user.updatedAt, asOf)))
    .returning({ id: user.id })
  return rows.length > 0
}

/**
 * Removes an unconfirmed address and all ways to log in. Messages and payments of the account stay.
 * @returns ids of the ended sessions; null when the account does not have the address, or has confirmed the address
 */
export async function removeUnconfirmedEmail(
  db: Executor,
  { userId, email }: { userId: string; email: string },
): Promise<string[] | null> {
  const rows = await db
    .update(user)
    .set({ email: `removed-${userId}@invalid`, name: '', image: null, updatedAt: new Date() })
    .where(and(eq(user.id, userId), eq(user.email, email), eq(user.emailVerified, false)))
    .returning({ id: user.id })
  if (rows.length === 0) return null
  await db.delete(account).where(eq(account.userId, userId))
  await db.delete(oneTimeCodes).where(eq(oneTimeCodes.userId, userId))
  await forgetDevices(db, userId)
  await db.delete(emailConfirmations).where(eq(emailConfirmations.userId, userId))
  return deleteSessions(db, userId)
}

export async function forgetDevices(db: Executor, userId: string): Promise<void> {
  await db.delete(knownDevices).where(eq(knownDevices.userId, userId))
}

export async function deleteSessions(db: Executor, userId: string): Promise<string[]> {
  const rows = await db.delete(session).where(eq(session.userId, userId)).returning({ id: session.id })
  return rows.map(({ id }) => id)
}

export async function findActiveSessions(db: Executor, ids: readonly string[]): Promise<Map<string, Date>> {
  const rows = await db
    .select({ id: session.id, expiresAt: session.expiresAt })
    .from(session)
    .where(and(sql`${session.id} = ANY(${sql.param([...ids])}::uuid[])`, gt(session.expiresAt, new Date())))
  return new Map(rows.map(({ id, expiresAt }) => [id, expiresAt]))
}

/**
 * Finds sessions that ended since a mark. The mark is the oldest running transaction, so no late commit is missed.
 * @param mark from the previous call; null on the first call, which returns no sessions
 */
export async function findEndedSessions(
  db: Executor,
  mark: string | null,
): Promise<{ sessionIds: string[]; mark: string }> {
  const { rows } = await db.execute<{ session_ids: string[]; mark: string }>(sql`
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS mark, ARRAY(
      SELECT session_id::text FROM ended_sessions WHERE transaction_id >= ${mark}::bigint
    ) AS session_ids`)
  const [row] = rows
  if (!row) throw new Error('SELECT without FROM returned no row')
  return { sessionIds: row.session_ids, mark: row.mark }
}

/** Deletes records that are older than `agoMs` (ms). Every server has read them by that age. */
export async function forgetEndedSessions(db: Executor, agoMs: number): Promise<void> {
  await db.delete(endedSessions).where(lt(endedSessions.endedAt, new Date(Date.now() - agoMs)))
}

export interface AccountState {
  email: string
  emailVerified: boolean
  /** Name from Google or an invitation; otherwise empty. The profile's name is separate. */
  name: string
  hasPassword: boolean
  acceptedTerms: number | null
  role: OperatorRole | null
  /** Time of the account's last change, except changes of the password. */
  updatedAt: Date
}

export async function findAccountState(db: Executor, userId: string): Promise<AccountState | null> {
  const [row] = await db
    .select({
      email: user.email,
      emailVerified: user.emailVerified,
      name: user.name,
      updatedAt: user.updatedAt,
      acceptedTerms: user.acceptedTerms,
      role: operatorRoles.role,
      password: account.password,
    })
    .from(user)
    .leftJoin(account, and(eq(account.userId, user.id), eq(account.providerId, 'credential')))
    .leftJoin(operatorRoles, eq(operatorRoles.userId, user.id))
    .where(eq(user.id, userId))
  if (!row) return null
  const { password, ...rest } = row
  return { ...rest, hasPassword: password !== null }
}

/** Returns active sessions, latest first, without sessions that wait for the second factor. */
export async function findSessions(db: Executor, userId: string) {
  return db
    .select({
      id: session.id,
      userAgent: session.userAgent,
      createdAt: session.createdAt,
      updatedAt: session.updatedAt,
    })
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, new Date()), createFullAccessCondition(db)))
    .orderBy(desc(session.updatedAt), desc(session.createdAt), desc(session.id))
}

export async function findSession(db: Executor, id: string): Promise<{ userId: string } | undefined> {
  const [row] = await db
    .select({ userId: session.userId })
    .from(session)
    .where(and(eq(session.id, id), gt(session.expiresAt, new Date())))
  return row
}

export async function deleteSession(db: Executor, id: string): Promise<string[]> {
  const rows = await db.delete(session).where(eq(session.id, id)).returning({ id: session.id })
  return rows.map((row) => row.id)
}

export async function deleteOtherSessions(db: Executor, userId: string, exceptId: string): Promise<string[]> {
  const rows = await db
    .delete(session)
    .where(and(eq(session.userId, userId), ne(session.id, exceptId)))
    .returning({ id: session.id })
  return rows.map(({ id }) => id)
}

export async function findPasswordHash(db: Executor, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ password: account.password })
    .from(account)
    .where(and(eq(account.userId, userId), eq(account.providerId, 'credential')))
  return row?.password ?? null
}

export async function findPasswordHashByEmail(db: Executor, email: string): Promise<string | null> {
  const [row] = await db
    .select({ password: account.password })
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(and(eq(user.email, email), eq(account.providerId, 'credential')))
  return row?.password ?? null
}

/** Reads the hash after any running change of the password has committed or failed. */
export async function findCommittedPasswordHashByEmail(db: Database, email: string): Promise<string | null> {
  const [row] = await db
    .select({ password: account.password })
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(and(eq(user.email, email), eq(account.providerId, 'credential')))
    .for('share', { of: account })
  return row?.password ?? null
}

export async function deleteSessionByToken(db: Executor, token: string): Promise<void> {
  await db.delete(session).where(eq(session.token, token))
}

export async function replacePassword(
  db: Executor,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const rows = await db
    .update(account)
    .set({ password: to, updatedAt: new Date() })
    .where(and(eq(account.userId, userId), eq(account.providerId, 'credential'), eq(account.password, from)))
    .returning({ id: account.id })
  return rows.length > 0
}
