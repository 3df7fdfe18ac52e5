import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import type { OperatorRole } from '@kundig/contract/operations/operator-roles'

import type { Executor } from '../../../platform/database/database.ts'
import { session, twoFactor, user } from '../../../tables/auth.ts'
import { operatorRoles } from '../../../tables/operations.ts'

export interface Operator {
  userId: string
  email: string
  role: OperatorRole
  since: Date
}

/** True after a server of this or a later release has migrated the database. */
export async function hasRolesTable(db: Executor): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`SELECT to_regclass('operator_roles') IS NOT NULL AS found`)
  return rows[0]?.found === true
}

/** Locks the account with an email address, so that it keeps the address until the transaction ends. */
export async function lockAccount(tx: Executor, email: string): Promise<{ id: string; isConfirmed: boolean } | null> {
  const [row] = await tx
    .select({ id: user.id, isConfirmed: user.emailVerified })
    .from(user)
    .where(eq(user.email, email))
    .for('no key update')
  return row ?? null
}

/** Locks the accounts with these roles. Removing a role requires `update`, so that concurrent removals wait. */
export async function lockRoleHolders(
  tx: Executor,
  roles: readonly OperatorRole[],
  strength: 'share' | 'update',
): Promise<string[]> {
  const rows = await tx
    .select({ userId: operatorRoles.userId })
    .from(operatorRoles)
    .where(inArray(operatorRoles.role, roles))
    .orderBy(asc(operatorRoles.userId))
    .for(strength)
  return rows.map((row) => row.userId)
}

export async function findRole(db: Executor, userId: string): Promise<OperatorRole | null> {
  const [row] = await db
    .select({ role: operatorRoles.role })
    .from(operatorRoles)
    .where(eq(operatorRoles.userId, userId))
  return row?.role ?? null
}

/** Reads an account's role, and locks it until the transaction ends, so that nothing can remove it before. */
export async function lockRole(tx: Executor, userId: string): Promise<OperatorRole | null> {
  const [row] = await tx
    .select({ role: operatorRoles.role })
    .from(operatorRoles)
    .where(eq(operatorRoles.userId, userId))
    .for('share')
  return row?.role ?? null
}

export async function setRole(tx: Executor, userId: string, role: OperatorRole | null): Promise<void> {
  if (role === null) {
    await tx.delete(operatorRoles).where(eq(operatorRoles.userId, userId))
    return
  }
  await tx
    .insert(operatorRoles)
    .values({ userId, role })
    .onConflictDoUpdate({ target: operatorRoles.userId, set: { role, updatedAt: sql`now()` } })
}

export async function removeSecondFactor(tx: Executor, userId: string): Promise<boolean> {
  await tx.delete(twoFactor).where(eq(twoFactor.userId, userId))
  const { rowCount } = await tx
    .update(user)
    .set({ twoFactorEnabled: false })
    .where(and(eq(user.id, userId), eq(user.twoFactorEnabled, true)))
  if (rowCount === 0) return false
  await tx.delete(session).where(eq(session.userId, userId))
  return true
}

export async function findOperators(db: Executor): Promise<Operator[]> {
  return db
    .select({
      userId: operatorRoles.userId,
      email: user.email,
      role: operatorRoles.role,
      since: operatorRoles.createdAt,
    })
    .from(operatorRoles)
    .innerJoin(user, eq(user.id, operatorRoles.userId))
    .orderBy(asc(operatorRoles.createdAt), asc(operatorRoles.userId))
}
