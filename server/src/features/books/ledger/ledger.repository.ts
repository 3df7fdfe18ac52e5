import { and, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm'

import { type Executor, type Transaction, lockUntilCommit } from '../../../platform/database/database.ts'
import { ledgerDays, ledgerJournals, ledgerLines, unknownBalanceTypes } from '../../../tables/ledger.ts'
import { disputes, paymentRequests, refunds } from '../../../tables/payments.ts'
import type { OurAccount } from '../../payments/our-account.ts'
import type { LedgerLine } from './ledger-lines.ts'

export type NewJournal = Omit<typeof ledgerJournals.$inferInsert, 'id' | 'postedAt'> & { lines: readonly LedgerLine[] }

const belongsToAccount = ({ id, livemode }: OurAccount) =>
  and(eq(ledgerJournals.stripeAccount, id), eq(ledgerJournals.livemode, livemode))

export async function findNewestJournalTime(db: Executor, ours: OurAccount): Promise<Date | null> {
  const [row] = await db
    .select({ at: sql<string | null>`to_json(max(${ledgerJournals.createdAt})) #>> '{}'` })
    .from(ledgerJournals)
    .where(belongsToAccount(ours))
  const at = row?.at ?? null
  return at === null ? null : new Date(at)
}

export async function findPostedTransactions(db: Executor, transactions: readonly string[]): Promise<Set<string>> {
  if (transactions.length === 0) return new Set()
  const rows = await db
    .select({ id: ledgerJournals.stripeBalanceTransaction })
    .from(ledgerJournals)
    .where(inArray(ledgerJournals.stripeBalanceTransaction, [...transactions]))
  return new Set(rows.map(({ id }) => id))
}

/** Finds the payment intents of sources; null for a source without a payment. */
export async function findIntentsBySource(
  db: Executor,
  sources: readonly string[],
): Promise<Map<string, string | null>> {
  if (sources.length === 0) return new Map()
  const rows = await db
    .select({ source: ledgerJournals.source, intent: ledgerJournals.paymentIntent })
    .from(ledgerJournals)
    .where(and(isNotNull(ledgerJournals.source), inArray(ledgerJournals.source, [...sources])))
  const found = new Map<string, string | null>()
  for (const { source, intent } of rows) if (source !== null) found.set(source, intent ?? found.get(source) ?? null)
  return found
}

export async function findIntentsByRequest(db: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: paymentRequests.id, intent: paymentRequests.stripePaymentIntentId })
    .from(paymentRequests)
    .where(inArray(paymentRequests.id, [...ids]))
  return new Map(rows.flatMap(({ id, intent }) => (intent === null ? [] : [[id, intent] as const])))
}

export async function findRequestsByIntent(db: Executor, intents: readonly string[]) {
  if (intents.length === 0) return []
  return db
    .select({
      id: paymentRequests.id,
      intent: sql<string>`${paymentRequests.stripePaymentIntentId}`,
      sellerId: paymentRequests.sellerId,
      status: paymentRequests.status,
    })
    .from(paymentRequests)
    .where(inArray(paymentRequests.stripePaymentIntentId, [...intents]))
}

export async function findRefundAndDisputeIds(
  db: Executor,
  stripeIds: readonly string[],
): Promise<{ refunds: Map<string, string>; disputes: Map<string, string> }> {
  const ids = [...stripeIds]
  if (ids.length === 0) return { refunds: new Map(), disputes: new Map() }
  const refundRows = await db
    .select({ id: refunds.id, stripeId: sql<string>`${refunds.stripeRefundId}` })
    .from(refunds)
    .where(inArray(refunds.stripeRefundId, ids))
  const disputeRows = await db
    .select({ id: disputes.id, stripeId: disputes.stripeDisputeId })
    .from(disputes)
    .where(inArray(disputes.stripeDisputeId, ids))
  const byStripeId = (rows: { id: string; stripeId: string }[]) => new Map(rows.map((row) => [row.stripeId, row.id]))
  return { refunds: byStripeId(refundRows), disputes: byStripeId(disputeRows) }
}

/** Locks posting until the transaction ends, so that one server posts at a time and the next sees its journals. */
export async function lockPosting(tx: Transaction): Promise<void> {
  await lockUntilCommit(tx, 'ledger')
}

export async function postJournals(tx: Transaction, journals: readonly NewJournal[]): Promise<Set<string>> {
  if (journals.length === 0) return new Set()
  const rows = await tx
    .insert(ledgerJournals)
    .values(journals.map(({ lines: _lines, ...journal }) => journal))
    .onConflictDoNothing({ target: ledgerJournals.stripeBalanceTransaction })
    .returning({ id: ledgerJournals.id, transaction: ledgerJournals.stripeBalanceTransaction })
  const idOf = new Map(rows.map(({ id, transaction }) => [transaction, id]))
  const lines = journals.flatMap(({ stripeBalanceTransaction, lines: parts }) => {
    const journalId = idOf.get(stripeBalanceTransaction)
    return journalId === undefined ? [] : parts.map((part, at) => ({ journalId, lineNo: at + 1, ...part }))
  })
  if (lines.length > 0) await tx.insert(ledgerLines).values(lines)
  return new Set(idOf.keys())
}

export async function recordUnknownTransactionType(
  tx: Transaction,
  type: string,
  firstTransaction: string,
): Promise<boolean> {
  const rows = await tx
    .insert(unknownBalanceTypes)
    .values({ type, firstTransaction })
    .onConflictDoNothing()
    .returning({ type: unknownBalanceTypes.type })
  return rows.length > 0
}

export function findUnseenTransactionTypes(db: Executor, limit: number) {
  return db
    .select()
    .from(unknownBalanceTypes)
    .where(isNull(unknownBalanceTypes.seenAt))
    .orderBy(unknownBalanceTypes.foundAt, unknownBalanceTypes.type)
    .limit(limit)
}

export async function markTransactionTypeSeen(tx: Transaction, type: string, seenBy: string): Promise<boolean> {
  const rows = await tx
    .update(unknownBalanceTypes)
    .set({ seenBy, seenAt: sql`clock_timestamp()` })
    .where(and(eq(unknownBalanceTypes.type, type), isNull(unknownBalanceTypes.seenAt)))
    .returning({ type: unknownBalanceTypes.type })
  return rows.length > 0
}

export async function sumBalances(db: Executor, ours: OurAccount): Promise<Map<string, number>> {
  const rows = await db
    .select({ currency: ledgerDays.currency, cents: sql<string>`sum(${ledgerDays.amount})` })
    .from(ledgerDays)
    .where(
      and(
        eq(ledgerDays.stripeAccount, ours.id),
        eq(ledgerDays.livemode, ours.livemode),
        eq(ledgerDays.balanceType, 'payments'),
        eq(ledgerDays.account, 'stripe_balance'),
      ),
    )
    .groupBy(ledgerDays.currency)
  return new Map(rows.map(({ currency, cents }) => [currency, Number(cents)]))
}

export async function findLastPostedTransaction(db: Executor, ours: OurAccount): Promise<string | null> {
  const [row] = await db
    .select({ id: ledgerJournals.stripeBalanceTransaction })
    .from(ledgerJournals)
    .where(belongsToAccount(ours))
    .orderBy(sql`${ledgerJournals.createdAt} DESC, ${ledgerJournals.id} DESC`)
    .limit(1)
  return row?.id ?? null
}

export async function findNetAmounts(db: Executor, ours: OurAccount, currency: string, since: Date | null) {
  const rows = await db
    .select({ id: ledgerJournals.stripeBalanceTransaction, net: ledgerJournals.net })
    .from(ledgerJournals)
    .where(
      and(
        belongsToAccount(ours),
        eq(ledgerJournals.currency, currency),
        since === null ? undefined : gte(ledgerJournals.createdAt, since),
      ),
    )
  return new Map(rows.map(({ id, net }) => [id, net]))
}
