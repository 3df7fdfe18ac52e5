import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import { FIGURES_TIME_ZONE } from '@kundig/contract/operations/figure-names'

import type { CursorPosition } from '../../../platform/database/cursor.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { ledgerDays, ledgerJournals, ledgerLines } from '../../../tables/ledger.ts'
import { paymentRequests } from '../../../tables/payments.ts'
import type { OurAccount } from '../../payments/our-account.ts'
import type { LedgerSum } from './book-amounts.ts'

const ZONE = sql.raw(`'${FIGURES_TIME_ZONE}'`)

export interface Book {
  ours: OurAccount
  currency: string
}

const belongsToAccount = ({ ours, currency }: Book) =>
  and(
    eq(ledgerDays.stripeAccount, ours.id),
    eq(ledgerDays.livemode, ours.livemode),
    eq(ledgerDays.currency, currency),
    eq(ledgerDays.balanceType, 'payments'),
  )

export type DaySum = LedgerSum & { period: string; lines: number }

export async function findPeriodSums(db: Executor, book: Book, from: string, length: 7 | 10): Promise<DaySum[]> {
  const period = sql<string>`left(${ledgerDays.day}::text, ${sql.raw(String(length))})`
  const rows = await db
    .select({
      period,
      kind: ledgerDays.kind,
      account: ledgerDays.account,
      amount: sql<string>`sum(${ledgerDays.amount})`,
      lines: sql<number>`sum(${ledgerDays.lines})::int`,
    })
    .from(ledgerDays)
    .where(and(belongsToAccount(book), sql`${ledgerDays.day} >= ${from}::date`))
    .groupBy(period, ledgerDays.kind, ledgerDays.account)
    .orderBy(asc(period))
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}

/** Returns the balance before a day (cents), and the first day with an entry, or null while the books are empty. */
export async function findOpeningBalance(
  db: Executor,
  book: Book,
  before: string,
): Promise<{ balance: number; firstDay: string | null }> {
  const [row] = await db
    .select({
      balance: sql<string | null>`sum(${ledgerDays.amount}) FILTER (
        WHERE ${ledgerDays.account} = 'stripe_balance' AND ${ledgerDays.day} < ${before}::date)`,
      firstDay: sql<string | null>`min(${ledgerDays.day})::text`,
    })
    .from(ledgerDays)
    .where(belongsToAccount(book))
  return { balance: Number(row?.balance ?? 0), firstDay: row?.firstDay ?? null }
}

export async function findBalanceDifferences(
  db: Executor,
  { ours, currency }: Book,
  from: string,
  length: 7 | 10,
): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ period: string; difference: string }>(sql`
    SELECT DISTINCT ON (period) left((looked_at AT TIME ZONE ${ZONE})::date::text, ${sql.raw(String(length))}) AS period,
      CASE WHEN counts THEN actual - expected ELSE 0 END AS difference
    FROM ledger_checks
    WHERE stripe_account = ${ours.id} AND livemode = ${ours.livemode} AND currency = ${currency}
      AND looked_at >= ${from}::date::timestamp AT TIME ZONE ${ZONE}
    ORDER BY period, looked_at DESC`)
  return new Map(rows.map(({ period, difference }) => [period, Number(difference)]))
}

export async function findJournals(
  db: Executor,
  ours: OurAccount,
  day: string,
  after: CursorPosition | null,
  limit: number,
) {
  const starts = sql`${day}::date::timestamp AT TIME ZONE ${ZONE}`
  const ends = sql`(${day}::date + 1)::timestamp AT TIME ZONE ${ZONE}`
  const journals = await db
    .select({ journal: ledgerJournals, known: paymentRequests.id })
    .from(ledgerJournals)
    // A posted journal never changes, so this join finds payments that were reconciled later.
    .leftJoin(paymentRequests, eq(paymentRequests.stripePaymentIntentId, ledgerJournals.paymentIntent))
    .where(
      and(
        eq(ledgerJournals.stripeAccount, ours.id),
        eq(ledgerJournals.livemode, ours.livemode),
        sql`${ledgerJournals.createdAt} >= ${starts} AND ${ledgerJournals.createdAt} < ${ends}`,
        after === null
          ? undefined
          : sql`(${ledgerJournals.createdAt}, ${ledgerJournals.id}) > (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(ledgerJournals.createdAt), asc(ledgerJournals.id))
    .limit(limit)
  if (journals.length === 0) return []
  const lines = await db
    .select()
    .from(ledgerLines)
    .where(
      inArray(
        ledgerLines.journalId,
        journals.map(({ journal }) => journal.id),
      ),
    )
    .orderBy(asc(ledgerLines.journalId), asc(ledgerLines.lineNo))
  return journals.map(({ journal, known }) => ({
    ...journal,
    paymentRequestId: known ?? journal.paymentRequestId,
    lines: lines.filter(({ journalId }) => journalId === journal.id),
  }))
}

export async function findPaymentSums(db: Executor, intent: string): Promise<LedgerSum[]> {
  const rows = await db
    .select({
      kind: ledgerJournals.kind,
      account: ledgerLines.account,
      amount: sql<string>`sum(${ledgerLines.amount})`,
    })
    .from(ledgerJournals)
    .innerJoin(ledgerLines, eq(ledgerLines.journalId, ledgerJournals.id))
    .where(eq(ledgerJournals.paymentIntent, intent))
    .groupBy(ledgerJournals.kind, ledgerLines.account)
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}
