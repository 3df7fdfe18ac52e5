import type { ErrorCode } from '@kundig/contract/errors'
import type { Card } from '@kundig/contract/payments/payments.contract'

import { type DeclineReason, isOutcomeUnclear } from '../provider/decline-reason.ts'
import type { PaymentOutcome, PaymentState } from '../provider/provider.ts'

export type PayResult =
  /** The provider has confirmed the payment. The server may not know yet. */
  | 'paid'
  /** The server has decided the request, through another tab or a webhook. */
  | 'decided'
  | 'given_up'
  /** The buyer gave up while money was moving, so the request may still be paid. */
  | 'still_open'

export type PayState =
  | { step: 'opening' }
  /** The payment's state could not be read. `isUnclear` is true if money may have moved in an attempt. */
  | { step: 'broken'; code: ErrorCode; isUnclear: boolean }
  /** One click pays. `bankWaits`: the click reopens the bank's question. `before`: reason for the last failure. */
  | { step: 'ready'; card: Card | null; bankWaits: boolean; before: DeclineReason | null }
  | { step: 'choosing' }
  | { step: 'adding' }
  /** Money may be moving, so no other step starts until the outcome is known. */
  | { step: 'paying' }
  | { step: 'processing' }
  /** The payment failed, and nothing was charged. */
  | { step: 'declined'; reason: DeclineReason }
  | { step: 'giving_up'; reason: DeclineReason }
  | { step: 'ended'; as: PayResult }

export type PayEvent =
  | { type: 'opened'; payment: PaymentState; card: Card | null; unclear: DeclineReason | null }
  | { type: 'broke'; code: ErrorCode; isUnclear: boolean }
  | { type: 'reopen' }
  | { type: 'choose'; hasCards: boolean }
  | { type: 'add' }
  | { type: 'pick'; card: Card }
  | { type: 'pay' }
  | { type: 'outcome'; outcome: PaymentOutcome }
  | { type: 'refused'; card: Card | null }
  | { type: 'give_up' }
  | { type: 'given_up'; as: PayResult | null }
  | { type: 'decided' }

const ERROR_CODES: Partial<Record<DeclineReason, ErrorCode>> = {
  network: 'NETWORK',
  unavailable: 'PROVIDER_UNAVAILABLE',
}

/** True when a payment may start. Always false during a payment. */
export function canPay({ step }: PayState): boolean {
  return step === 'ready' || step === 'adding'
}

export function isPaymentUnderWay({ step }: PayState): boolean {
  return step === 'paying' || step === 'giving_up'
}

/** Returns the reason why nothing was charged, or null. The buyer can give up the request only if a reason is known. */
export function findDeclineReason(state: PayState): DeclineReason | null {
  if (state.step === 'declined') return state.reason
  return state.step === 'ready' ? state.before : null
}

/** Returns the next state, or the same state when the event does not apply. */
export function reducePayState(state: PayState, event: PayEvent): PayState {
  switch (event.type) {
    case 'opened':
      if (state.step === 'processing' && event.payment.status === 'processing') return state
      return state.step === 'opening' || state.step === 'processing' ? toStateAfterOpening(event) : state
    case 'broke':
      return state.step === 'opening' ? { step: 'broken', code: event.code, isUnclear: event.isUnclear } : state
    case 'reopen':
      return isPaymentUnderWay(state) || state.step === 'ended' ? state : { step: 'opening' }
    case 'choose':
      return canChooseCard(state) ? { step: event.hasCards ? 'choosing' : 'adding' } : state
    case 'add':
      return canChooseCard(state) ? { step: 'adding' } : state
    case 'pick':
      return state.step === 'choosing' ? { step: 'ready', card: event.card, bankWaits: false, before: null } : state
    case 'pay':
      return canPay(state) ? { step: 'paying' } : state
    case 'outcome':
      return state.step === 'paying' ? toStateAfterPaying(event.outcome) : state
    case 'refused':
      return state.step === 'paying' ? toStateAfterRefusal(event.card) : state
    case 'give_up':
      return toGivingUpState(state)
    case 'given_up':
      if (state.step !== 'giving_up') return state
      return event.as ? { step: 'ended', as: event.as } : { step: 'declined', reason: state.reason }
    case 'decided':
      // A decision does not interrupt an attempt in progress. The attempt ends with its own result.
      return isPaymentUnderWay(state) || state.step === 'ended' ? state : { step: 'ended', as: 'decided' }
  }
}

function toStateAfterRefusal(card: Card | null): PayState {
  return card ? { step: 'ready', card, bankWaits: false, before: null } : { step: 'adding' }
}

function toGivingUpState(state: PayState): PayState {
  const reason = findDeclineReason(state)
  return reason ? { step: 'giving_up', reason } : state
}

function canChooseCard({ step }: PayState): boolean {
  return step === 'ready' || step === 'choosing' || step === 'adding' || step === 'declined'
}

function toStateAfterOpening({ payment, card, unclear }: Extract<PayEvent, { type: 'opened' }>): PayState {
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
      return { step: 'broken', code: ERROR_CODES[payment.code] ?? 'PROVIDER_FAILED', isUnclear: unclear !== null }
  }
}

function toStateAfterPaying(outcome: PaymentOutcome): PayState {
  switch (outcome.status) {
    case 'succeeded':
      return { step: 'ended', as: 'paid' }
    case 'processing':
      return { step: 'processing' }
    case 'abandoned':
      return { step: 'declined', reason: 'abandoned' }
    case 'failed':
      if (outcome.code === 'form_incomplete') return { step: 'adding' }
      return isOutcomeUnclear(outcome.code) ? { step: 'opening' } : { step: 'declined', reason: outcome.code }
  }
}
