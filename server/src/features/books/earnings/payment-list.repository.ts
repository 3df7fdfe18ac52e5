import { type SQL, sql } from 'drizzle-orm'

import type { PaidWith } from '@kundig/contract/books/receipt-content'
import type { PaymentStatus } from '@kundig/contract/payments/payment-life-cycle'
import type { RefundStatus } from '@kundig/contract/refunds/refund-life-cycle'

import type { Executor } from '../../../platform/database/database.ts'
import { readJsonRows } from '../../../platform/database/json-rows.ts'

interface Receipt {
  id: string
  series: string
  number: number
}

interface ListedRow {
  id: string
  room_id: string
  description: string
  amount: number
  currency: 'eur'
  at: string
  /** Null before the receipt is issued. */
  is_test: boolean | null
  receipt: Receipt | null
  other_id: string
}

export interface PaidRow extends ListedRow {
  status: PaymentStatus
  paid_with: PaidWith | null
  refunds: { id: string; amount: number; status: RefundStatus; at: string; receipt: Receipt | null }[]
}

const selectReceipt = (name: SQL): SQL => sql`CASE WHEN ${name}.id IS NULL THEN NULL
  ELSE jsonb_build_object('id', ${name}.id, 'series', ${name}.series, 'number', ${name}.number) END`
const selectListed = (other: SQL): SQL => sql`
  p.id, p.room_id, p.description, p.amount, p.currency, r.is_test, ${selectReceipt(sql`r`)} AS receipt,
  ${other} AS other_id`
const isBefore = (cursor: string | undefined): SQL => (cursor === undefined ? sql`true` : sql`p.id < ${cursor}::uuid`)

/** Excludes rejected requests, which are not payments. */
export const findPaid = (
  db: Executor,
  buyerId: string,
  cursor: string | undefined,
  limit: number,
): Promise<PaidRow[]> =>
  readJsonRows<PaidRow>(
    db,
    sql`SELECT ${selectListed(sql`p.seller_id`)}, p.status,
        coalesce(r.happened_at, CASE WHEN p.status = 'completed' THEN p.updated_at ELSE p.created_at END) AS at,
        r.content -> 'paid_with' AS paid_with,
        (SELECT coalesce(jsonb_agg(jsonb_build_object(
            'id', f.id, 'amount', f.amount, 'status', f.status, 'at', f.created_at, 'receipt', ${selectReceipt(sql`fr`)}
          ) ORDER BY f.created_at, f.id), '[]')
          FROM refunds f LEFT JOIN receipts fr ON fr.refund_id = f.id WHERE f.payment_request_id = p.id) AS refunds
      FROM payment_requests p LEFT JOIN receipts r ON r.payment_request_id = p.id AND r.kind = 'payment'
      WHERE p.buyer_id = ${buyerId}::uuid AND p.seq IS NOT NULL AND p.status IN ('pending', 'completed')
        AND ${isBefore(cursor)}
      ORDER BY p.id DESC LIMIT ${limit}::int`,
  )

/** In cents. */
export interface Sums {
  gross: number
  fee: number
  refunded: number
  disputed: number
}

export type EarnedRow = ListedRow & Sums

/** Selects money to and from sellers. Omits money that was transferred back after failed refunds and won disputes. */
function selectSellerMovements(which: SQL): SQL {
  const from = sql`payment_requests p LEFT JOIN receipts r ON r.payment_request_id = p.id AND r.kind = 'payment'`
  // While the buyer's bank holds the disputed amount, a failed refund's money counts as disputed, not as refunded.
  const isWithBank = sql`(f.status IN ('failed', 'canceled') AND EXISTS (SELECT FROM disputes d
    WHERE d.payment_request_id = p.id AND d.status IN ('needs_response', 'under_review', 'lost')))`
  return sql`
    SELECT p.id, coalesce(r.happened_at, p.updated_at) AS at, p.amount AS gross, p.fee_amount AS fee, 0 AS refunded,
      0 AS disputed
    FROM ${from} WHERE p.status = 'completed' AND ${which}
    UNION ALL
    SELECT p.id, f.created_at, 0, -f.taken_fee,
      CASE WHEN ${isWithBank} THEN 0 ELSE f.taken_amount END, CASE WHEN ${isWithBank} THEN f.taken_amount ELSE 0 END
    FROM ${from} JOIN refunds f ON f.payment_request_id = p.id AND f.taken_amount > 0
    WHERE p.status = 'completed' AND ${which}
    UNION ALL
    SELECT p.id, d.created_at, 0, -d.fee_returned, 0, d.reversal_amount
    FROM ${from} JOIN disputes d ON d.payment_request_id = p.id AND d.stripe_reversal_id IS NOT NULL
      AND d.stripe_resend_id IS NULL
    WHERE p.status = 'completed' AND ${which}`
}

const SUMS = sql`sum(gross)::int8 AS gross, sum(fee)::int8 AS fee, sum(refunded)::int8 AS refunded,
  sum(disputed)::int8 AS disputed`

export const findEarned = (
  db: Executor,
  sellerId: string,
  cursor: string | undefined,
  limit: number,
): Promise<EarnedRow[]> =>
  readJsonRows<EarnedRow>(
    db,
    sql`WITH page AS MATERIALIZED (
        SELECT p.id FROM payment_requests p
        WHERE p.seller_id = ${sellerId}::uuid AND p.status = 'completed' AND ${isBefore(cursor)}
        ORDER BY p.id DESC LIMIT ${limit}::int
      ), moved AS (
        SELECT id, ${SUMS} FROM (${selectSellerMovements(sql`p.id IN (SELECT id FROM page)`)}) AS m GROUP BY id
      )
      SELECT ${selectListed(sql`p.buyer_id`)}, coalesce(r.happened_at, p.updated_at) AS at,
        moved.gross, moved.fee, moved.refunded, moved.disputed
      FROM moved JOIN payment_requests p USING (id)
        LEFT JOIN receipts r ON r.payment_request_id = p.id AND r.kind = 'payment'
      ORDER BY p.id DESC`,
  )

export type MonthRow = Sums & { month: string; payments: number }

/** Months in Amsterdam time, with zeros for empty months. Payments without a receipt count in live and test mode. */
export const findMonths = (db: Executor, sellerId: string, isTest: boolean): Promise<MonthRow[]> =>
  readJsonRows<MonthRow>(
    db,
    sql`WITH moved AS (
        SELECT date_trunc('month', at AT TIME ZONE 'Europe/Amsterdam') AS month,
          count(*) FILTER (WHERE gross > 0)::int AS payments, ${SUMS}
        FROM (${selectSellerMovements(sql`p.seller_id = ${sellerId}::uuid AND coalesce(r.is_test, ${isTest}::boolean) = ${isTest}::boolean`)}) AS m
        GROUP BY 1
      )
      SELECT to_char(each, 'YYYY-MM') AS month, coalesce(payments, 0) AS payments, coalesce(gross, 0) AS gross,
        coalesce(fee, 0) AS fee, coalesce(refunded, 0) AS refunded, coalesce(disputed, 0) AS disputed
      FROM generate_series(
          (SELECT min(month) FROM moved),
          greatest((SELECT max(month) FROM moved), date_trunc('month', now() AT TIME ZONE 'Europe/Amsterdam')),
          interval '1 month'
        ) AS each LEFT JOIN moved ON moved.month = each
      ORDER BY each`,
  )

/** Returns a seller's payouts in live or test mode, and the amount of the next payout (cents). Null without payouts. */
export async function findPayouts(
  db: Executor,
  sellerId: string,
  isTest: boolean,
): Promise<{ on_its_way: number; paid_out: number; next: { amount: number; arrival_date: string } | null } | null> {
  const [found] = await readJsonRows<{
    known: number
    on_its_way: number
    paid_out: number
    next: { amount: number; arrival_date: string } | null
  }>(
    db,
    sql`WITH own AS (SELECT * FROM payouts WHERE seller_id = ${sellerId}::uuid AND livemode <> ${isTest}::boolean)
      SELECT count(*)::int AS known,
        coalesce(sum(amount) FILTER (WHERE status IN ('pending', 'in_transit')), 0)::int8 AS on_its_way,
        coalesce(sum(amount) FILTER (WHERE status = 'paid'), 0)::int8 AS paid_out,
        (SELECT jsonb_build_object('amount', amount, 'arrival_date', arrival_date) FROM own
          WHERE status IN ('pending', 'in_transit') ORDER BY arrival_date, stripe_id LIMIT 1) AS next
      FROM own`,
  )
  if (!found || found.known === 0) return null
  const { known: _, ...payouts } = found
  return payouts
}
