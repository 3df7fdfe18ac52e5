import { assert, integer, property } from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { PAYMENTS } from '../../limits.ts'
import { amountInput } from './amount-input.ts'

describe('an amount as a JSON number', () => {
  // spec 7.17, 9.20
  it.each([
    [19.99, 1999],
    [1.1 + 2.2, 330],
    [0.125, 13],
    [0.005, 1],
    [99_999.994, 9_999_999],
  ])('%d is %i cents', (amount, cents) => {
    expect(amountInput.parse(amount)).toBe(cents)
  })

  it.each([
    [0.004, 'AMOUNT_TOO_SMALL'],
    [-1, 'AMOUNT_TOO_SMALL'],
    [99_999.996, 'AMOUNT_TOO_LARGE'],
    [1e21, 'AMOUNT_INVALID'],
  ])('%d is refused: %s', (amount, code) => {
    expect(amountInput.safeParse(amount).error?.issues).toMatchObject([{ message: code }])
  })

  test('keeps every whole number of cents', () => {
    assert(
      property(integer({ min: PAYMENTS.centsMin, max: PAYMENTS.centsMax }), (cents) => {
        expect(amountInput.parse(cents / 100)).toBe(cents)
      }),
    )
  })
})

// spec 5.52
it('refuses a third decimal in typed text', () => {
  expect(amountInput.safeParse('3.3000000000000003').error?.issues).toMatchObject([{ message: 'AMOUNT_INVALID' }])
})
