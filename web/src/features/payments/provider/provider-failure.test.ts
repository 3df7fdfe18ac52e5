import { describe, expect, test } from 'vitest'

import { toProviderFailure, type ProviderFailure } from './provider-failure.ts'

function declined(decline_code: string) {
  return { type: 'card_error', code: 'card_declined', decline_code }
}

describe('each of Stripe’s test cards has its own decline reason', () => {
  test.each<[string, Parameters<typeof toProviderFailure>[0], ProviderFailure]>([
    ['0002', declined('generic_decline'), 'declined'],
    ['9995', declined('insufficient_funds'), 'insufficient_funds'],
    ['6975', declined('card_velocity_exceeded'), 'limit_reached'],
    ['0069', { type: 'card_error', code: 'expired_card', decline_code: 'expired_card' }, 'expired_card'],
    ['0127', { type: 'card_error', code: 'incorrect_cvc', decline_code: 'incorrect_cvc' }, 'wrong_cvc'],
    ['0119', { type: 'card_error', code: 'processing_error', decline_code: 'processing_error' }, 'try_again'],
    ['4241', { type: 'card_error', code: 'incorrect_number' }, 'wrong_number'],
    ['a real card', declined('test_mode_live_card'), 'test_mode'],
    [
      '3184, answered wrongly',
      { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' },
      'authentication_failed',
    ],
  ])('%s', (_card, error, failure) => {
    expect(toProviderFailure(error)).toBe(failure)
  })
})

test.each(['lost_card', 'stolen_card', 'fraudulent', 'pickup_card', 'merchant_blacklist', 'a_reason_of_next_year'])(
  'shows the bank’s reason %s only as a declined card',
  (reason) => {
    expect(toProviderFailure(declined(reason))).toBe('declined')
  },
)

test.each<[string, string | undefined, ProviderFailure]>([
  ['api_connection_error', undefined, 'network'],
  ['api_error', undefined, 'unavailable'],
  ['rate_limit_error', 'rate_limit', 'unavailable'],
  ['authentication_error', undefined, 'unknown'],
  ['idempotency_error', undefined, 'unknown'],
  ['invalid_request_error', 'parameter_missing', 'unknown'],
  ['invalid_request_error', 'payment_intent_unexpected_state', 'over'],
  ['invalid_request_error', 'setup_intent_unexpected_state', 'over'],
  ['validation_error', 'incomplete_number', 'form_incomplete'],
  ['card_error', undefined, 'declined'],
  ['a_type_of_next_year', 'a_code_of_next_year', 'unknown'],
])('an error of type %s with code %s becomes the failure %s', (type, code, failure) => {
  expect(toProviderFailure(code === undefined ? { type } : { type, code })).toBe(failure)
})
