import type { ErrorCode } from '@kundig/contract/errors'

import type { DeclineReason } from '../provider/decline-reason.ts'
import type { SetupOutcome } from '../provider/provider.ts'

export type CardSetupProblem =
  | { kind: 'refused'; reason: DeclineReason }
  /** The setup cannot be used. A new form has replaced it, and the person must enter the card again. */
  | { kind: 'new_form'; because: 'over' | 'failed' }
  /** The bank needs time, and the card will be added automatically. */
  | { kind: 'processing' }
  | { kind: 'error'; code: ErrorCode }

export interface CardSetupState {
  /** In the phase `failed`, no form is shown, but the person can retry. */
  phase: 'opening' | 'ready' | 'saving' | 'failed'
  /** Number of the form on the page, from 0. A new number mounts a new form. */
  form: number
  /** Number of the setup, from 0. If a form cannot be shown, the next form uses the same setup. */
  setup: number
  /** Id of a setup that the provider has finished, but the server has not accepted yet. */
  finished: string | null
  problem: CardSetupProblem | null
}

export type CardSetupEvent =
  | { type: 'ready' }
  | { type: 'not_opened'; code: ErrorCode }
  | { type: 'retry' }
  | { type: 'save' }
  | { type: 'outcome'; outcome: SetupOutcome }
  /** The call to the provider failed. */
  | { type: 'not_confirmed'; code: ErrorCode }
  /** The server refused the finished setup. */
  | { type: 'not_added'; code: ErrorCode }
  | { type: 'added' }

export const OPENING: CardSetupState = { phase: 'opening', form: 0, setup: 0, finished: null, problem: null }

/** Maps error codes of the server to codes whose texts fit the card form (spec 8). */
const ERROR_CODES: Partial<Record<ErrorCode, ErrorCode>> = {
  NO_SESSION: 'PAYMENT_NO_SESSION',
  SETUP_INTENT_FAILED: 'PAYMENT_SETUP_FAILED',
}

/** Errors after which the server will never accept this setup. */
const FINAL: readonly ErrorCode[] = ['CARD_SETUP_FAILED', 'CARD_NOT_FOUND', 'INVALID_INPUT']

/** Returns the next state, or the same state when the event does not apply. */
export function reduceCardSetup(state: CardSetupState, event: CardSetupEvent): CardSetupState {
  switch (event.type) {
    case 'ready':
      return state.phase === 'opening' ? { ...state, phase: 'ready' } : state
    case 'not_opened':
      return { ...state, phase: 'failed', problem: toErrorProblem(event.code) }
    case 'retry':
      return state.phase === 'failed' ? { ...state, phase: 'opening', form: state.form + 1, problem: null } : state
    case 'save':
      return state.phase === 'ready' ? { ...state, phase: 'saving', problem: null } : state
    default:
      // Ignores late events of a form that was removed.
      return state.phase === 'saving' ? reduceSavingPhase(state, event) : state
  }
}

function reduceSavingPhase(
  state: CardSetupState,
  event: Extract<CardSetupEvent, { type: 'outcome' | 'not_confirmed' | 'not_added' | 'added' }>,
): CardSetupState {
  switch (event.type) {
    case 'outcome':
      return reduceOutcome(state, event.outcome)
    case 'not_confirmed':
      return { ...state, phase: 'ready', problem: toErrorProblem(event.code) }
    case 'not_added':
      return FINAL.includes(event.code)
        ? reopenForm(state, 'failed')
        : { ...state, phase: 'ready', problem: toErrorProblem(event.code) }
    case 'added':
      return { ...state, phase: 'ready', finished: null }
  }
}

function reduceOutcome(state: CardSetupState, outcome: SetupOutcome): CardSetupState {
  switch (outcome.status) {
    case 'succeeded':
      return { ...state, finished: outcome.setupIntentId }
    case 'processing':
      return { ...state, phase: 'ready', problem: { kind: 'processing' } }
    case 'abandoned':
      return { ...state, phase: 'ready', problem: { kind: 'refused', reason: 'abandoned' } }
    case 'failed':
      if (outcome.code === 'over') return reopenForm(state, 'over')
      return { ...state, phase: 'ready', problem: toDeclineProblem(outcome.code) }
  }
}

function toDeclineProblem(code: DeclineReason): CardSetupProblem | null {
  if (code === 'form_incomplete') return null
  return code === 'unknown' ? { kind: 'error', code: 'CARD_SETUP_FAILED' } : { kind: 'refused', reason: code }
}

function toErrorProblem(code: ErrorCode): CardSetupProblem {
  return { kind: 'error', code: ERROR_CODES[code] ?? code }
}

function reopenForm(state: CardSetupState, because: 'over' | 'failed'): CardSetupState {
  return {
    phase: 'opening',
    form: state.form + 1,
    setup: state.setup + 1,
    finished: null,
    problem: { kind: 'new_form', because },
  }
}
