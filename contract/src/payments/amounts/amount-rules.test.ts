import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { PAYMENTS } from '../../limits.ts'
import { parseCents, checkAmount } from './amount-rules.ts'

describe('an amount', () => {
  // spec 5.49, 5.50, 5.51, 9.18
  it.each([
    ['', 'AMOUNT_REQUIRED'],
    ['  ', 'AMOUNT_REQUIRED'],
    ['€', 'AMOUNT_REQUIRED'],
    ['NaN', 'AMOUNT_INVALID'],
    ['Infinity', 'AMOUNT_INVALID'],
    ['1e3', 'AMOUNT_INVALID'],
    ['0x10', 'AMOUNT_INVALID'],
    ['0.005', 'AMOUNT_INVALID'],
    ['99999.999', 'AMOUNT_INVALID'],
    ['1.250', 'AMOUNT_INVALID'],
    ['1,250', 'AMOUNT_INVALID'],
    ['12,50,00', 'AMOUNT_INVALID'],
    ['1.25,50', 'AMOUNT_INVALID'],
    ['1.250.50', 'AMOUNT_INVALID'],
    ['1.250,505', 'AMOUNT_INVALID'],
    ['0.250,50', 'AMOUNT_INVALID'],
    ['1 00', 'AMOUNT_INVALID'],
    ['12 50', 'AMOUNT_INVALID'],
    ['0 250', 'AMOUNT_INVALID'],
    ['1 250.000', 'AMOUNT_INVALID'],
    ['12,50-', 'AMOUNT_INVALID'],
    ['12-', 'AMOUNT_INVALID'],
    [',-', 'AMOUNT_INVALID'],
    ['12 $', 'AMOUNT_INVALID'],
    ['12 Europa', 'AMOUNT_INVALID'],
    ['12 per euro', 'AMOUNT_INVALID'],
    ['1..2', 'AMOUNT_INVALID'],
    ['٣', 'AMOUNT_INVALID'],
    ['.', 'AMOUNT_INVALID'],
    ['-1', 'AMOUNT_TOO_SMALL'],
    ['−1', 'AMOUNT_TOO_SMALL'],
    ['0', 'AMOUNT_TOO_SMALL'],
    ['0,00', 'AMOUNT_TOO_SMALL'],
    ['100000', 'AMOUNT_TOO_LARGE'],
    ['999999999999999', 'AMOUNT_TOO_LARGE'],
    ['100.000,00', 'AMOUNT_TOO_LARGE'],
    ['1,250,000', 'AMOUNT_TOO_LARGE'],
    ['-1.250,50', 'AMOUNT_TOO_SMALL'],
    ['€ -5', 'AMOUNT_TOO_SMALL'],
    ['- € 5', 'AMOUNT_TOO_SMALL'],
    ['€ 0,-', 'AMOUNT_TOO_SMALL'],
    ['euro', 'AMOUNT_REQUIRED'],
  ])('%j is refused: %s', (text, code) => {
    expect(checkAmount(text)).toBe(code)
  })

  // spec 9.19
  it.each([
    ['19.99', 1999],
    ['19,99', 1999],
    ['0.01', 1],
    ['.5', 50],
    ['8.', 800],
    ['1.1', 110],
    [' € 85 ', 8500],
    ['99999.99', 9_999_999],
    ['007', 700],
    ['1.250,50', 125_050],
    ['1,250.50', 125_050],
    ['€ 12.345,5', 1_234_550],
    ['12,-', 1200],
    ['€ 12,-', 1200],
    ['€12,–', 1200],
    ['12.--', 1200],
    ['12,=', 1200],
    ['1.250,-', 125_000],
    ['12,50 €', 1250],
    ['12,50€', 1250],
    ['EUR 12,50', 1250],
    ['12.50 eur', 1250],
    ['85 euro', 8500],
    ['12,50\u200E', 1250],
    ['\u202A€\u00A012,50\u202C', 1250],
    ['\uFEFF12', 1200],
    ['1 000', 100_000],
    ['1\u00A0250,50', 125_050],
    ['1\u202F250,50 €', 125_050],
    ["1'250.50", 125_050],
    ['12 345', 1_234_500],
  ])('%j is %d cents', (text, cents) => {
    expect(checkAmount(text)).toBeNull()
    expect(parseCents(text)).toBe(cents)
  })
})

// spec 7.17
test('every amount is unchanged when written with a comma or a point', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: PAYMENTS.centsMin, max: PAYMENTS.centsMax }),
      fc.constantFrom('.', ','),
      (cents, mark) => {
        const digits = String(cents).padStart(3, '0')
        const text = `${digits.slice(0, -2)}${mark}${digits.slice(-2)}`
        expect(checkAmount(text)).toBeNull()
        expect(parseCents(text)).toBe(cents)
      },
    ),
  )
})

test('every amount is read as written in English and in Dutch, with or without thousands separators', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: PAYMENTS.centsMin, max: PAYMENTS.centsMax }),
      fc.constantFrom('en', 'nl'),
      fc.boolean(),
      (cents, language, useGrouping) => {
        const format = new Intl.NumberFormat(language, { minimumFractionDigits: 2, useGrouping })
        expect(parseCents(format.format(cents / 100))).toBe(cents)
      },
    ),
  )
})

test('an amount has the same value when its commas and points are swapped', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9][.,0-9]{0,11}$/u), (text) => {
      const exchanged = text.replaceAll(/[.,]/gu, (sign) => (sign === '.' ? ',' : '.'))
      expect(parseCents(exchanged)).toBe(parseCents(text))
    }),
  )
})

// spec 5.52
test('every accepted amount is a whole number of cents within the bounds', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.stringMatching(/^[-€ .,0-9ex]{0,12}$/u)), (text) => {
      if (checkAmount(text) !== null) return
      const cents = parseCents(text)
      expect(Number.isInteger(cents)).toBe(true)
      expect(cents).toBeGreaterThanOrEqual(PAYMENTS.centsMin)
      expect(cents).toBeLessThanOrEqual(PAYMENTS.centsMax)
    }),
  )
})
