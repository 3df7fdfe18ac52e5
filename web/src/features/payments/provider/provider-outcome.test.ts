import { describe, expect, test } from 'vitest'

import { toPaymentOutcome, toPaymentState, toSetupOutcome } from './provider-outcome.ts'

const FAILED_QUESTION = { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' }
const DECLINED = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' }

function intent(status: string) {
  return { id: 'pi_1', status }
}

describe('a payment', () => {
  test.each(['succeeded', 'processing'] as const)('has the outcome %s', (status) => {
    expect(toPaymentOutcome({ paymentIntent: intent(status) })).toEqual({ status })
  })

  test('is abandoned, not refused, when the bank’s authentication was closed', () => {
    const error = { ...FAILED_QUESTION, payment_intent: intent('requires_action') }
    expect(toPaymentOutcome({ error })).toEqual({ status: 'abandoned' })
    expect(toPaymentOutcome({ paymentIntent: intent('requires_action') })).toEqual({ status: 'abandoned' })
  })

  test('is refused when the bank’s authentication failed', () => {
    const error = { ...FAILED_QUESTION, payment_intent: intent('requires_payment_method') }
    expect(toPaymentOutcome({ error })).toEqual({ status: 'failed', code: 'authentication_failed' })
  })

  test('has a reason when the bank refused the payment', () => {
    const error = { ...DECLINED, payment_intent: intent('requires_payment_method') }
    expect(toPaymentOutcome({ error })).toEqual({ status: 'failed', code: 'insufficient_funds' })
    const paymentIntent = { ...intent('requires_payment_method'), last_payment_error: DECLINED }
    expect(toPaymentOutcome({ paymentIntent })).toEqual({ status: 'failed', code: 'insufficient_funds' })
  })

  test('counts as paid when it was confirmed before a lost response', () => {
    const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' }
    expect(toPaymentOutcome({ error: { ...error, payment_intent: intent('succeeded') } })).toEqual({
      status: 'succeeded',
    })
    expect(toPaymentOutcome({ error: { ...error, payment_intent: intent('canceled') } })).toEqual({
      status: 'failed',
      code: 'over',
    })
  })

  test('never counts as paid without a response', () => {
    expect(toPaymentOutcome({})).toEqual({ status: 'failed', code: 'unknown' })
    expect(toPaymentOutcome({ paymentIntent: intent('completed') })).toEqual({ status: 'failed', code: 'unknown' })
  })
})

describe('a setup', () => {
  test('a successful setup contains the id of Stripe’s setup intent', () => {
    const setupIntent = { id: 'seti_1', status: 'succeeded' }
    expect(toSetupOutcome({ setupIntent })).toEqual({ status: 'succeeded', setupIntentId: 'seti_1' })
    const error = { type: 'invalid_request_error', code: 'setup_intent_unexpected_state', setup_intent: setupIntent }
    expect(toSetupOutcome({ error })).toEqual({ status: 'succeeded', setupIntentId: 'seti_1' })
  })

  test('can be resent after the bank’s authentication was closed', () => {
    const error = { type: 'invalid_request_error', code: 'setup_intent_authentication_failure' }
    expect(toSetupOutcome({ error: { ...error, setup_intent: { id: 'seti_1', status: 'requires_action' } } })).toEqual({
      status: 'abandoned',
    })
  })

  test('has a reason when the bank refused the card', () => {
    expect(toSetupOutcome({ error: DECLINED })).toEqual({ status: 'failed', code: 'insufficient_funds' })
  })

  test('counts as over after a cancellation', () => {
    expect(toSetupOutcome({ setupIntent: { id: 'seti_1', status: 'canceled' } })).toEqual({
      status: 'failed',
      code: 'over',
    })
  })
})

test.each([
  ['requires_payment_method', { status: 'open', failure: null }],
  ['requires_confirmation', { status: 'open', failure: null }],
  ['requires_action', { status: 'needs_authentication' }],
  ['processing', { status: 'processing' }],
  ['succeeded', { status: 'succeeded' }],
  ['canceled', { status: 'canceled' }],
  ['requires_capture', { status: 'unknown', code: 'unknown' }],
])('an intent with the status %s has the state %j', (status, state) => {
  expect(toPaymentState({ paymentIntent: intent(status) })).toEqual(state)
})

test('an open payment keeps its last decline reason', () => {
  const paymentIntent = { ...intent('requires_payment_method'), last_payment_error: DECLINED }
  expect(toPaymentState({ paymentIntent })).toEqual({ status: 'open', failure: 'insufficient_funds' })
})

test('a payment that could not be read has an unknown state', () => {
  expect(toPaymentState({ error: { type: 'api_connection_error' } })).toEqual({ status: 'unknown', code: 'network' })
})
