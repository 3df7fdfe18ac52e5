import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'

import { Refusal } from '@kundig/contract/errors'

import { toFailure, isWorthRetrying } from './failure.ts'

// spec 8.9
test.each([
  ['a limit that names our code', new ORPCError('TOO_MANY_ATTEMPTS', { status: 429 }), 'TOO_MANY_ATTEMPTS'],
  ['a limit without a code of ours', new ORPCError('TOO_MANY_REQUESTS', { status: 429 }), 'TOO_MANY_ATTEMPTS'],
  ['a refusal of the client itself', new Refusal('NETWORK'), 'NETWORK'],
  ['an unknown code', new ORPCError('BAD_GATEWAY', { status: 502 }), 'UNEXPECTED'],
  ['a call that never arrived', new TypeError('fetch failed'), 'NETWORK'],
])('shows %s by its own code', (_name, error, code) => {
  expect(toFailure(error).code).toBe(code)
})

test('an error from a rate limit causes no immediate retry', () => {
  expect(isWorthRetrying(new ORPCError('TOO_MANY_REQUESTS', { status: 429 }))).toBe(false)
})
