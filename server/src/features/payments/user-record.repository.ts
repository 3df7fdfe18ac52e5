import { and, eq, sql } from 'drizzle-orm'

import type { Executor, Fragment } from '../../platform/database/database.ts'
import { type TransfersStatus, users } from '../../tables.ts'

/** What Stripe knows a person by, and how far they are as a seller (spec 3, user record). */
export type UserRecord = typeof users.$inferSelect

/** @returns undefined as long as Stripe knows nothing of the person */
export async function findById(db: Executor, userId: string): Promise<UserRecord | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  return row
}

/** Whose customer at Stripe this is (`cus_…`). */
export async function findByCustomer(db: Executor, customerId: string): Promise<UserRecord | undefined> {
  const [row] = await db.select().from(users).where(eq(users.stripeCustomerId, customerId))
  return row
}

/** Whose connected account at Stripe this is (`acct_…`). */
export async function findByAccount(db: Executor, accountId: string): Promise<UserRecord | undefined> {
  const [row] = await db.select().from(users).where(eq(users.stripeConnectAccountId, accountId))
  return row
}

/** Writes down one of the two ids, unless there is one: of two that race, both get the first. */
async function keepFirst(
  db: Executor,
  userId: string,
  field: 'stripeCustomerId' | 'stripeConnectAccountId',
  stripeId: string,
): Promise<string> {
  const column = users[field]
  const [row] = await db
    .insert(users)
    .values({ id: userId, [field]: stripeId })
    .onConflictDoUpdate({
      target: users.id,
      set: {
        [field]: sql`coalesce(${column}, ${stripeId})`,
        updatedAt: sql`CASE WHEN ${column} IS NULL THEN now() ELSE ${users.updatedAt} END`,
      },
    })
    .returning({ id: column })
  return row?.id ?? stripeId
}

/**
 * Writes down a person's customer, unless there is one: of two that race, both get the first.
 * @returns the customer that counts
 */
export function keepCustomer(db: Executor, userId: string, customerId: string): Promise<string> {
  return keepFirst(db, userId, 'stripeCustomerId', customerId)
}

/**
 * Writes down a person's connected account, unless there is one: of two that race, both get the first.
 * @returns the account that counts
 */
export function keepAccount(db: Executor, userId: string, accountId: string): Promise<string> {
  return keepFirst(db, userId, 'stripeConnectAccountId', accountId)
}

/**
 * Writes down what Stripe says of an account now.
 * @param before as it was when that was asked: who else has written since has told of it
 * @returns the record as it is then; undefined where it was another by then
 */
export async function saveState(
  db: Executor,
  before: UserRecord,
  { transfersStatus, requirementsDue }: { transfersStatus: TransfersStatus | null; requirementsDue: string[] },
): Promise<UserRecord | undefined> {
  const [row] = await db
    .update(users)
    .set({ transfersStatus, requirementsDue, updatedAt: sql`now()` })
    .where(
      and(
        eq(users.id, before.id),
        sql`${users.transfersStatus} IS NOT DISTINCT FROM ${before.transfersStatus}`,
        sql`${users.requirementsDue} = ${sql.param(before.requirementsDue)}::text[]`,
      ),
    )
    .returning()
  return row
}

/** Of some people, those of whom something new came from Stripe within so long (ms, by the database's clock). */
export async function findChangedFor(db: Executor, userIds: readonly string[], withinMs: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM users WHERE id = ANY (${sql.param([...userIds])}::uuid[])
      AND updated_at > clock_timestamp() - ${withinMs} * interval '1 millisecond'`)
  return rows.map(({ id }) => id)
}

/** A subquery for a text that is another one whenever a person's record is. */
export function selectStamp(userId: string): Fragment {
  return sql`coalesce((
    SELECT md5(ROW(stripe_customer_id, stripe_connect_account_id, transfers_status, requirements_due)::text)
    FROM users WHERE id = ${userId}::uuid
  ), '')`
}
