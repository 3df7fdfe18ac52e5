import { Stripe } from 'stripe'

import type { ErrorCode } from '@kundig/contract/errors'
import type { PaymentStatus } from '@kundig/contract/payments/payment-life-cycle'

import { toStripeId, isIdempotencyKeySpent, isStripeUnavailable } from '../../../platform/stripe/stripe.ts'
import type { PaymentRequestRow } from './payment-request.repository.ts'

export const DEFAULT_DESCRIPTION = 'Payment request'

export type IntentContent = Pick<
  PaymentRequestRow,
  | 'id'
  | 'roomId'
  | 'amount'
  | 'currency'
  | 'description'
  | 'stripeCustomerId'
  | 'stripeConnectAccountId'
  | 'stripePaymentIntentId'
  | 'feeAmount'
  | 'intentNumber'
>

/**
 * Creates a destination charge for cards only. Without a customer, the buyer can neither use nor save a card. The row's
 * content and key never change, so Stripe makes one intent.
 */
export function createIntent(stripe: Stripe, row: IntentContent): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create(
    {
      amount: row.amount,
      currency: row.currency,
      ...(row.stripeCustomerId === null ? {} : { customer: row.stripeCustomerId }),
      description: row.description === '' ? DEFAULT_DESCRIPTION : row.description,
      metadata: { payment_request_id: row.id, room_id: row.roomId },
      transfer_data: { destination: row.stripeConnectAccountId },
      // The seller receives the whole amount, minus the fee.
      ...(row.feeAmount === 0 ? {} : { application_fee_amount: row.feeAmount }),
      allowed_payment_method_types: ['card'],
    },
    { idempotencyKey: row.intentNumber === 1 ? `pr:${row.id}` : `pr:${row.id}:${row.intentNumber}` },
  )
}

/**
 * True when the idempotency key is used up, so that the request needs another row. Stripe repeats a key's answer for a
 * day, even a refusal or an internal error. An intent behind such an error cannot be paid: no client has its secret.
 */
export function needsNewIdempotencyKey(error: unknown): boolean {
  if (isIdempotencyKeySpent(error)) return true
  if (!(error instanceof Stripe.errors.StripeError) || isStripeUnavailable(error)) return false
  return [400, 402, 404].includes(error.statusCode ?? 0)
}

/**
 * Uses no idempotency key of ours, because Stripe would repeat a refusal long after its cause is gone. Keeps an intent
 * that succeeded or is being processed. Stripe stores `reason` with the intent, and `toIntentEnding` reads it.
 * @throws what the SDK throws when the outcome is unknown
 */
export async function cancelIntent(
  stripe: Stripe,
  id: string,
  reason: 'abandoned' | 'requested_by_customer' | 'duplicate',
): Promise<Stripe.PaymentIntent> {
  try {
    return await stripe.paymentIntents.cancel(id, { cancellation_reason: reason })
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.statusCode !== 400) throw error
    return stripe.paymentIntents.retrieve(id)
  }
}

export function toErrorCode(error: unknown): ErrorCode {
  if (!(error instanceof Stripe.errors.StripeError)) return 'PAYMENT_CREATE_FAILED'
  const { code = '', param = '' } = error
  if (code === 'amount_too_small') return 'AMOUNT_BELOW_PROVIDER_MINIMUM'
  if (code === 'amount_too_large') return 'AMOUNT_TOO_LARGE'
  if (param === 'customer') return 'BUYER_NOT_SET_UP'
  // Matches the codes insufficient_capabilities_for_transfer, transfers_not_allowed and account_invalid.
  if (param.startsWith('transfer_data') || /transfer|account_invalid/u.test(code)) return 'SELLER_NOT_SET_UP'
  return 'PAYMENT_CREATE_FAILED'
}

/** Returns the differing fields; empty when the intent pays exactly this request. */
export function findDifferences(row: IntentContent, intent: Stripe.PaymentIntent): string[] {
  const pairs = {
    id: [intent.id, row.stripePaymentIntentId],
    amount: [intent.amount, row.amount],
    currency: [intent.currency, row.currency],
    customer: [toStripeId(intent.customer), row.stripeCustomerId],
    application_fee_amount: [intent.application_fee_amount ?? 0, row.feeAmount],
    'transfer_data.destination': [toStripeId(intent.transfer_data?.destination), row.stripeConnectAccountId],
    'metadata.payment_request_id': [intent.metadata['payment_request_id'], row.id],
    ...(intent.status === 'succeeded' ? { amount_received: [intent.amount_received, row.amount] } : {}),
  }
  return Object.entries(pairs).flatMap(([name, [is, wanted]]) => (is === wanted ? [] : [name]))
}

/** A request counts as declined only when the buyer refused it. */
export function toIntentEnding({ cancellation_reason: reason }: Stripe.PaymentIntent): 'declined' | 'failed' {
  return reason === 'requested_by_customer' ? 'declined' : 'failed'
}

/**
 * True when another intent pays the request, or soon will. A decline, withdrawal or expiry takes precedence over the
 * replacement. Read the row under its lock.
 */
export function isIntentReplaced(row: PaymentRequestRow, intent: Stripe.PaymentIntent): boolean {
  if (row.stripePaymentIntentId !== intent.id) return true
  return row.replacedIntent === intent.id && row.cancelledAs === null && intent.cancellation_reason === 'duplicate'
}

/** True when the buyer must act: their bank requires authentication, or their card was refused. */
export function isWaitingForBuyer({ status, last_payment_error: refused }: Stripe.PaymentIntent): boolean {
  return status === 'requires_action' || (status === 'requires_payment_method' && refused !== null)
}

export function isPayable({ status }: Stripe.PaymentIntent): boolean {
  return status.startsWith('requires_')
}

/** Completed only when the requested amount was paid for this request; rejected when it cannot be paid. */
export function toPaymentStatus(row: PaymentRequestRow, intent: Stripe.PaymentIntent): PaymentStatus {
  if (intent.id !== row.stripePaymentIntentId) return 'pending'
  if (intent.status === 'canceled') return 'rejected'
  return intent.status === 'succeeded' && findDifferences(row, intent).length === 0 ? 'completed' : 'pending'
}
