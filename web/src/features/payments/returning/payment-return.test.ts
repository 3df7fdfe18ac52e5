import { expect, test } from 'vitest'

import type { PaymentState } from '../provider/provider.ts'
import { toPaymentReturn } from './payment-return.ts'

test.each<[PaymentState, string]>([
  [{ status: 'processing' }, 'processing'],
  [{ status: 'open', failure: 'insufficient_funds' }, 'failed'],
  [{ status: 'open', failure: null }, 'unknown'],
  [{ status: 'needs_authentication' }, 'unknown'],
  // The server has not seen it: nobody is told that it is paid.
  [{ status: 'succeeded' }, 'unknown'],
  [{ status: 'canceled' }, 'unknown'],
  [{ status: 'unknown', code: 'network' }, 'unknown'],
])('a payment that the server has as pending and the provider as %j is told as %s', (payment, told) => {
  expect(toPaymentReturn(payment)).toBe(told)
})
