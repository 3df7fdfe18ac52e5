import { and, desc, eq, sql } from 'drizzle-orm'

import { countBacklog } from '../../../platform/database/backlog.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { fromNow } from '../../../platform/database/due-work.ts'
import { ledgerChecks, ledgerWork } from '../../../tables/ledger.ts'
import type { OurAccount } from '../../payments/our-account.ts'

export type CheckRow = typeof ledgerChecks.$inferSelect

const belongsToAccount = ({ id, livemode }: OurAccount) =>
  and(eq(ledgerChecks.stripeAccount, id), eq(ledgerChecks.livemode, livemode))

/** Returns the database's time, which all servers share. */
export async function readDatabaseTime(db: Executor): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`SELECT to_json(clock_timestamp()) #>> '{}' AS now`)
  return new Date(rows[0]?.now ?? '')
}

export const findLatest = (db: Executor, ours: OurAccount, currency: string, limit: number): Promise<CheckRow[]> =>
  db
    .select()
    .from(ledgerChecks)
    .where(and(belongsToAccount(ours), eq(ledgerChecks.currency, currency)))
    .orderBy(desc(ledgerChecks.lookedAt), desc(ledgerChecks.id))
    .limit(limit)

export async function findLastChecks(db: Executor, ours: OurAccount): Promise<CheckRow[]> {
  const currencies = await db.execute<{ currency: string }>(sql`
    WITH RECURSIVE known AS (
      (SELECT currency FROM ledger_checks WHERE stripe_account = ${ours.id} AND livemode = ${ours.livemode} ORDER BY currency LIMIT 1)
      UNION ALL
      SELECT (SELECT c.currency FROM ledger_checks c
        WHERE c.stripe_account = ${ours.id} AND c.livemode = ${ours.livemode} AND c.currency > known.currency ORDER BY c.currency LIMIT 1)
      FROM known WHERE known.currency IS NOT NULL
    ) SELECT currency FROM known WHERE currency IS NOT NULL`)
  const found: CheckRow[] = []
  for (const { currency } of currencies.rows) found.push(...(await findLatest(db, ours, currency, 1)))
  return found
}

export async function findLastBalancedCheckTime(
  db: Executor,
  ours: OurAccount,
  currency: string,
): Promise<Date | null> {
  const [row] = await db
    .select({ at: ledgerChecks.lookedAt })
    .from(ledgerChecks)
    .where(
      and(belongsToAccount(ours), eq(ledgerChecks.currency, currency), eq(ledgerChecks.expected, ledgerChecks.actual)),
    )
    .orderBy(desc(ledgerChecks.lookedAt))
    .limit(1)
  return row?.at ?? null
}

export async function insertLedgerCheck(db: Executor, check: typeof ledgerChecks.$inferInsert): Promise<void> {
  await db.insert(ledgerChecks).values(check)
}

/** Claims the due check for a limited time. @returns true when the check was due */
export async function claimLedgerCheck(db: Executor, leaseMs: number): Promise<boolean> {
  const rows = await db
    .update(ledgerWork)
    .set({ dueAt: fromNow(leaseMs), tries: sql`${ledgerWork.tries} + 1` })
    .where(sql`${ledgerWork.dueAt} <= clock_timestamp()`)
    .returning({ tries: ledgerWork.tries })
  return rows.length > 0
}

export async function postponeLedgerCheck(db: Executor, forMs: number): Promise<void> {
  await db.update(ledgerWork).set({ dueAt: fromNow(forMs), tries: 0 })
}

export const countWork = (db: Executor) =>
  countBacklog(db, sql`SELECT due_at, tries FROM ledger_work WHERE due_at <= now() OR tries >= 3`)
