import { describe, expect, it } from 'vitest'

import { isConfirmedDifference, type BalanceCheck } from './ledger-check.policy.ts'

const look = (minutesAgo: number, other: Partial<BalanceCheck> = {}): BalanceCheck => ({
  lookedAt: new Date(Date.UTC(2026, 0, 1, 12) - minutesAgo * 60_000),
  expected: 1000,
  actual: 990,
  lastTransaction: 'txn_1',
  counts: false,
  ...other,
})

describe('a difference between Stripe and the books', () => {
  it.each<[string, BalanceCheck[], boolean]>([
    ['was never seen before', [], false],
    ['was seen nine minutes ago', [look(9)], false],
    ['was seen ten minutes ago', [look(10)], true],
    ['was seen ten minutes ago and once between', [look(4), look(10)], true],
    ['was another ten minutes ago', [look(10, { actual: 991 })], false],
    ['went away between', [look(5, { actual: 1000 }), look(10)], false],
    ['was there before something new came', [look(10, { lastTransaction: 'txn_0' })], false],
    ['was the same in amount before the last that came', [look(5), look(10, { lastTransaction: 'txn_0' })], false],
    ['was the same for two hours, whatever came', [look(60), look(120, { lastTransaction: 'txn_0' })], true],
    ['counted in the look before, as another', [look(1, { actual: 5, counts: true })], true],
  ])('a difference is confirmed only by earlier checks: one that %s', (_when, before, counts) => {
    expect(isConfirmedDifference(look(0), before)).toBe(counts)
  })

  it('a resolved difference no longer counts', () => {
    expect(isConfirmedDifference(look(0, { actual: 1000 }), [look(10, { counts: true })])).toBe(false)
  })
})
