import type { Stripe } from 'stripe'

import { createInvalidRequestError } from '../../core/api-error.ts'
import type { Work } from '../../core/call.ts'
import { toStoredId } from '../../core/stored-id.ts'
import { emitEvent } from '../../events/events.ts'
import { requireOpenAccount } from '../../store/connected-accounts.ts'
import type { Stored } from '../../store/object-kinds.ts'
import { findObject, insertObject, lockObject, createId, saveObject } from '../../store/object-store.ts'
import { bookMovement, findAvailabilityTime } from '../balance/balance-entries.ts'
import { PLATFORM, deductFromLimit, tryDeductFromLimit } from '../balance/balance-limits.ts'
import { findFeeOfCharge, refundTransferFee, reverseTransferPart } from '../balance/transfer-flow.ts'
import { toChargeOwnerId } from './charge-owner.ts'
import { findBlockingDispute } from './dispute-flow.ts'
import { formatAmount } from './payment-amounts.ts'

export interface RefundHow {
  amount: number | undefined
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null
  reversesTransfer: boolean
  refundsFee: boolean
  metadata: Record<string, string>
}

/** Final state of a refund, which a bank decides hours or days after the refund's creation. */
export type RefundEnd = 'cancel' | 'fail' | 'succeed'

/**
 * Refunds part or all of a charge. The refund stays pending with Stripe's test card for pending refunds, and above the
 * platform's limit. No money of the platform moves until the refund succeeds.
 * @param charge locked, so that concurrent refunds never exceed the payment
 * @throws ApiError 400: `charge_disputed`; `balance_insufficient` above the seller's limit; for an impossible amount
 */
export async function makeRefund(work: Work, charge: Stored<'charge'>, how: RefundHow): Promise<Stripe.Refund> {
  const { data: charged } = charge
  const left = charged.amount - charged.amount_refunded
  const amount = how.amount ?? left
  if (!charged.paid) throw createInvalidRequestError(`Charge ${charged.id} has not succeeded; it cannot be refunded.`)
  if (charged.disputed && (await findBlockingDispute(work, charged))) {
    throw createInvalidRequestError(`Charge ${charged.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  if (left === 0) {
    throw createInvalidRequestError(`Charge ${charged.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  if (amount > left) {
    const [asked, rest] = [formatAmount(amount, charged.currency), formatAmount(left, charged.currency)]
    throw createInvalidRequestError(`Refund amount (${asked}) is greater than unrefunded amount on charge (${rest})`, {
      param: 'amount',
    })
  }
  requireTransferAndFee(charged, how)
  const id = createId('re')
  const fee = how.refundsFee ? await findFeeOfCharge(work, charged) : undefined
  const feeBack =
    fee === undefined ? 0 : Math.min(computeRefundShare(fee.amount, charged, amount), fee.amount - fee.amount_refunded)
  const reversal = how.reversesTransfer ? await reverseTransfer(work, charged, { amount, feeBack, refundId: id }) : null
  if (reversal === null && fee !== undefined && feeBack > 0) {
    await refundTransferFee(work, fee.id, { amount: feeBack, metadata: {} })
  }
  const hasMoney = await tryDeductFromLimit(work.tx, PLATFORM, amount)
  const data: Stripe.Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charged.id,
    created: work.tx.nowS,
    currency: charged.currency,
    customer: charged.customer,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    metadata: how.metadata,
    payment_intent: charged.payment_intent,
    payment_method: charged.payment_method,
    reason: how.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: reversal,
  }
  if (hasMoney) await payOutRefund(work, data, charged)
  if (!hasMoney || (await hasSlowRefund(work, charged))) {
    data.status = 'pending'
    data.pending_reason = hasMoney ? 'processing' : 'insufficient_funds'
  }
  await insertObject(work.tx, 'refund', { data, hidden: {} }, toChargeOwnerId(charged))
  charged.amount_refunded += amount
  charged.refunded = charged.amount_refunded === charged.amount
  await saveObject(work.tx, charge)
  await emitEvent(work, 'refund.created', data)
  await emitEvent(work, 'charge.refunded', charged)
  return data
}

/**
 * Ends a refund. The money of a failed or canceled refund returns to the platform, but the transfer stays reversed. As
 * at Stripe, the platform must transfer the money again.
 * @throws ApiError 400 if the status of the refund does not allow this end
 */
export async function endRefund(work: Work, id: string, end: RefundEnd): Promise<Stripe.Refund> {
  const refund = await lockObject(work.tx, 'refund', id)
  const { data } = refund
  const isOpen = data.status === 'pending' || (end === 'fail' && data.status === 'succeeded')
  if (!isOpen) throw createInvalidRequestError(`Refund ${id} has a status of ${String(data.status)} and cannot ${end}.`)
  delete data.pending_reason
  const charge = await lockObject(work.tx, 'charge', toStoredId(data.charge))
  if (end === 'succeed') {
    data.status = 'succeeded'
    if (data.balance_transaction === null) await payOutRefund(work, data, charge.data)
  } else {
    data.status = end === 'fail' ? 'failed' : 'canceled'
    if (end === 'fail') data.failure_reason = 'expired_or_canceled_card'
    charge.data.amount_refunded -= data.amount
    charge.data.refunded = false
    await saveObject(work.tx, charge)
    if (data.balance_transaction !== null) {
      const { id: movement } = await bookMovement(work, {
        type: 'refund_failure',
        amount: data.amount,
        currency: data.currency,
        source: id,
        availableOn: await findAvailabilityTime(work.tx, data.balance_transaction),
      })
      data.failure_balance_transaction = movement
    }
  }
  await saveObject(work.tx, refund)
  await emitEvent(work, 'refund.updated', data)
  if (end === 'fail') await emitEvent(work, 'refund.failed', data)
  return data
}

async function payOutRefund(work: Work, refund: Stripe.Refund, charged: Stripe.Charge): Promise<void> {
  const { id } = await bookMovement(work, {
    type: 'refund',
    amount: -refund.amount,
    currency: refund.currency,
    source: refund.id,
    description: charged.description,
    availableOn: await findAvailabilityTime(work.tx, charged.balance_transaction),
  })
  refund.balance_transaction = id
}

/** Locks the charge that paid an intent. @throws ApiError 400 without a successful charge */
export async function lockCharge(work: Work, intentId: string): Promise<Stored<'charge'>> {
  const intent = await lockObject(work.tx, 'payment_intent', intentId, 'payment_intent')
  const { latest_charge: charge, status } = intent.data
  if (status !== 'succeeded' || typeof charge !== 'string') {
    throw createInvalidRequestError(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`)
  }
  return lockObject(work.tx, 'charge', charge)
}

function requireTransferAndFee(charged: Stripe.Charge, { reversesTransfer, refundsFee }: RefundHow): void {
  if (reversesTransfer && typeof charged.transfer !== 'string') {
    throw createInvalidRequestError(`Charge ${charged.id} has no transfer that could be reversed.`, {
      param: 'reverse_transfer',
    })
  }
  if (refundsFee && (charged.application_fee_amount ?? 0) === 0) {
    const message = `Attempting to refund_application_fee on charge ${charged.id}, but it has no application fee`
    throw createInvalidRequestError(message, { param: 'refund_application_fee' })
  }
}

/** True for the card with slow refunds (https://docs.stripe.com/testing#refunds). */
async function hasSlowRefund({ tx }: Work, { payment_method: id }: Stripe.Charge): Promise<boolean> {
  const method = id === null ? undefined : await findObject(tx, 'payment_method', id)
  return method?.hidden.behaviour === 'refund_pends'
}

/** Reverses the seller's share of a refund; the last refund reverses the remainder. @returns the reversal's id */
async function reverseTransfer(
  work: Work,
  charged: Stripe.Charge,
  { amount, feeBack, refundId }: { amount: number; feeBack: number; refundId: string },
): Promise<string> {
  const transfer = await lockObject(work.tx, 'transfer', toStoredId(charged.transfer))
  const { data } = transfer
  const left = data.amount - data.amount_reversed
  if (left === 0)
    throw createInvalidRequestError(`Transfer ${data.id} is already fully reversed.`, { param: 'reverse_transfer' })
  const amountBack = Math.min(computeRefundShare(data.amount, charged, amount), left)
  await requireOpenAccount(work.tx, toStoredId(data.destination))
  await deductFromLimit(work.tx, toStoredId(data.destination), amountBack - feeBack)
  return (await reverseTransferPart(work, transfer, { amount: amountBack, feeBack, refundId, metadata: {} })).id
}

/** Computes a refund's share of `whole`. All shares of a fully refunded charge add up to `whole`, to the cent. */
function computeRefundShare(
  whole: number,
  { amount: charged, amount_refunded: before }: Stripe.Charge,
  amount: number,
): number {
  return Math.floor((whole * (before + amount)) / charged) - Math.floor((whole * before) / charged)
}
