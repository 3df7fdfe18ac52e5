import type { Stripe } from 'stripe'

import { createInvalidRequestError } from '../../core/api-error.ts'
import type { Work } from '../../core/call.ts'
import { emitEvent } from '../../events/events.ts'
import { insertObject, lockObject, createId, saveObject } from '../../store/object-store.ts'
import { bookMovement } from './balance-entries.ts'

const DAY_S = 24 * 60 * 60
const WAY_DAYS = 2

export interface NewPayout {
  /** Amount (cents); undefined for an automatic payout of everything available. */
  amount: number | undefined
  currency: string
  arrivalDate: number | undefined
  description: string | null
}

/**
 * Creates a `pending` payout. A payout with an amount is manual, and may exceed the balance.
 * @throws ApiError 400 `balance_insufficient`
 */
export async function makePayout(work: Work, asked: NewPayout): Promise<Stripe.Payout> {
  const { tx } = work
  const { currency } = asked
  const id = createId('po')
  const automatic = asked.amount === undefined
  const amount = asked.amount ?? (await assignAvailableMovements(work, id, currency))
  const movement = await bookMovement(work, {
    type: 'payout',
    amount: -amount,
    currency,
    source: id,
    description: 'STRIPE PAYOUT',
    ...(automatic ? { payout: id } : {}),
  })
  const data: Stripe.Payout = {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: asked.arrivalDate ?? (Math.floor(tx.nowS / DAY_S) + WAY_DAYS) * DAY_S,
    automatic,
    balance_transaction: movement.id,
    created: tx.nowS,
    currency,
    description: asked.description,
    destination: (tx.account ?? tx.platform).replace(/^acct_/, 'ba_'),
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: automatic ? 'completed' : 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'pending',
    trace_id: null,
    type: 'bank_account',
  }
  await insertObject(tx, 'payout', { data, hidden: {} }, null)
  await emitEvent(work, 'payout.created', data)
  return data
}

export type PayoutStatus = 'canceled' | 'failed' | 'in_transit' | 'paid'

/** States from which each change is possible; a bank may still return a paid payout. */
const FROM: Record<PayoutStatus, readonly string[]> = {
  canceled: ['pending'],
  failed: ['pending', 'in_transit', 'paid'],
  in_transit: ['pending'],
  paid: ['pending', 'in_transit'],
}

export interface PayoutFailure {
  code: string
  message: string
}

/** Changes a payout's status; failed and canceled payouts return their money. @throws ApiError 400 */
export async function changePayoutStatus(
  work: Work,
  id: string,
  to: PayoutStatus,
  failure: PayoutFailure,
): Promise<Stripe.Payout> {
  const payout = await lockObject(work.tx, 'payout', id)
  const { data } = payout
  if (!FROM[to].includes(data.status)) {
    throw createInvalidRequestError(`Payout ${id} has a status of ${data.status} and cannot become ${to}.`)
  }
  data.status = to
  if (to === 'paid') data.trace_id = { status: 'supported', value: createId('trace').slice(6) }
  if (to === 'failed') {
    data.failure_code = failure.code
    data.failure_message = failure.message
  }
  if (to === 'failed' || to === 'canceled') {
    const type = to === 'failed' ? 'payout_failure' : 'payout_cancel'
    const back = await bookMovement(work, { type, amount: data.amount, currency: data.currency, source: id })
    data.failure_balance_transaction = back.id
  }
  await saveObject(work.tx, payout)
  await emitEvent(work, 'payout.updated', data)
  if (to !== 'in_transit') await emitEvent(work, `payout.${to}`, data)
  return data
}

/** Assigns all available movements without a payout to this payout. @returns the assigned sum (cents) */
async function assignAvailableMovements({ tx }: Work, payout: string, currency: string): Promise<number> {
  const taken = await tx.query<{ net: string }>(
    `UPDATE objects SET hidden = json_build_object('payout', $1::text)
     WHERE kind = 'balance_transaction' AND platform = $2 AND account IS NOT DISTINCT FROM $3
       AND data->>'currency' = $4 AND (data->>'available_on')::bigint <= $5 AND hidden->>'payout' IS NULL
     RETURNING data->>'net' AS net`,
    [payout, tx.platform, tx.account, currency, tx.nowS],
  )
  const amount = taken.reduce((sum, { net }) => sum + Number(net), 0)
  if (amount > 0) return amount
  throw createInvalidRequestError('You have insufficient available funds in your Stripe account.', {
    code: 'balance_insufficient',
  })
}
