import type { Stripe } from 'stripe'

import { ApiError, createInvalidRequestError } from '../../core/api-error.ts'
import type { Work } from '../../core/call.ts'
import { AUTHENTICATION_REQUIRED, computeChargeOutcome } from '../../core/cards.ts'
import type { CardBehaviour, Decline } from '../../core/cards.ts'
import { emitEvent } from '../../events/events.ts'
import type { Stored } from '../../store/object-kinds.ts'
import { lockObject, saveObject } from '../../store/object-store.ts'
import { requireValidDestination } from '../balance/destinations.ts'
import { makeCharge } from '../charges/charges.ts'
import { openDispute, createFraudWarning } from '../charges/dispute-flow.ts'
import { attachLockedMethod, lockMethod } from '../customers/payment-method-owner.ts'
import type { ChallengeHow } from './challenges.ts'
import { cancelChallenge, createChallenge } from './challenges.ts'
import { toFailureDetails, createAuthenticationDecline, OPEN_STATUSES } from './intent-confirmation.ts'
import { createUnexpectedStateError } from './intent-parameters.ts'

type Intent = Stored<'payment_intent'>
type Method = Stored<'payment_method'>

interface ConfirmHow extends ChallengeHow {
  isOffSession: boolean
}

/** @throws ApiError 400 `payment_intent_unexpected_state` */
export function requireOpenPayment({ data }: Intent, verb: 'cancel' | 'confirm' | 'update'): void {
  if (OPEN_STATUSES.includes(data.status)) return
  const why =
    verb === 'confirm' && data.status === 'succeeded'
      ? 'it has already succeeded after being previously confirmed'
      : `it has a status of ${data.status}`
  throw createUnexpectedStateError(`You cannot ${verb} this PaymentIntent because ${why}.`, data)
}

/** Charges a card, or requires 3-D Secure first. @throws ApiError 402 `card_error`, stored in the intent */
export async function confirmPayment(work: Work, intent: Intent, methodId: string, how: ConfirmHow): Promise<void> {
  const { data, hidden } = intent
  await cancelChallenge(work, intent)
  const method = await lockMethod(work, methodId)
  if (method.data.customer !== null && method.data.customer !== data.customer) {
    throw createInvalidRequestError(
      `The provided PaymentMethod (${methodId}) belongs to a Customer, and the PaymentIntent's customer is not the same. Please include the Customer in the customer parameter on the PaymentIntent.`,
      { param: 'payment_method' },
    )
  }
  await requireValidDestination(work.tx, data.transfer_data?.destination)
  data.payment_method = method.data.id
  data.last_payment_error = null
  const { authenticates, decline } = computeChargeOutcome(readCardBehaviour(work, method), {
    isSetUp: method.hidden.setUp,
    isOffSession: how.isOffSession,
  })
  if (authenticates && how.isOffSession) throw await failPayment(work, intent, method, AUTHENTICATION_REQUIRED)
  if (authenticates) {
    const { id, nextAction } = await createChallenge(work, data.id, how)
    hidden.challenge = id
    data.status = 'requires_action'
    data.next_action = nextAction
    await saveObject(work.tx, intent)
    await emitEvent(work, 'payment_intent.requires_action', data)
  } else if (hidden.slow) {
    await startProcessing(work, intent)
  } else if (decline === undefined) {
    await succeedPayment(work, intent, method)
  } else {
    throw await failPayment(work, intent, method, decline)
  }
}

/** Returns a card's behaviour; an expired card is declined. */
function readCardBehaviour({ tx }: Work, { data: { card }, hidden }: Stored<'payment_method'>): CardBehaviour {
  const isOver = card !== undefined && Date.UTC(card.exp_year, card.exp_month) <= tx.nowMs
  return isOver ? 'expired_card' : hidden.behaviour
}

export async function settleChallengedPayment(work: Work, intent: Intent, hasPassed: boolean): Promise<void> {
  const { data, hidden } = intent
  const method = await lockIntentMethod(work, intent)
  if (method === null) return
  const { challenge } = hidden
  hidden.challenge = null
  data.next_action = null
  if (!hasPassed) {
    await failPayment(work, intent, method, NOT_AUTHENTICATED)
    return
  }
  if (hidden.slow) {
    await startProcessing(work, intent)
    return
  }
  const { decline } = computeChargeOutcome(readCardBehaviour(work, method), { isSetUp: true, isOffSession: false })
  if (decline !== undefined) {
    await failPayment(work, intent, method, decline)
    return
  }
  if (challenge !== null && data.setup_future_usage === 'off_session') method.hidden.setUp = true
  await succeedPayment(work, intent, method)
}

/** Moves an open payment to `processing` until `endProcessing`. */
export async function startProcessing(work: Work, intent: Intent): Promise<void> {
  const { data, hidden } = intent
  await cancelChallenge(work, intent)
  hidden.slow = false
  data.status = 'processing'
  data.processing = { type: 'card' }
  await saveObject(work.tx, intent)
  await emitEvent(work, 'payment_intent.processing', data)
}

export async function endProcessing(work: Work, intent: Intent, outcome: 'fail' | 'succeed'): Promise<void> {
  const { data } = intent
  if (data.status !== 'processing') {
    throw createUnexpectedStateError(`This PaymentIntent is not processing: it has a status of ${data.status}.`, data)
  }
  data.processing = null
  const method = await lockIntentMethod(work, intent)
  if (outcome === 'succeed') await succeedPayment(work, intent, method)
  else await failPayment(work, intent, method, DECLINED_LATER)
}

/** @throws ApiError 400 `payment_intent_unexpected_state` for a processing, succeeded or canceled intent */
export async function cancelPayment(
  work: Work,
  intent: Intent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Promise<void> {
  const { data } = intent
  requireOpenPayment(intent, 'cancel')
  await cancelChallenge(work, intent)
  data.status = 'canceled'
  data.canceled_at = work.tx.nowS
  data.cancellation_reason = reason
  await saveObject(work.tx, intent)
  await emitEvent(work, 'payment_intent.canceled', data)
}

const NOT_AUTHENTICATED = createAuthenticationDecline('payment_intent')

const DECLINED_LATER: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
}

/** Test cards whose charge is disputed immediately. */
const DISPUTED = new Map<CardBehaviour, string>([
  ['disputed_as_fraudulent', 'fraudulent'],
  ['disputed_as_not_received', 'product_not_received'],
])

async function lockIntentMethod(work: Work, { data }: Intent): Promise<Method | null> {
  if (typeof data.payment_method !== 'string') return null
  return lockObject(work.tx, 'payment_method', data.payment_method)
}

async function succeedPayment(work: Work, intent: Intent, method: Method | null): Promise<void> {
  const { data } = intent
  const charge = await makeCharge(work, data, method, undefined)
  if (method !== null) {
    const keeps = data.setup_future_usage !== null && typeof data.customer === 'string'
    if (method.data.customer === null && !keeps) method.hidden.spent = true
    await saveObject(work.tx, method)
    if (keeps && typeof data.customer === 'string') await attachLockedMethod(work, method, data.customer)
  }
  data.status = 'succeeded'
  data.amount_received = data.amount
  data.latest_charge = charge.id
  data.transfer_group = charge.transfer_group
  await saveObject(work.tx, intent)
  await emitEvent(work, 'payment_intent.succeeded', data)
  const behaviour = method?.hidden.behaviour
  if (behaviour !== undefined && DISPUTED.has(behaviour)) {
    const paid = await lockObject(work.tx, 'charge', charge.id)
    await openDispute(work, paid, { reason: DISPUTED.get(behaviour) ?? '', asInquiry: false })
  }
  if (behaviour === 'warned_as_fraudulent') {
    await createFraudWarning(work, await lockObject(work.tx, 'charge', charge.id))
  }
}

async function failPayment(work: Work, intent: Intent, method: Method | null, decline: Decline): Promise<ApiError> {
  const { data } = intent
  const isCardError = decline !== NOT_AUTHENTICATED
  const charge = isCardError ? await makeCharge(work, data, method, decline) : undefined
  const details = {
    ...toFailureDetails(decline, isCardError),
    ...(charge === undefined ? {} : { charge: charge.id }),
    ...(method === null ? {} : { payment_method: method.data }),
  }
  if (charge !== undefined) data.latest_charge = charge.id
  data.status = 'requires_payment_method'
  data.payment_method = null
  data.last_payment_error = details
  await saveObject(work.tx, intent)
  await emitEvent(work, 'payment_intent.payment_failed', data)
  return new ApiError(402, { ...details, payment_intent: data }, true)
}
