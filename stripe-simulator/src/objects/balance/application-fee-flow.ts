import type { Stripe } from 'stripe'

import { createInvalidRequestError } from '../../core/api-error.ts'
import { withAccount } from '../../core/call.ts'
import type { Work } from '../../core/call.ts'
import { toStoredId } from '../../core/stored-id.ts'
import { emitEvent } from '../../events/events.ts'
import { findObject, insertObject, listObjects, lockObject, createId, saveObject } from '../../store/object-store.ts'
import { toApplicationId, bookMovement, findAvailabilityTime } from './balance-entries.ts'

export interface NewFee {
  id: string
  amount: number
  currency: string
  account: string
  /** Payment of the connected account, `py_…`. */
  payment: string
  charge: string
  availableOn: number
}

export async function collectApplicationFee(work: Work, fee: NewFee): Promise<void> {
  const { id, amount, currency, availableOn } = fee
  const { id: movement } = await bookMovement(work, {
    type: 'application_fee',
    amount,
    currency,
    source: id,
    availableOn,
  })
  const data: Stripe.ApplicationFee = {
    id,
    object: 'application_fee',
    account: fee.account,
    amount,
    amount_refunded: 0,
    application: toApplicationId(work.tx),
    balance_transaction: movement,
    charge: fee.payment,
    created: work.tx.nowS,
    currency,
    fee_source: { type: 'charge', charge: fee.payment },
    livemode: false,
    originating_transaction: fee.charge,
    refunded: false,
    refunds: { object: 'list', data: [], has_more: false, url: `/v1/application_fees/${id}/refunds` },
  }
  await insertObject(work.tx, 'application_fee', { data, hidden: {} }, fee.charge)
  await emitEvent(work, 'application_fee.created', data)
}

/** Refunds part or all of a fee on the platform's side. @throws ApiError 400 above the unrefunded amount */
export async function refundFee(
  work: Work,
  feeId: string,
  { amount, metadata }: { amount: number | undefined; metadata: Stripe.Metadata },
): Promise<Stripe.FeeRefund> {
  const fee = await lockObject(work.tx, 'application_fee', feeId)
  const { data } = fee
  const left = data.amount - data.amount_refunded
  const back = amount ?? left
  if (left === 0) throw createInvalidRequestError(`Application fee ${feeId} has already been refunded.`)
  if (back > left) {
    throw createInvalidRequestError(`Refund amount (${back}) is greater than unrefunded amount on fee (${left})`, {
      param: 'amount',
    })
  }
  const id = createId('fr')
  const movement = await bookMovement(work, {
    type: 'application_fee_refund',
    amount: -back,
    currency: data.currency,
    source: id,
    availableOn: await findAvailabilityTime(work.tx, data.balance_transaction),
  })
  const refund: Stripe.FeeRefund = {
    id,
    object: 'fee_refund',
    amount: back,
    balance_transaction: movement.id,
    created: work.tx.nowS,
    currency: data.currency,
    fee: feeId,
    metadata,
  }
  await insertObject(work.tx, 'fee_refund', { data: refund, hidden: {} }, feeId)
  data.amount_refunded += back
  data.refunded = data.amount_refunded === data.amount
  data.refunds.data = (await listObjects(work.tx, 'fee_refund', feeId, { limit: 10 })).data
  await saveObject(work.tx, fee)
  await emitEvent(work, 'application_fee.refunded', data)
  return refund
}

/** Refunds a fee, but not its charge: the account gets an adjustment. @throws ApiError 400 like `refundFee` */
export async function refundFeeAlone(
  work: Work,
  feeId: string,
  how: { amount: number | undefined; metadata: Stripe.Metadata },
): Promise<Stripe.FeeRefund> {
  const refund = await refundFee(work, feeId, how)
  const fee = await findObject(work.tx, 'application_fee', feeId)
  await bookMovement(withAccount(work, toStoredId(fee?.data.account)), {
    type: 'adjustment',
    amount: refund.amount,
    currency: refund.currency,
    source: toStoredId(fee?.data.charge),
    description: `Application fee refund for ${toStoredId(fee?.data.charge)}`,
    category: 'fee',
  })
  return refund
}
