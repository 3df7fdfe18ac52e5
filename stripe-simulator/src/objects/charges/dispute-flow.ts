import type { Stripe } from 'stripe'

import { createInvalidRequestError } from '../../core/api-error.ts'
import type { Work } from '../../core/call.ts'
import { toStoredId } from '../../core/stored-id.ts'
import { emitEvent } from '../../events/events.ts'
import type { Stored } from '../../store/object-kinds.ts'
import { insertObject, listObjects, lockObject, createId, saveObject } from '../../store/object-store.ts'
import { bookMovement, createStripeFee } from '../balance/balance-entries.ts'
import { toChargeOwnerId } from './charge-owner.ts'
import { readFees } from './stripe-fees.ts'

const EVIDENCE_DAYS = 7
const DAY_S = 24 * 60 * 60

export type DisputeEnd = 'lose' | 'win'

/** True for an inquiry, which withdraws no money. */
const isInquiry = ({ status }: Pick<Stripe.Dispute, 'status'>): boolean => status.startsWith('warning_')

/** Evidence texts that decide a dispute in test mode (https://docs.stripe.com/testing#disputes). */
const DECIDING_TEXTS = new Map<string, DisputeEnd>([
  ['winning_evidence', 'win'],
  ['losing_evidence', 'lose'],
])

/**
 * Opens a dispute of a locked charge, as the bank. An inquiry withdraws no money. A won dispute allows a new dispute.
 * @throws ApiError 400 without money to dispute, or with an open dispute
 */
export async function openDispute(
  work: Work,
  charge: Stored<'charge'>,
  { amount, reason, asInquiry }: { amount?: number | undefined; reason: string; asInquiry: boolean },
): Promise<Stripe.Dispute> {
  const { data: charged } = charge
  const disputed = amount ?? charged.amount
  const { data: others } = await listObjects(work.tx, 'dispute', toChargeOwnerId(charged), { limit: 100 })
  const isTaken = others.some((other) => toStoredId(other.charge) === charged.id && other.status !== 'won')
  if (!charged.paid || disputed > charged.amount || isTaken) {
    throw createInvalidRequestError(`Charge ${charged.id} cannot be disputed.`)
  }
  const data: Stripe.Dispute = {
    id: createId('du'),
    object: 'dispute',
    amount: disputed,
    balance_transactions: [],
    charge: charged.id,
    created: work.tx.nowS,
    currency: charged.currency,
    enhanced_eligibility_types: [],
    evidence: { ...NO_EVIDENCE },
    evidence_details: {
      due_by: work.tx.nowS + EVIDENCE_DAYS * DAY_S,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: asInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charged.payment_intent,
    payment_method_details: {
      type: 'card',
      card: {
        brand: charged.payment_method_details?.card?.brand ?? 'visa',
        case_type: asInquiry ? 'inquiry' : 'chargeback',
        network: 'visa',
        network_reason_code: '10.4',
      },
    },
    reason,
    status: asInquiry ? 'warning_needs_response' : 'needs_response',
  }
  const dispute: Stored<'dispute'> = { data, hidden: {} }
  if (!asInquiry) await moveDisputedMoney(work, dispute, 'withdrawn')
  await insertObject(work.tx, 'dispute', dispute, toChargeOwnerId(charged))
  charged.disputed = true
  await saveObject(work.tx, charge)
  await emitEvent(work, 'charge.dispute.created', data)
  if (!asInquiry) await emitEvent(work, 'charge.dispute.funds_withdrawn', data)
  return data
}

/** Turns an inquiry into a dispute, or asks for more evidence. @throws ApiError 400 */
export async function requestMoreEvidence(work: Work, id: string): Promise<Stripe.Dispute> {
  const dispute = await lockObject(work.tx, 'dispute', id)
  const { data } = dispute
  if (isEnded(data)) throw createNotOpenError(data)
  const wasInquiry = isInquiry(data)
  data.status = 'needs_response'
  data.is_charge_refundable = false
  data.evidence_details.due_by = work.tx.nowS + EVIDENCE_DAYS * DAY_S
  if (wasInquiry) await moveDisputedMoney(work, dispute, 'withdrawn')
  await saveObject(work.tx, dispute)
  await emitEvent(work, 'charge.dispute.updated', data)
  if (wasInquiry) await emitEvent(work, 'charge.dispute.funds_withdrawn', data)
  return data
}

/** Stores evidence, and submits it on request. @throws ApiError 400 for a dispute that expects no evidence */
export async function updateEvidence(
  work: Work,
  id: string,
  { evidence, submits, metadata }: { evidence: Record<string, string>; submits: boolean; metadata: Stripe.Metadata },
): Promise<Stripe.Dispute> {
  const dispute = await lockObject(work.tx, 'dispute', id)
  const { data } = dispute
  const isAsked = data.status === 'needs_response' || data.status === 'warning_needs_response'
  if ((submits || Object.keys(evidence).length > 0) && !isAsked) throw createNotOpenError(data)
  Object.assign(data.evidence, evidence)
  data.metadata = metadata
  data.evidence_details.has_evidence ||= Object.keys(evidence).length > 0
  if (submits) {
    data.evidence_details.submission_count += 1
    data.evidence_details.submission_method = 'manual'
    data.status = isInquiry(data) ? 'warning_under_review' : 'under_review'
  }
  await saveObject(work.tx, dispute)
  await emitEvent(work, 'charge.dispute.updated', data)
  const end = submits ? DECIDING_TEXTS.get(data.evidence.uncategorized_text ?? '') : undefined
  return end === undefined ? data : endDispute(work, id, end)
}

/** Ends a dispute, as the bank or the platform. @throws ApiError 400 for an ended dispute */
export async function endDispute(work: Work, id: string, end: DisputeEnd): Promise<Stripe.Dispute> {
  const dispute = await lockObject(work.tx, 'dispute', id)
  const { data } = dispute
  if (isEnded(data)) throw createNotOpenError(data)
  const wasInquiry = isInquiry(data)
  if (wasInquiry && end === 'lose')
    throw createInvalidRequestError(`Dispute ${id} is an inquiry, which cannot be lost.`)
  data.status = wasInquiry ? 'warning_closed' : end === 'win' ? 'won' : 'lost'
  const isReinstated = data.status === 'won'
  if (isReinstated) await moveDisputedMoney(work, dispute, 'reinstated')
  data.is_charge_refundable = data.status !== 'lost'
  await saveObject(work.tx, dispute)
  await emitEvent(work, 'charge.dispute.closed', data)
  if (isReinstated) await emitEvent(work, 'charge.dispute.funds_reinstated', data)
  return data
}

export async function findBlockingDispute(work: Work, charged: Stripe.Charge): Promise<Stripe.Dispute | undefined> {
  const { data } = await listObjects(work.tx, 'dispute', toChargeOwnerId(charged), { limit: 100 })
  return data.find(({ charge, is_charge_refundable: refundable }) => toStoredId(charge) === charged.id && !refundable)
}

export async function createFraudWarning(
  work: Work,
  { data: charged }: Stored<'charge'>,
): Promise<Stripe.Radar.EarlyFraudWarning> {
  const data: Stripe.Radar.EarlyFraudWarning = {
    id: createId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: !charged.refunded && !charged.disputed,
    charge: charged.id,
    created: work.tx.nowS,
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    ...(charged.payment_intent === null ? {} : { payment_intent: charged.payment_intent }),
  }
  await insertObject(work.tx, 'radar.early_fraud_warning', { data, hidden: {} }, toChargeOwnerId(charged))
  await emitEvent(work, 'radar.early_fraud_warning.created', data)
  return data
}

const isEnded = ({ status }: Stripe.Dispute): boolean => ['lost', 'warning_closed', 'won'].includes(status)

const createNotOpenError = ({ id, status }: Stripe.Dispute) =>
  createInvalidRequestError(`Dispute ${id} has a status of ${status}; this cannot be done with it.`)

/** Books money that a dispute withdraws or reinstates. The dispute fee is never reinstated. */
async function moveDisputedMoney(
  work: Work,
  { data }: Stored<'dispute'>,
  way: 'reinstated' | 'withdrawn',
): Promise<void> {
  const isWithdrawn = way === 'withdrawn'
  const { dispute: fee } = await readFees(work)
  const movement = await bookMovement(work, {
    type: 'adjustment',
    amount: isWithdrawn ? -data.amount : data.amount,
    currency: data.currency,
    source: data.id,
    description: `Chargeback ${way} for ${data.id}`,
    feeDetails: isWithdrawn ? [createStripeFee(fee, data.currency, 'Dispute fee')] : [],
    category: isWithdrawn ? 'dispute' : 'dispute_reversal',
  })
  data.balance_transactions.push(movement)
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
