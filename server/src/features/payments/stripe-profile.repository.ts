import { and, count, eq, inArray, isNull, or, sql } from 'drizzle-orm'

import type { Executor, Fragment, Transaction } from '../../platform/database/database.ts'
import { computeRetryTime, type GrowingPause } from '../../platform/database/due-work.ts'
import { sellerStates, stripeLinks, type StripeLinkKind } from '../../tables/payments.ts'
import { belongsToAccount, type OurAccount } from './our-account.ts'

export type SellerState = Pick<
  typeof sellerStates.$inferSelect,
  'transfersStatus' | 'payoutsStatus' | 'restrictedBy' | 'requirementsDue' | 'dueBy' | 'atStake'
>

/** A person's Stripe ids and seller state in one of our Stripe accounts (spec 3, user record). */
export interface StripeProfile extends SellerState {
  id: string
  stripeCustomerId: string | null
  stripeConnectAccountId: string | null
  readyAt: Date | null
  /** Number of the state's last write; null without an account. */
  version: number | null
  /** True when an earlier account is deleted, or belongs to another Stripe account of ours. */
  hadAccount: boolean
}

const NO_STATE = {
  transfersStatus: null,
  payoutsStatus: null,
  restrictedBy: null,
  requirementsDue: [],
  dueBy: null,
  atStake: null,
  readyAt: null,
  version: null,
}

const isOfAccount = (ours: OurAccount) =>
  or(isNull(stripeLinks.livemode), and(eq(stripeLinks.stripeAccount, ours.id), eq(stripeLinks.livemode, ours.livemode)))

export async function findById(db: Executor, userId: string, ours: OurAccount): Promise<StripeProfile | undefined> {
  const rows = await db
    .select({ link: stripeLinks, state: sellerStates })
    .from(stripeLinks)
    .leftJoin(sellerStates, eq(sellerStates.stripeId, stripeLinks.stripeId))
    .where(eq(stripeLinks.userId, userId))
  if (rows.length === 0) return undefined
  const here = rows.filter(({ link }) => link.goneAt === null && belongsToAccount(link, ours))
  const account = here.find(({ link }) => link.kind === 'connect_account')
  return {
    ...NO_STATE,
    ...account?.state,
    id: userId,
    stripeCustomerId: here.find(({ link }) => link.kind === 'customer')?.link.stripeId ?? null,
    stripeConnectAccountId: account?.link.stripeId ?? null,
    hadAccount: rows.some(({ link }) => link.kind === 'connect_account' && link !== account?.link),
  }
}

export async function findOwner(
  db: Executor,
  kind: StripeLinkKind,
  stripeId: string,
  ours: OurAccount,
): Promise<string | null> {
  const [row] = await db
    .select({ userId: stripeLinks.userId })
    .from(stripeLinks)
    .where(and(eq(stripeLinks.stripeId, stripeId), eq(stripeLinks.kind, kind), isOfAccount(ours)))
  return row?.userId ?? null
}

/** Counts a person's links in all our Stripe accounts, because each new link needs another idempotency key. */
export async function countStripeLinks(db: Executor, userId: string, kind: StripeLinkKind): Promise<number> {
  const [row] = await db
    .select({ made: count() })
    .from(stripeLinks)
    .where(and(eq(stripeLinks.userId, userId), eq(stripeLinks.kind, kind)))
  return row?.made ?? 0
}

/** Stores a link. Concurrent calls all return the first link. */
export async function saveStripeLink(
  tx: Transaction,
  userId: string,
  kind: StripeLinkKind,
  stripeId: string,
  ours: OurAccount,
): Promise<string> {
  const link = { userId, kind, stripeId, stripeAccount: ours.id, livemode: ours.livemode }
  await tx.insert(stripeLinks).values(link).onConflictDoNothing()
  const [kept] = await tx
    .select({ id: stripeLinks.stripeId })
    .from(stripeLinks)
    .where(
      and(eq(stripeLinks.userId, userId), eq(stripeLinks.kind, kind), isNull(stripeLinks.goneAt), isOfAccount(ours)),
    )
  // Under the same idempotency key, Stripe returned a deleted object again.
  if (!kept) throw new Error('Stripe returned a deleted object')
  if (kind === 'connect_account') await tx.insert(sellerStates).values({ stripeId: kept.id }).onConflictDoNothing()
  await copyStripeProfileToUsers(tx, userId, ours)
  return kept.id
}

export async function forgetStripeLink(tx: Transaction, stripeId: string, ours: OurAccount): Promise<boolean> {
  const [gone] = await tx
    .update(stripeLinks)
    .set({ goneAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(stripeLinks.stripeId, stripeId), isNull(stripeLinks.goneAt), isOfAccount(ours)))
    .returning({ userId: stripeLinks.userId })
  if (gone) await copyStripeProfileToUsers(tx, gone.userId, ours)
  return gone !== undefined
}

/** For servers of the previous release, which support only the first Stripe account. Not needed after this release. */
async function copyStripeProfileToUsers(tx: Transaction, userId: string, ours: OurAccount): Promise<void> {
  const { rows } = await tx.execute(sql`
    SELECT FROM stripe_platforms WHERE adopts AND stripe_account = ${ours.id} AND livemode = ${ours.livemode}`)
  if (rows.length === 0) return
  // Serialises the copies, so that the last copy has all writes. The setting disables triggers for these writes.
  await tx.execute(sql`
    SELECT pg_advisory_xact_lock(hashtextextended(${`record of ${userId}`}, 0)), set_config('kundig.writes_for_older', 'on', true)`)
  const now = await findById(tx, userId, ours)
  if (!now) return
  const { stripeCustomerId, stripeConnectAccountId, transfersStatus, requirementsDue } = now
  await tx.execute(sql`
    INSERT INTO users AS u (id, stripe_customer_id, stripe_connect_account_id, transfers_status, requirements_due)
    VALUES (${userId}, ${stripeCustomerId}, ${stripeConnectAccountId}, ${transfersStatus}, ${sql.param(requirementsDue)}::text[])
    ON CONFLICT (id) DO UPDATE SET stripe_customer_id = EXCLUDED.stripe_customer_id,
      stripe_connect_account_id = EXCLUDED.stripe_connect_account_id, transfers_status = EXCLUDED.transfers_status,
      requirements_due = EXCLUDED.requirements_due, updated_at = now()`)
}

/** Time of the next read of a seller's account: in a week, plus or minus a day, to spread the reads. */
const nextRead = sql`now() + interval '6 days' + random() * interval '2 days'`

/** Read `before` before Stripe's `state`. Returns undefined after a concurrent write: `state` may be outdated. */
export async function saveState(
  tx: Transaction,
  before: StripeProfile,
  state: SellerState,
  ours: OurAccount,
): Promise<StripeProfile | undefined> {
  if (before.stripeConnectAccountId === null || before.version === null) return undefined
  const saved = await tx
    .update(sellerStates)
    .set({
      ...state,
      readyAt: sql`coalesce(${sellerStates.readyAt}, CASE WHEN ${state.transfersStatus} = 'active' THEN now() END)`,
      version: sql`${sellerStates.version} + 1`,
      nextReadAt: nextRead,
      readsFailed: 0,
      updatedAt: sql`now()`,
    })
    .where(and(eq(sellerStates.stripeId, before.stripeConnectAccountId), eq(sellerStates.version, before.version)))
    .returning({ id: sellerStates.stripeId })
  if (saved.length === 0) return undefined
  await copyStripeProfileToUsers(tx, before.id, ours)
  return findById(tx, before.id, ours)
}

/** Records a read without changes. @returns false after a concurrent write of `saveState` */
export async function recordAccountRead(db: Executor, accountId: string, version: number): Promise<boolean> {
  const read = await db
    .update(sellerStates)
    .set({ nextReadAt: nextRead, readsFailed: 0 })
    .where(and(eq(sellerStates.stripeId, accountId), eq(sellerStates.version, version)))
    .returning({ id: sellerStates.stripeId })
  return read.length > 0
}

/**
 * Claims accounts without events for a week. Failed reads are due again after a growing delay. Sellers of our other
 * Stripe accounts are postponed, because our key cannot read them.
 */
export async function claimAccountsToRead(
  db: Executor,
  ours: OurAccount,
  limit: number,
  pause: GrowingPause,
): Promise<{ id: string; isOurs: boolean }[]> {
  const { rows } = await db.execute<{ id: string; isOurs: boolean }>(sql`
    UPDATE seller_states s SET
      next_read_at = CASE WHEN due.is_ours
        THEN ${computeRetryTime(sql`s.reads_failed`, pause)}
        ELSE ${nextRead} END,
      reads_failed = CASE WHEN due.is_ours THEN s.reads_failed + 1 ELSE 0 END
    FROM (
      SELECT d.stripe_id, l.gone_at IS NULL AND l.livemode IS NOT NULL
        AND l.stripe_account = ${ours.id} AND l.livemode = ${ours.livemode} AS is_ours
      FROM seller_states d JOIN stripe_links l ON l.stripe_id = d.stripe_id
      WHERE d.next_read_at <= now() ORDER BY d.next_read_at LIMIT ${limit}::int FOR UPDATE OF d SKIP LOCKED
    ) AS due
    WHERE s.stripe_id = due.stripe_id RETURNING s.stripe_id AS id, due.is_ours AS "isOurs"`)
  return rows
}

export async function findUsersWithStripeChanges(
  db: Executor,
  userIds: readonly string[],
  withinMs: number,
): Promise<string[]> {
  const since = sql`clock_timestamp() - ${withinMs} * interval '1 millisecond'`
  const rows = await db
    .select({ id: stripeLinks.userId })
    .from(stripeLinks)
    .leftJoin(sellerStates, eq(sellerStates.stripeId, stripeLinks.stripeId))
    .where(
      and(
        inArray(stripeLinks.userId, [...userIds]),
        or(sql`${stripeLinks.updatedAt} > ${since}`, sql`${sellerStates.updatedAt} > ${since}`),
      ),
    )
  return [...new Set(rows.map(({ id }) => id))]
}

/** Stamp that changes with a person's Stripe profile, or with our Stripe account. */
export function selectSellerStamp(userId: string, ours: OurAccount | null): Fragment {
  return sql`(
    SELECT coalesce(md5(string_agg(ROW(
      l.stripe_id, l.gone_at, s.transfers_status, s.payouts_status, s.restricted_by, s.requirements_due, s.due_by, s.at_stake
    )::text, ' ' ORDER BY l.stripe_id) || ${ours === null ? '' : `${ours.id} ${ours.livemode}`}::text), '')
    FROM stripe_links l LEFT JOIN seller_states s ON s.stripe_id = l.stripe_id WHERE l.user_id = ${userId}::uuid
  )`
}
