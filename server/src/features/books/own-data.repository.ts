import { sql } from 'drizzle-orm'

import type { OwnData } from '../../own-data.ts'
import type { Executor } from '../../platform/database/database.ts'
import { readRowsInIdOrder, readJsonRow, readJsonRows } from '../../platform/database/json-rows.ts'
import { selectOwnAttempts } from '../payments/attempts/payment-attempt.repository.ts'
import { toPaymentEnding } from '../payments/settlement/payment-request.presenter.ts'
import type { PaymentRequestRow } from '../payments/settlement/payment-request.repository.ts'
import { selectPaymentDisputes } from '../refunds/records/dispute.repository.ts'
import { selectRefundsWithReceipts } from '../refunds/records/refund.repository.ts'
import { selectPaymentRefundRequests } from '../refunds/refunding/refund-request.repository.ts'
import { selectOfRefund } from './receipts/receipt.repository.ts'

export const ownDataOfPayments: OwnData = {
  /** Excludes Stripe's ids. */
  payments_account: (db, userId) =>
    readJsonRow(
      db,
      sql`SELECT bool_or(l.kind = 'customer') AS is_customer_of_stripe,
          bool_or(l.kind = 'connect_account') AS is_seller_at_stripe,
          coalesce(jsonb_agg(jsonb_build_object(
            'is_test', NOT l.livemode, 'transfers_status', s.transfers_status, 'payouts_status', s.payouts_status,
            'restricted_by', s.restricted_by, 'requirements_due', s.requirements_due, 'due_by', s.due_by, 'created_at', l.created_at,
            'updated_at', s.updated_at, 'gone_at', l.gone_at
          ) ORDER BY l.created_at, l.stripe_id) FILTER (WHERE s.stripe_id IS NOT NULL), '[]') AS seller_accounts
        FROM stripe_links l LEFT JOIN seller_states s ON s.stripe_id = l.stripe_id
        WHERE l.user_id = ${userId} GROUP BY l.user_id`,
    ),
  payment_requests_made: (db, userId) => listRequests(db, userId, 'made'),
  payment_requests_received: (db, userId) => listRequests(db, userId, 'received'),
  payouts: (db, userId) =>
    readJsonRows(
      db,
      sql`SELECT amount, currency, status, arrival_date, failure_code, NOT livemode AS is_test, created_at
        FROM payouts WHERE seller_id = ${userId} ORDER BY created_at, stripe_id`,
    ),
  /** Each receipt names buyer and seller, as the PDF does; only the buyer sees the card. */
  receipts: (db, userId) =>
    readRowsInIdOrder(
      db,
      (
        page,
      ) => sql`SELECT r.id, r.series, r.number, r.kind, r.payment_request_id, r.refund_id, r.is_test, r.amount, r.currency,
          r.vat_rate_bp, r.vat_amount,
          CASE WHEN p.buyer_id = ${userId} THEN r.content ELSE r.content - 'paid_with' END AS content, r.happened_at, r.issued_at
        FROM receipts r JOIN payment_requests p ON p.id = r.payment_request_id
        WHERE (p.buyer_id = ${userId} OR p.seller_id = ${userId})
          AND ${page(sql`r.id`)}`,
    ),
  declined_cards: (db, userId) =>
    readJsonRows(
      db,
      sql`SELECT declined_at FROM card_declines WHERE person_id = ${userId} ORDER BY declined_at, stripe_id`,
    ),
  payment_blocks: (db, userId) =>
    readJsonRows(
      db,
      sql`SELECT began_at, ends_at, lifted_at FROM payment_blocks WHERE person_id = ${userId} ORDER BY began_at, id`,
    ),
}

interface OwnPaymentRequest extends Pick<PaymentRequestRow, 'status'> {
  id: string
  ended_by: PaymentRequestRow['endedBy']
  cancelled_as: PaymentRequestRow['cancelledAs']
}

async function* listRequests(db: Executor, userId: string, side: 'made' | 'received'): AsyncGenerator {
  const requests = readRowsInIdOrder<OwnPaymentRequest>(
    db,
    (
      page,
    ) => sql`SELECT id, room_id, seq, seller_id, buyer_id, amount, currency, NOT livemode AS is_test, description, status, ended_by, cancelled_as, expires_at, created_at,
          updated_at, ${side === 'made' ? sql`fee_amount` : sql`NULL::integer AS fee_amount`}, ${selectRefundsWithReceipts(sql`payment_requests.id`, selectOfRefund)} AS refunds,
          ${selectPaymentRefundRequests(sql`payment_requests.id`)} AS refund_requests,
          ${selectPaymentDisputes(sql`payment_requests.id`)} AS disputes,
          ${side === 'received' ? selectOwnAttempts(sql`payment_requests.id`) : sql`NULL::jsonb`} AS failed_attempts
        FROM payment_requests
        WHERE ${side === 'made' ? sql`seller_id` : sql`buyer_id`} = ${userId}
          AND ${page(sql`id`)}`,
  )
  for await (const { cancelled_as: cancelledAs, ...request } of requests) {
    const { status, ended_by: endedBy } = request
    yield { ...request, ended_by: toPaymentEnding({ status, endedBy, cancelledAs }) }
  }
}
