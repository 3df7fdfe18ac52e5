import { type Arbitrary, assert, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'

import { PAYMENTS } from '../../limits.ts'
import { DEFAULT_SETTINGS } from '../../site/site-settings.ts'
import { FEE_LIMITS, computeFee, type FeeRule, computeSmallestValidAmount, NO_FEE } from './fee-rule.ts'

const rules = record({
  percent_bp: integer({ min: 0, max: FEE_LIMITS.percentBpMax }),
  fixed_cents: integer({ min: 0, max: FEE_LIMITS.centsMax }),
  least_cents: integer({ min: 0, max: FEE_LIMITS.centsMax }),
}) satisfies Arbitrary<FeeRule>
const amounts = integer({ min: PAYMENTS.centsMin, max: PAYMENTS.centsMax })

describe('the fee', () => {
  it.each([
    [3500, 175],
    [1999, 100],
    [700, 35],
    [701, 35],
    [710, 36],
    [50, 35],
    [36, 35],
    [1, 35],
    [9_999_999, 500_000],
  ])('the fee for an amount of %i cents is %i cents by default', (amount, fee) => {
    expect(computeFee(amount, DEFAULT_SETTINGS.fee)).toBe(fee)
  })

  it('is the percentage plus the fixed part', () => {
    expect(computeFee(3500, { percent_bp: 1000, fixed_cents: 30, least_cents: 0 })).toBe(380)
  })

  it('the fee is rounded to a whole cent and is at least the minimum', () => {
    assert(
      property(amounts, rules, (amount, rule) => {
        const fee = computeFee(amount, rule)
        expect(Number.isSafeInteger(fee)).toBe(true)
        expect(fee).toBeGreaterThanOrEqual(rule.least_cents)
        const exact = (amount * rule.percent_bp) / 10_000 + rule.fixed_cents
        expect(fee - Math.max(exact, rule.least_cents)).toBeGreaterThanOrEqual(-0.5)
        expect(fee - Math.max(exact, rule.least_cents)).toBeLessThanOrEqual(0.5)
      }),
    )
  })

  it('the seller receives a positive share of every allowed amount', () => {
    assert(
      property(amounts, rules, integer({ min: 1, max: 10_000 }), (amount, rule, minimum) => {
        const least = computeSmallestValidAmount(rule, minimum)
        const toSeller = amount - computeFee(amount, rule)
        expect(toSeller + computeFee(amount, rule)).toBe(amount)
        expect(amount >= least).toBe(amount >= Math.max(minimum, PAYMENTS.cardCentsMin) && toSeller > 0)
      }),
    )
  })

  it('never leaves the seller a smaller share of a larger amount', () => {
    assert(
      property(amounts, amounts, rules, (one, other, rule) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        expect(more - computeFee(more, rule)).toBeGreaterThanOrEqual(less - computeFee(less, rule))
      }),
    )
  })
})

describe('the minimum payment amount', () => {
  it.each([
    ['the least fee and a cent', { ...NO_FEE, least_cents: 80 }, 1, 81],
    ['the owner’s minimum', DEFAULT_SETTINGS.fee, 500, 500],
    ['Stripe’s minimum where the owner’s is lower', NO_FEE, 1, 50],
  ] as const)('is %s', (_, rule, minimum, least) => {
    expect(computeSmallestValidAmount(rule, minimum)).toBe(least)
  })
})
