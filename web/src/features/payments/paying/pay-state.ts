import type { ErrorCode } from '@kundig/contract/errors'
import type { Card } from '@kundig/contract/payments/payments.contract'

import { type DeclineReason, isUnclear } from '../provider/decline-reason.ts'
import type { PaymentOutcome, PaymentState } from '../provider/provider.ts'

/** How paying ended. */
export type PayResult =
  /** The provider says so; the server does not know it yet. */
  | 'paid'
  /** The server decided the request meanwhile, because of another tab or a webhook. */
  | 'decided'
  | 'given_up'
  /** Given up while the money was moving: it may still be paid. */
  | 'still_open'

/** How far paying a request is, on this screen. */
export type PayState =
  /** Reading how the payment stands, and what to pay with. */
  | { step: 'opening' }
  /** That failed. `isUnclear`: during an attempt, so that nobody knows whether money moved. */
  | { step: 'broken'; code: ErrorCode; isUnclear: boolean }
  /**
   * One click pays. `bankWaits`: it answers the bank's question of an earlier attempt; `before`: why an earlier
   * attempt failed, if one did.
   */
  | { step: 'ready'; card: Card | null; bankWaits: boolean; before: DeclineReason | null }
  | { step: 'choosing' }
  /** A new card is entered into the provider's form. */
  | { step: 'adding' }
  /** Money may be moving: nothing else begins until the outcome is known. */
  | { step: 'paying' }
  /** The bank takes its time. */
  | { step: 'processing' }
  /** Nothing was charged. */
  | { step: 'declined'; reason: DeclineReason }
  | { step: 'giving_up'; reason: DeclineReason }
  | { step: 'ended'; as: PayResult }

/** What happens to it. */
export type PayEvent =
  /** `unclear`: why the outcome of an attempt is unknown, where that is the reason to read the payment. */
  | { type: 'opened'; payment: PaymentState; card: Card | null; unclear: DeclineReason | null }
  | { type: 'broke'; code: ErrorCode; isUnclear: boolean }
  | { type: 'reopen' }
  | { type: 'choose'; hasCards: boolean }
  | { type: 'add' }
  | { type: 'pick'; card: Card }
  | { type: 'pay' }
  | { type: 'outcome'; outcome: PaymentOutcome }
  /** Another tab is paying. */
  | { type: 'refused'; card: Card | null }
  | { type: 'give_up' }
  | { type: 'given_up'; as: PayResult | null }
  /** The server says that the request is decided. */
  | { type: 'decided' }

/** Why the payment could not be read, as an error that the interface words. */
const WORDED_AS: Partial<Record<DeclineReason, ErrorCode>> = { network: 'NETWORK', unavailable: 'PROVIDER_UNAVAILABLE' }

/** Whether a payment may begin: never while one is under way. */
export function mayPay({ step }: PayState): boolean {
  return step === 'ready' || step === 'adding'
}

/** Whether the screen should not be left now. */
export function isUnderWay({ step }: PayState): boolean {
  return step === 'paying' || step === 'giving_up'
}

/** Why nothing was charged so far, where that is known: then the request can be given up. */
export function findDeclineReason(state: PayState): DeclineReason | null {
  if (state.step === 'declined') return state.reason
  return state.step === 'ready' ? state.before : null
}

/** What an event makes of a state; the same state where the event does not apply to it. */
export function next(state: PayState, event: PayEvent): PayState {
  switch (event.type) {
    case 'opened':
      if (state.step === 'processing' && event.payment.status === 'processing') return state
      return state.step === 'opening' || state.step === 'processing' ? opened(event) : state
    case 'broke':
      return state.step === 'opening' ? { step: 'broken', code: event.code, isUnclear: event.isUnclear } : state
    case 'reopen':
      return isUnderWay(state) || state.step === 'ended' ? state : { step: 'opening' }
    case 'choose':
      return isAtRest(state) ? { step: event.hasCards ? 'choosing' : 'adding' } : state
    case 'add':
      return isAtRest(state) ? { step: 'adding' } : state
    case 'pick':
      return state.step === 'choosing' ? { step: 'ready', card: event.card, bankWaits: false, before: null } : state
    case 'pay':
      return mayPay(state) ? { step: 'paying' } : state
    case 'outcome':
      return state.step === 'paying' ? afterPaying(event.outcome) : state
    case 'refused':
      return state.step === 'paying' ? afterRefusal(event.card) : state
    case 'give_up':
      return givingUp(state)
    case 'given_up':
      if (state.step !== 'giving_up') return state
      return event.as ? { step: 'ended', as: event.as } : { step: 'declined', reason: state.reason }
    case 'decided':
      // An attempt that is under way ends by itself.
      return isUnderWay(state) || state.step === 'ended' ? state : { step: 'ended', as: 'decided' }
  }
}

function afterRefusal(card: Card | null): PayState {
  return card ? { step: 'ready', card, bankWaits: false, before: null } : { step: 'adding' }
}

function givingUp(state: PayState): PayState {
  const reason = findDeclineReason(state)
  return reason ? { step: 'giving_up', reason } : state
}

/** Whether the person is deciding what to do. */
function isAtRest({ step }: PayState): boolean {
  return step === 'ready' || step === 'choosing' || step === 'adding' || step === 'declined'
}

function opened({ payment, card, unclear }: Extract<PayEvent, { type: 'opened' }>): PayState {
  switch (payment.status) {
    case 'succeeded':
      return { step: 'ended', as: 'paid' }
    case 'canceled':
      return { step: 'ended', as: 'decided' }
    case 'processing':
      return { step: 'processing' }
    case 'needs_authentication':
      return unclear ? { step: 'declined', reason: unclear } : { step: 'ready', card, bankWaits: true, before: null }
    case 'open':
      if (unclear) return { step: 'declined', reason: payment.failure ?? unclear }
      return card ? { step: 'ready', card, bankWaits: false, before: payment.failure } : { step: 'adding' }
    case 'unknown':
      return { step: 'broken', code: WORDED_AS[payment.code] ?? 'PROVIDER_FAILED', isUnclear: unclear !== null }
  }
}

function afterPaying(outcome: PaymentOutcome): PayState {
  switch (outcome.status) {
    case 'succeeded':
      return { step: 'ended', as: 'paid' }
    case 'processing':
      return { step: 'processing' }
    case 'abandoned':
      return { step: 'declined', reason: 'abandoned' }
    case 'failed':
      // The form marks what is missing.
      if (outcome.code === 'form_incomplete') return { step: 'adding' }
      return isUnclear(outcome.code) ? { step: 'opening' } : { step: 'declined', reason: outcome.code }
  }
}
