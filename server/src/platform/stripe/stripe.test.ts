import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'

import { isLostAccount, isMissingCustomer, isStripeUnavailable } from './stripe.ts'

const refused = (statusCode: number, code: string, param?: string) =>
  new Stripe.errors.StripeInvalidRequestError({
    type: 'invalid_request_error',
    statusCode,
    code,
    ...(param === undefined ? {} : { param }),
  })

describe('an error of Stripe', () => {
  it('a rate-limit error is temporary, whatever its HTTP status', () => {
    for (const error of [refused(400, 'rate_limit'), refused(429, 'rate_limit'), refused(400, 'lock_timeout')])
      expect(isStripeUnavailable(error)).toBe(true)
    expect(isStripeUnavailable(refused(400, 'amount_too_small'))).toBe(false)
  })

  it('a missing customer is distinguished from other missing objects', () => {
    expect(isMissingCustomer(refused(400, 'resource_missing', 'customer'))).toBe(true)
    expect(isMissingCustomer(refused(400, 'resource_missing', 'payment_method'))).toBe(false)
    expect(isMissingCustomer(refused(400, 'parameter_invalid_empty', 'customer'))).toBe(false)
  })

  it('an error about missing permissions does not mark the account as lost', () => {
    expect(isLostAccount(refused(403, 'account_invalid'))).toBe(true)
    expect(isLostAccount(refused(404, 'resource_missing'))).toBe(true)
    expect(isLostAccount(refused(403, 'more_permissions_required'))).toBe(false)
    expect(isLostAccount(refused(500, 'api_error'))).toBe(false)
  })
})
