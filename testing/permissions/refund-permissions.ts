import { toOutcome } from '../people/outcome.ts'
import type { PermissionFixture } from './permission-fixture.ts'
import { type PermissionRow, toRows } from './permission-row.ts'

const HIDDEN = '404 PAYMENT_REQUEST_NOT_FOUND'

/** Creates a refund request of a cent, for the seller (`open`) or an operator (`escalated`). @returns its id */
export async function replaceRefundRequest(
  { sql, completed }: Pick<PermissionFixture, 'sql' | 'completed'>,
  state: 'open' | 'escalated' | null,
): Promise<string> {
  const { payment_request_id: id } = completed
  await sql('DELETE FROM refund_requests WHERE payment_request_id = $1', [id])
  if (state === null) return id
  const [row] = await sql<{ id: string }>(
    `INSERT INTO refund_requests (payment_request_id, client_id, amount, reason, seller_answers_until, escalated_at)
     VALUES ($1, gen_random_uuid(), 1, 'We did not meet', now() + interval '7 days', $2) RETURNING id`,
    [id, state === 'escalated' ? new Date() : null],
  )
  if (!row) throw new Error('INSERT returned no row')
  return row.id
}

export const refundPermissions: readonly PermissionRow[] = toRows('Refund', [
  {
    operation: 'refund a part of a payment',
    calls: 'POST /payment-requests/{id}/refunds',
    attempt: async (fixture, who) =>
      toOutcome(await fixture.payments.refund(who, fixture.completed, { amount: '0.01' })),
    expected: { seller: '200', buyer: '403 REFUND_SELLER_ONLY', everyoneElse: HIDDEN },
  },
  {
    operation: 'refund more than was paid',
    calls: 'POST /payment-requests/{id}/refunds',
    attempt: async (fixture, who) =>
      toOutcome(await fixture.payments.refund(who, fixture.completed, { amount: '99999' })),
    expected: { seller: '409 REFUND_TOO_LARGE', buyer: '403 REFUND_SELLER_ONLY', everyoneElse: HIDDEN },
  },
  {
    operation: 'refund an unpaid request',
    calls: 'POST /payment-requests/{id}/refunds',
    attempt: async (fixture, who) =>
      toOutcome(await fixture.payments.refund(who, await fixture.payments.asked(fixture.deal))),
    expected: { seller: '409 REFUND_NOT_PAID', buyer: '403 REFUND_SELLER_ONLY', everyoneElse: HIDDEN },
  },
  {
    operation: 'request a refund',
    calls: 'POST /payment-requests/{id}/refund-requests',
    attempt: async (fixture, who) => {
      await replaceRefundRequest(fixture, null)
      return toOutcome(await fixture.payments.requestRefund(who, fixture.completed, { amount: '0.01' }))
    },
    expected: { buyer: '200', seller: '403 REFUND_BUYER_ONLY', everyoneElse: HIDDEN },
  },
  {
    operation: 'request a refund above the payment',
    calls: 'POST /payment-requests/{id}/refund-requests',
    attempt: async (fixture, who) => {
      await replaceRefundRequest(fixture, null)
      return toOutcome(await fixture.payments.requestRefund(who, fixture.completed, { amount: '99999' }))
    },
    expected: { buyer: '409 REFUND_TOO_LARGE', seller: '403 REFUND_BUYER_ONLY', everyoneElse: HIDDEN },
  },
  {
    operation: 'decline a refund request',
    calls: 'POST /payment-requests/{id}/refund-requests/{refund_request_id}/decline',
    attempt: async (fixture, who) => {
      await replaceRefundRequest(fixture, 'open')
      return toOutcome(await fixture.payments.endRefundRequest(who, fixture.completed, 'decline'))
    },
    expected: { seller: '200', buyer: '403 REFUND_SELLER_ONLY', everyoneElse: HIDDEN },
  },
  {
    operation: 'withdraw a refund request',
    calls: 'POST /payment-requests/{id}/refund-requests/{refund_request_id}/withdraw',
    attempt: async (fixture, who) => {
      await replaceRefundRequest(fixture, 'open')
      return toOutcome(await fixture.payments.endRefundRequest(who, fixture.completed, 'withdraw'))
    },
    expected: { buyer: '200', seller: '403 REFUND_BUYER_ONLY', everyoneElse: HIDDEN },
  },
  {
    operation: 'withdraw an unknown refund request',
    calls: 'POST /payment-requests/{id}/refund-requests/{refund_request_id}/withdraw',
    attempt: async (fixture, who) => {
      await replaceRefundRequest(fixture, null)
      return toOutcome(await fixture.payments.endRefundRequest(who, fixture.completed, 'withdraw'))
    },
    expected: { buyer: '404 REFUND_REQUEST_NOT_FOUND', seller: '403 REFUND_BUYER_ONLY', everyoneElse: HIDDEN },
  },
])
