import { expect, test } from 'vitest'

import type { PaymentState } from '../provider/provider.ts'
import { toRequestOutcome, toPaymentReturn } from './payment-return.ts'

test.each<[PaymentState, string]>([
  [{ status: 'processing' }, 'processing'],
  [{ status: 'open', failure: 'insufficient_funds' }, 'failed'],
  [{ status: 'open', failure: null }, 'unknown'],
  [{ status: 'needs_authentication' }, 'unknown'],
  // The server has not confirmed the payment, so it does not show as paid.
  [{ status: 'succeeded' }, 'unknown'],
  [{ status: 'canceled' }, 'unknown'],
  [{ status: 'unknown', code: 'network' }, 'unknown'],
])('a pending payment with the provider’s state %j shows as %s', (payment, shown) => {
  expect(toPaymentReturn(payment)).toBe(shown)
})

test.each([
  ['completed', null, 'paid'],
  ['pending', null, 'unknown'],
  ['rejected', 'failed', 'failed'],
  ['rejected', 'withdrawn', 'withdrawn'],
  ['rejected', 'declined', 'ended'],
  ['rejected', 'cancelled', 'ended'],
  ['rejected', 'expired', 'ended'],
] as const)('a payment whose request is %s (ended by %s) shows as %s', (status, by, shown) => {
  expect(toRequestOutcome({ status, ended_by: by })).toBe(shown)
})
