import type { Stripe } from 'stripe'
import { z } from 'zod'

import { defineEndpoint } from '../../core/call.ts'
import type { Work } from '../../core/call.ts'
import type { Decline } from '../../core/cards.ts'
import { createListAnswer } from '../../core/list-answer.ts'
import { page, range, text } from '../../core/parameters.ts'
import type { Transaction } from '../../core/sql.ts'
import { toStoredId } from '../../core/stored-id.ts'
import { emitEvent } from '../../events/events.ts'
import type { Stored } from '../../store/object-kinds.ts'
import { getObject, insertObject, listObjects, lockObject, createId, saveObject } from '../../store/object-store.ts'
import { bookMovement, createStripeFee } from '../balance/balance-entries.ts'
import { sendTransfer } from '../balance/transfer-flow.ts'
import { createPlainCharge } from '../charge-shape.ts'
import { readFees, computeProcessingFee, computeSettlementTime } from './stripe-fees.ts'

/**
 * Creates a payment's charge and transfer. While settling is delayed, transfer, fee and balance entry come later, as
 * at Stripe after an asynchronous capture.
 * @param method null when the control API decides a payment without a card
 */
export async function makeCharge(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stored<'payment_method'> | null,
  decline: Decline | undefined,
): Promise<Stripe.Charge> {
  const paid = decline === undefined
  const id = createId('ch')
  const sent = toTransferData(intent)
  const data: Stripe.Charge = {
    ...createPlainCharge(work.tx, { id, amount: intent.amount, currency: intent.currency }),
    amount_captured: paid ? intent.amount : 0,
    application_fee: null,
    application_fee_amount: intent.application_fee_amount,
    ...(method === null ? {} : { billing_details: method.data.billing_details }),
    calculated_statement_descriptor: paid ? 'Stripe' : null,
    captured: paid,
    customer: intent.customer,
    description: intent.description,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    metadata: { ...intent.metadata },
    outcome: toOutcome(decline),
    paid,
    payment_intent: intent.id,
    payment_method: method?.data.id ?? null,
    payment_method_details: method === null ? null : toCardDetails(method.data, intent.amount),
    receipt_email: intent.receipt_email,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: sent,
    transfer_group: intent.transfer_group ?? (paid && sent !== null ? `group_${intent.id}` : null),
  }
  if (paid && !(await isSettlementPaused(work))) await settleCharge(work, data)
  await insertObject(work.tx, 'charge', { data, hidden: {} }, intent.id)
  await emitEvent(work, paid ? 'charge.succeeded' : 'charge.failed', data)
  return data
}

async function settleCharge(work: Work, data: Stripe.Charge): Promise<void> {
  const fees = await readFees(work)
  const availableOn = computeSettlementTime(work.tx.nowS, fees)
  const { id, amount, currency, description, transfer_data: sent } = data
  const fee = createStripeFee(computeProcessingFee(amount, fees), currency, 'Stripe processing fees')
  const movement = { type: 'charge', amount, currency, source: id, description, feeDetails: [fee], availableOn }
  data.balance_transaction = (await bookMovement(work, movement)).id
  if (sent === null) return
  data.application_fee = (data.application_fee_amount ?? 0) > 0 ? createId('fee') : null
  const transfer = await sendTransfer(work, {
    amount: sent.amount ?? amount,
    currency,
    destination: toStoredId(sent.destination),
    charge: data,
    transferGroup: data.transfer_group,
    metadata: {},
    availableOn,
  })
  data.transfer = transfer.id
}

async function isSettlementPaused({ tx }: Work): Promise<boolean> {
  const [row] = await tx.query<{ settling_waits: boolean }>('SELECT settling_waits FROM settings')
  return row?.settling_waits === true
}

/** Settles all waiting charges. @returns the number of settled charges */
export async function settlePendingCharges(work: Work): Promise<number> {
  const waiting = await work.tx.query<{ id: string }>(
    `SELECT id FROM objects WHERE kind = 'charge' AND data ->> 'paid' = 'true' AND data ->> 'balance_transaction' IS NULL
     ORDER BY seq`,
  )
  for (const { id } of waiting) {
    const charge = await lockObject(work.tx, 'charge', id)
    await settleCharge(work, charge.data)
    await saveObject(work.tx, charge)
    await emitEvent(work, 'charge.updated', charge.data)
  }
  return waiting.length
}

function toTransferData({ transfer_data }: Stripe.PaymentIntent): Stripe.Charge.TransferData | null {
  if (transfer_data === null || transfer_data === undefined) return null
  return { amount: transfer_data.amount ?? null, destination: transfer_data.destination }
}

function toOutcome(decline: Decline | undefined): Stripe.Charge.Outcome {
  const paid = decline === undefined
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: paid ? 'approved_by_network' : 'declined_by_network',
    reason: decline?.decline_code ?? null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: paid ? 'Payment complete.' : 'The bank did not return any further details with this decline.',
    type: paid ? 'authorized' : 'issuer_declined',
  }
}

function toCardDetails({ card }: Stripe.PaymentMethod, amount: number): Stripe.Charge.PaymentMethodDetails | null {
  if (card === undefined) return null
  return {
    type: 'card',
    card: {
      amount_authorized: amount,
      authorization_code: null,
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_token: { used: false },
      network_transaction_id: null,
      regulated_status: card.regulated_status,
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}

/** Connected accounts list payments from transfers; they have no charges of their own. */
const kindFor = ({ account }: Transaction) => (account === null ? 'charge' : 'destination_payment')

/** https://docs.stripe.com/api/charges */
export const chargeEndpoints = [
  defineEndpoint(
    'GET /v1/charges/:id',
    'secret',
    z.strictObject({}),
    async ({ tx, id }) => (await getObject(tx, kindFor(tx), id)).data,
    { forAccounts: true },
  ),
  defineEndpoint(
    'GET /v1/charges',
    'secret',
    z.strictObject({
      ...page,
      created: range.optional(),
      customer: text.optional(),
      payment_intent: text.optional(),
      transfer_group: text.optional(),
    }),
    async ({ tx }, { created, customer, payment_intent, transfer_group, ...where }) => {
      const filter = { equal: { customer, transfer_group }, within: { created } }
      return createListAnswer('/v1/charges', await listObjects(tx, kindFor(tx), payment_intent ?? null, where, filter))
    },
    { forAccounts: true },
  ),
]
