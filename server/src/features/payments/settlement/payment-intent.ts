import { Stripe } from 'stripe'

import type { ErrorCode } from '@kundig/contract/errors'
import type { PaymentStatus } from '@kundig/contract/payments/payment-life-cycle'

import { idOf, isKeySpent, isUnavailable } from '../../../platform/stripe/stripe.ts'
import type { PaymentRequestRow } from './payment-request.repository.ts'

/** What a message and an intent say when the seller does not say what it is for. */
export const DEFAULT_DESCRIPTION = 'Payment request'

/** What an intent is made of, and compared with. */
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
 * Makes the intent that pays a request: a destination charge on the platform, with cards only and without a payment
 * method; the buyer brings that. Without a customer no saved card can pay it, and none can be saved by it. All of it comes from the request's row, so any number of calls have the same content
 * under the same key, and Stripe makes one intent.
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
      // The seller is sent the whole amount, and the fee is taken from that.
      ...(row.feeAmount === 0 ? {} : { application_fee_amount: row.feeAmount }),
      allowed_payment_method_types: ['card'],
    },
    { idempotencyKey: row.intentNumber === 1 ? `pr:${row.id}` : `pr:${row.id}:${row.intentNumber}` },
  )
}

/**
 * Whether this key has given its last answer without an intent that we could know of, so that the request needs
 * another key, and with it another row. Stripe keeps the answer to a key for a day, also a refusal and a fault of its
 * own: asking again under the same key would repeat it for as long. Where it is open whether there is an intent (the
 * kept fault), nobody has its client secret, so nobody can ever pay it.
 */
export function isConsumed(error: unknown): boolean {
  if (isKeySpent(error)) return true
  if (!(error instanceof Stripe.errors.StripeError) || isUnavailable(error)) return false
  return [400, 402, 404].includes(error.statusCode ?? 0)
}

/**
 * Cancels an intent, so that no money can come by it any more. Not under a key of ours: Stripe would answer with the
 * same refusal long after nothing stands in the way any more.
 * @param reason kept by Stripe with the intent, where `endingBy` finds it, whoever looks first; `duplicate` where another
 *   intent takes its place
 * @returns the intent as it is now: not cancelled when it has succeeded or is being processed
 * @throws what the SDK throws when it is open what became of it
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

/** Why Stripe would not make an intent, in our words. */
export function reasonOf(error: unknown): ErrorCode {
  if (!(error instanceof Stripe.errors.StripeError)) return 'PAYMENT_CREATE_FAILED'
  const { code = '', param = '' } = error
  if (code === 'amount_too_small') return 'AMOUNT_BELOW_PROVIDER_MINIMUM'
  if (code === 'amount_too_large') return 'AMOUNT_TOO_LARGE'
  if (param === 'customer') return 'BUYER_NOT_SET_UP'
  // insufficient_capabilities_for_transfer, transfers_not_allowed, account_invalid
  if (param.startsWith('transfer_data') || /transfer|account_invalid/u.test(code)) return 'SELLER_NOT_SET_UP'
  return 'PAYMENT_CREATE_FAILED'
}

/** What of an intent is not as it was asked for, by Stripe's names; nothing when it pays this request and no other. */
export function differencesOf(row: IntentContent, intent: Stripe.PaymentIntent): string[] {
  const pairs = {
    id: [intent.id, row.stripePaymentIntentId],
    amount: [intent.amount, row.amount],
    currency: [intent.currency, row.currency],
    customer: [idOf(intent.customer), row.stripeCustomerId],
    application_fee_amount: [intent.application_fee_amount ?? 0, row.feeAmount],
    'transfer_data.destination': [idOf(intent.transfer_data?.destination), row.stripeConnectAccountId],
    'metadata.payment_request_id': [intent.metadata['payment_request_id'], row.id],
    ...(intent.status === 'succeeded' ? { amount_received: [intent.amount_received, row.amount] } : {}),
  }
  return Object.entries(pairs).flatMap(([name, [is, wanted]]) => (is === wanted ? [] : [name]))
}

/** What ended a request whose intent was cancelled, as far as Stripe knows: only its buyer's own word makes it declined. */
export function endingBy({ cancellation_reason: reason }: Stripe.PaymentIntent): 'declined' | 'failed' {
  return reason === 'requested_by_customer' ? 'declined' : 'failed'
}

/**
 * Whether a cancelled intent ends nothing: another one pays its request, or is about to. Who declined, withdrew or let it expire
 * meanwhile is believed more.
 * @param row as it is under its lock
 */
export function isReplaced(row: PaymentRequestRow, intent: Stripe.PaymentIntent): boolean {
  if (row.stripePaymentIntentId !== intent.id) return true
  return row.replacedIntent === intent.id && row.cancelledAs === null && intent.cancellation_reason === 'duplicate'
}

/** Whether nothing goes on without its buyer: their bank wants to see them, or their card was refused. */
export function needsBuyer({ status, last_payment_error: refused }: Stripe.PaymentIntent): boolean {
  return status === 'requires_action' || (status === 'requires_payment_method' && refused !== null)
}

/** Whether its buyer can pay it now: no money came, and none is on its way. */
export function isPayable({ status }: Stripe.PaymentIntent): boolean {
  return status.startsWith('requires_')
}

/**
 * What a request is, by its intent as Stripe has it: completed only when the money that was asked for came for this
 * request; rejected when it cannot come any more.
 */
export function statusBy(row: PaymentRequestRow, intent: Stripe.PaymentIntent): PaymentStatus {
  if (intent.id !== row.stripePaymentIntentId) return 'pending'
  if (intent.status === 'canceled') return 'rejected'
  return intent.status === 'succeeded' && differencesOf(row, intent).length === 0 ? 'completed' : 'pending'
}
