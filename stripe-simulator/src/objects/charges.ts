import type { Stripe } from 'stripe'
import { z } from 'zod'

import { endpoint } from '../core/call.ts'
import type { Work } from '../core/call.ts'
import type { Decline } from '../core/cards.ts'
import { listAnswer } from '../core/list-answer.ts'
import { page, text } from '../core/parameters.ts'
import { emit } from '../events/events.ts'
import type { Stored } from '../store/object-kinds.ts'
import { getObject, insertObject, listObjects, newId } from '../store/object-store.ts'

/**
 * Makes a payment's charge, and for a destination charge the transfer to the connected account.
 * @param method the card; null when the control API decides a payment that never had one
 * @param decline what the card's bank says; undefined when it pays
 */
export async function makeCharge(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stored<'payment_method'> | null,
  decline: Decline | undefined,
): Promise<Stripe.Charge> {
  const paid = decline === undefined
  const data: Stripe.Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: paid && intent.application_fee_amount !== null ? newId('fee') : null,
    application_fee_amount: intent.application_fee_amount,
    balance_transaction: null,
    billing_details: method?.data.billing_details ?? {
      address: null,
      email: null,
      name: null,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: paid ? 'Stripe' : null,
    captured: paid,
    created: work.tx.nowS,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid,
    payment_intent: intent.id,
    payment_method: method?.data.id ?? null,
    payment_method_details: method === null ? null : cardDetails(method.data, intent.amount),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: transferDataOf(intent),
    transfer_group: intent.transfer_group,
  }
  const destination = data.transfer_data?.destination
  if (paid && typeof destination === 'string') {
    data.transfer_group ??= `group_${intent.id}`
    data.transfer = await makeTransfer(work, data, destination)
  }
  await insertObject(work.tx, 'charge', { data, hidden: {} }, intent.id)
  await emit(work, paid ? 'charge.succeeded' : 'charge.failed', data)
  return data
}

async function makeTransfer(work: Work, charge: Stripe.Charge, destination: string): Promise<string> {
  const id = newId('tr')
  const data: Stripe.Transfer = {
    id,
    object: 'transfer',
    amount: charge.transfer_data?.amount ?? charge.amount,
    amount_reversed: 0,
    balance_transaction: null,
    created: work.tx.nowS,
    currency: charge.currency,
    description: null,
    destination,
    destination_payment: newId('py'),
    livemode: false,
    metadata: {},
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: charge.id,
    source_type: 'card',
    transfer_group: charge.transfer_group,
  }
  const hidden = { feeAmount: charge.application_fee_amount ?? 0 }
  await insertObject(work.tx, 'transfer', { data, hidden }, destination)
  await emit(work, 'transfer.created', data)
  return id
}

function transferDataOf({ transfer_data }: Stripe.PaymentIntent): Stripe.Charge.TransferData | null {
  if (transfer_data === null || transfer_data === undefined) return null
  return { amount: transfer_data.amount ?? null, destination: transfer_data.destination }
}

function outcomeOf(decline: Decline | undefined): Stripe.Charge.Outcome {
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

function cardDetails({ card }: Stripe.PaymentMethod, amount: number): Stripe.Charge.PaymentMethodDetails | null {
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

/** https://docs.stripe.com/api/charges */
export const chargeEndpoints = [
  endpoint(
    'GET /v1/charges/:id',
    'secret',
    z.strictObject({}),
    async ({ tx, id }) => (await getObject(tx, 'charge', id)).data,
  ),
  endpoint(
    'GET /v1/charges',
    'secret',
    z.strictObject({ ...page, payment_intent: text.optional() }),
    async ({ tx }, params) =>
      listAnswer('/v1/charges', await listObjects(tx, 'charge', params.payment_intent ?? null, params)),
  ),
]
