import type { Stripe } from 'stripe'

import { ApiError, createInvalidRequestError } from '../../core/api-error.ts'
import type { Work } from '../../core/call.ts'
import { computeSetupOutcome } from '../../core/cards.ts'
import type { Decline } from '../../core/cards.ts'
import { emitEvent } from '../../events/events.ts'
import type { Stored } from '../../store/object-kinds.ts'
import { lockObject, saveObject } from '../../store/object-store.ts'
import { attachLockedMethod, lockMethod } from '../customers/payment-method-owner.ts'
import type { ChallengeHow } from './challenges.ts'
import { cancelChallenge, createChallenge } from './challenges.ts'
import { toFailureDetails, createAuthenticationDecline, OPEN_STATUSES } from './intent-confirmation.ts'
import { createUnexpectedStateError } from './intent-parameters.ts'
import { makeSetupAttempt } from './setup-attempts.ts'

type Intent = Stored<'setup_intent'>
type Method = Stored<'payment_method'>

/** @throws ApiError 400 `setup_intent_unexpected_state` */
export function requireConfirmableSetup({ data }: Intent): void {
  if (OPEN_STATUSES.includes(data.status)) return
  throw createUnexpectedStateError(
    `You cannot confirm this SetupIntent because it has already ${data.status === 'canceled' ? 'been canceled' : data.status}.`,
    data,
  )
}

/** Saves a card, or requires 3-D Secure first. @throws ApiError 402 `card_error`, stored in the intent */
export async function confirmSetup(work: Work, intent: Intent, methodId: string, how: ChallengeHow): Promise<void> {
  const { data, hidden } = intent
  await cancelChallenge(work, intent)
  const method = await lockMethod(work, methodId)
  if (method.data.customer !== null && method.data.customer !== data.customer) {
    throw createInvalidRequestError('The payment method belongs to another customer than the SetupIntent does.', {
      param: 'payment_method',
    })
  }
  data.payment_method = method.data.id
  data.last_setup_error = null
  const { authenticates, decline } = computeSetupOutcome(method.hidden.behaviour)
  if (authenticates) {
    const { id, nextAction } = await createChallenge(work, data.id, how)
    hidden.challenge = id
    data.status = 'requires_action'
    data.next_action = nextAction
    await saveObject(work.tx, intent)
    await emitEvent(work, 'setup_intent.requires_action', data)
  } else if (decline === undefined) {
    await succeedSetup(work, intent, method, false)
  } else {
    throw await failSetup(work, intent, method, decline)
  }
}

export async function settleChallengedSetup(work: Work, intent: Intent, hasPassed: boolean): Promise<void> {
  const { data, hidden } = intent
  if (typeof data.payment_method !== 'string') return
  const method = await lockObject(work.tx, 'payment_method', data.payment_method)
  hidden.challenge = null
  data.next_action = null
  const decline = hasPassed ? computeSetupOutcome(method.hidden.behaviour).decline : NOT_AUTHENTICATED
  if (decline === undefined) await succeedSetup(work, intent, method, true)
  else await failSetup(work, intent, method, decline)
}

/** @throws ApiError 400 `setup_intent_unexpected_state` for a succeeded or canceled intent */
export async function cancelSetup(
  work: Work,
  intent: Intent,
  reason: Stripe.SetupIntent.CancellationReason | null,
): Promise<void> {
  const { data } = intent
  if (!OPEN_STATUSES.includes(data.status)) {
    throw createUnexpectedStateError(
      `You cannot cancel this SetupIntent because it has a status of ${data.status}.`,
      data,
    )
  }
  await cancelChallenge(work, intent)
  data.status = 'canceled'
  data.cancellation_reason = reason
  await saveObject(work.tx, intent)
  await emitEvent(work, 'setup_intent.canceled', data)
}

const NOT_AUTHENTICATED = createAuthenticationDecline('setup_intent')

async function succeedSetup(work: Work, intent: Intent, method: Method, isAuthenticated: boolean): Promise<void> {
  const { data } = intent
  if (isAuthenticated && data.usage === 'off_session') method.hidden.setUp = true
  if (typeof data.customer === 'string') {
    await saveObject(work.tx, method)
    await attachLockedMethod(work, method, data.customer)
  } else {
    method.hidden.spent = true
    await saveObject(work.tx, method)
  }
  await makeSetupAttempt(work, intent, method.data, null)
  data.status = 'succeeded'
  await saveObject(work.tx, intent)
  await emitEvent(work, 'setup_intent.succeeded', data)
}

async function failSetup(work: Work, intent: Intent, method: Method, decline: Decline): Promise<ApiError> {
  const { data } = intent
  const details = { ...toFailureDetails(decline, decline !== NOT_AUTHENTICATED), payment_method: method.data }
  await makeSetupAttempt(work, intent, method.data, details)
  data.status = 'requires_payment_method'
  data.payment_method = null
  data.last_setup_error = details
  await saveObject(work.tx, intent)
  await emitEvent(work, 'setup_intent.setup_failed', data)
  return new ApiError(402, { ...details, setup_intent: data }, true)
}
