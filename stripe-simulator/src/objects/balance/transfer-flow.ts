import type { Stripe } from 'stripe'

import { withAccount } from '../../core/call.ts'
import type { Work } from '../../core/call.ts'
import { toStoredId } from '../../core/stored-id.ts'
import { emitEvent } from '../../events/events.ts'
import type { Stored } from '../../store/object-kinds.ts'
import {
  findObject,
  getObject,
  insertObject,
  listObjects,
  lockObject,
  createId,
  saveObject,
} from '../../store/object-store.ts'
import { createPlainCharge } from '../charge-shape.ts'
import { refundFee, refundFeeAlone, collectApplicationFee } from './application-fee-flow.ts'
import { createApplicationFee, toApplicationId, bookMovement, findAvailabilityTime } from './balance-entries.ts'

export interface NewTransfer {
  amount: number
  currency: string
  destination: string
  /** Charge that pays for the transfer; null for the platform's own money. */
  charge: Stripe.Charge | null
  transferGroup: string | null
  metadata: Stripe.Metadata
  availableOn: number
}

/** Sends money to a connected account, which receives a payment minus the charge's fee. @returns the transfer */
export async function sendTransfer(work: Work, sent: NewTransfer): Promise<Stripe.Transfer> {
  const { amount, currency, destination, charge, availableOn } = sent
  const [id, payment] = [createId('tr'), createId('py')]
  const { id: movement } = await bookMovement(work, {
    type: 'transfer',
    amount: -amount,
    currency,
    source: id,
    availableOn,
  })
  const feeAmount = charge?.application_fee_amount ?? 0
  const feeId = toStoredId(charge?.application_fee)
  const account = withAccount(work, destination)
  const fee = createApplicationFee(work.tx, feeAmount, currency)
  const received = await bookMovement(account, {
    type: 'payment',
    amount,
    currency,
    source: payment,
    feeDetails: [fee],
    availableOn,
  })
  const data: Stripe.Charge = {
    ...createPlainCharge(work.tx, { id: payment, amount, currency }),
    application: toApplicationId(work.tx),
    application_fee: feeAmount === 0 ? null : feeId,
    application_fee_amount: feeAmount === 0 ? null : feeAmount,
    balance_transaction: received.id,
    payment_method_details: { type: 'stripe_account', stripe_account: {} },
    source_transfer: id,
  }
  await insertObject(account.tx, 'destination_payment', { data, hidden: {} }, id)
  const transfer: Stripe.Transfer = {
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: movement,
    created: work.tx.nowS,
    currency,
    description: null,
    destination,
    destination_payment: payment,
    livemode: false,
    metadata: sent.metadata,
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: charge?.id ?? null,
    source_type: 'card',
    transfer_group: sent.transferGroup,
  }
  await insertObject(work.tx, 'transfer', { data: transfer, hidden: { feeAmount } }, destination)
  await emitEvent(work, 'transfer.created', transfer)
  if (charge !== null && feeAmount > 0) {
    const { id: chargeId } = charge
    await collectApplicationFee(work, {
      id: feeId,
      amount: feeAmount,
      currency,
      account: destination,
      payment,
      charge: chargeId,
      availableOn,
    })
  }
  return transfer
}

export interface Reversal {
  /** Amount (cents), at most the part of the transfer that is not reversed yet. */
  amount: number
  /** Refunded part of the platform's fee (cents). */
  feeBack: number
  refundId: string | null
  metadata: Record<string, string>
}

/** Reverses part of a locked transfer. The account's balance may become negative. */
export async function reverseTransferPart(
  work: Work,
  transfer: Stored<'transfer'>,
  { amount, feeBack, refundId, metadata }: Reversal,
): Promise<Stripe.TransferReversal> {
  const { data, hidden } = transfer
  const [id, paymentRefund] = [createId('trr'), createId('pyr')]
  const { id: movement } = await bookMovement(work, {
    type: 'transfer_refund',
    amount,
    currency: data.currency,
    source: id,
    availableOn: await findAvailabilityTime(work.tx, data.balance_transaction),
  })
  const payment = await refundPayment(work, transfer, { id: paymentRefund, reversal: id, amount, feeBack })
  const reversal: Stripe.TransferReversal = {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: movement,
    created: work.tx.nowS,
    currency: data.currency,
    destination_payment_refund: paymentRefund,
    metadata,
    source_refund: refundId,
    transfer: data.id,
  }
  await insertObject(work.tx, 'transfer_reversal', { data: reversal, hidden: {} }, data.id)
  data.amount_reversed += amount
  data.reversed = data.amount_reversed === data.amount
  data.reversals.data = (await listObjects(work.tx, 'transfer_reversal', data.id, { limit: 10 })).data
  hidden.feeAmount -= feeBack
  await saveObject(work.tx, transfer)
  await emitEvent(work, 'transfer.reversed', data)
  if (feeBack > 0 && typeof payment?.application_fee === 'string') {
    await refundFee(work, payment.application_fee, { amount: feeBack, metadata: {} })
  }
  return reversal
}

/** Refunds part of a transfer's fee, but not the payment. @throws ApiError 400 above the unrefunded amount */
export async function refundTransferFee(
  work: Work,
  feeId: string,
  how: { amount: number | undefined; metadata: Stripe.Metadata },
): Promise<Stripe.FeeRefund> {
  const { data: fee } = await getObject(work.tx, 'application_fee', feeId)
  const payment = await getObject(
    withAccount(work, toStoredId(fee.account)).tx,
    'destination_payment',
    toStoredId(fee.charge),
  )
  const transfer = await lockObject(work.tx, 'transfer', toStoredId(payment.data.source_transfer))
  const refund = await refundFeeAlone(work, feeId, how)
  transfer.hidden.feeAmount -= refund.amount
  await saveObject(work.tx, transfer)
  return refund
}

/** Refunds the account's payment for a reversal. @returns the payment; undefined if it was never stored */
async function refundPayment(
  work: Work,
  { data: transfer }: Stored<'transfer'>,
  { id, reversal, amount, feeBack }: { id: string; reversal: string; amount: number; feeBack: number },
): Promise<Stripe.Charge | undefined> {
  const account = withAccount(work, toStoredId(transfer.destination))
  const paymentId = toStoredId(transfer.destination_payment)
  // Early versions of the simulator stored no payments, so their transfers have no payment.
  if ((await findObject(account.tx, 'destination_payment', paymentId)) === undefined) return undefined
  const payment = await lockObject(account.tx, 'destination_payment', paymentId)
  const { data } = payment
  const movement = await bookMovement(account, {
    type: 'payment_refund',
    amount: -amount,
    currency: transfer.currency,
    source: id,
    feeDetails: [createApplicationFee(work.tx, -feeBack, transfer.currency)],
    availableOn: await findAvailabilityTime(account.tx, data.balance_transaction),
  })
  const refund: Stripe.Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: movement.id,
    charge: data.id,
    created: work.tx.nowS,
    currency: transfer.currency,
    customer: null,
    customer_account: null,
    metadata: {},
    payment_intent: null,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: reversal,
    status: 'succeeded',
    transfer_reversal: null,
  }
  await insertObject(account.tx, 'destination_refund', { data: refund, hidden: {} }, data.id)
  data.amount_refunded += amount
  data.refunded = data.amount_refunded === data.amount
  await saveObject(work.tx, payment)
  return data
}

export async function findFeeOfCharge(work: Work, charged: Stripe.Charge): Promise<Stripe.ApplicationFee | undefined> {
  return (await findObject(work.tx, 'application_fee', toStoredId(charged.application_fee)))?.data
}
