import { expect, test } from 'vitest'

import { formatBrand, checkExpiry, formatExpiry } from './card-name.ts'

test.each([
  [10, 2026, 'expired'],
  [12, 2025, 'expired'],
  [11, 2026, 'soon'],
  [12, 2026, 'soon'],
  [1, 2027, 'valid'],
  [11, 2036, 'valid'],
] as const)('a card of %i/%i is %s in the last hour of November 2026', (exp_month, exp_year, expiry) => {
  expect(checkExpiry({ exp_month, exp_year }, new Date(2026, 10, 30, 23))).toBe(expiry)
})

test('writes the month of an expiry with two digits', () => {
  expect(formatExpiry({ exp_month: 4, exp_year: 2029 })).toBe('04/2029')
})

test('shows no expiry for a card without an expiry, and treats the card as valid', () => {
  for (const card of [
    { exp_month: null, exp_year: null },
    { exp_month: 4, exp_year: null },
  ]) {
    expect(formatExpiry(card)).toBeNull()
    expect(checkExpiry(card)).toBe('valid')
  }
})

test('leaves out an unknown card network instead of showing its code', () => {
  expect(formatBrand({ brand: 'amex' })).toBe('American Express')
  expect(formatBrand({ brand: 'unknown' })).toBeNull()
  expect(formatBrand({ brand: null })).toBeNull()
})
