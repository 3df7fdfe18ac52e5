import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { parseProviderReturn } from './card-return.ts'

test.each([
  [
    '?setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_2&redirect_status=succeeded',
    { kind: 'card', setupIntentId: 'seti_1' },
  ],
  ['?setup_intent=seti_1&redirect_status=failed', { kind: 'card', setupIntentId: 'seti_1' }],
  ['?payment_intent=pi_1&redirect_status=failed', { kind: 'payment' }],
  ['?setup_intent=pm_1', { kind: 'nothing' }],
  ['?setup_intent=', { kind: 'nothing' }],
  ['?redirect_status=succeeded', { kind: 'nothing' }],
  ['', { kind: 'nothing' }],
])('parses the return address %s as %j', (search, outcome) => {
  expect(parseProviderReturn(search)).toEqual(outcome)
})

test('keeps no secret and no invalid id from any return address', () => {
  const word = fc.oneof(fc.string(), fc.constantFrom('seti_1', 'pi_1', 'succeeded', 'failed', 'seti_1/../x'))
  const names = ['setup_intent', 'setup_intent_client_secret', 'payment_intent', 'redirect_status']
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...names), word)), (parameters) => {
      const outcome = parseProviderReturn(
        `?${new URLSearchParams(parameters).toString()}&payment_intent_client_secret=s3cret`,
      )
      expect(JSON.stringify(outcome)).not.toContain('s3cret')
      const id = outcome.kind === 'card' ? outcome.setupIntentId : 'seti_none'
      expect(id).toMatch(/^seti_\w+$/u)
    }),
  )
})
