import { describe, expect, it } from 'vitest'

import {
  checkPrice,
  checkHeadline,
  checkLanguages,
  checkTown,
  cleanHeadline,
  cleanTown,
  readEuros,
} from './profile-details.ts'

describe('a headline', () => {
  it.each([
    ['', null],
    ['🦉'.repeat(80), null],
    [`  ${'x'.repeat(80)}\n `, null],
    ['x'.repeat(81), 'HEADLINE_TOO_LONG'],
    ['<b></b>', 'ONLY_MARKUP'],
    ['Bees\u0000', 'TEXT_INVALID'],
  ])('%j has the error %s', (headline, code) => {
    expect(checkHeadline(headline)).toBe(code)
  })

  it('is stored on one line without markup, and omitted when blank', () => {
    expect(cleanHeadline(' Bees \n and <b>honey</b>')).toBe('Bees and honey')
    expect(cleanHeadline(' \u200B ')).toBe(null)
  })
})

describe('a town', () => {
  it.each([
    ['', null],
    ["'s-Hertogenbosch", null],
    ['St. Ives', null],
    ['Łódź', null],
    ['x'.repeat(80), null],
    ['x'.repeat(81), 'TOWN_TOO_LONG'],
    ['Utrecht 3511', 'TOWN_INVALID'],
    ['<b>Utrecht</b>', 'TOWN_INVALID'],
    ['Utreсht', 'TOWN_INVALID'],
  ])('%j has the error %s', (town, code) => {
    expect(checkTown(town)).toBe(code)
  })

  it('is stored with single spaces, and omitted when blank', () => {
    expect(cleanTown('  Den   Haag ')).toBe('Den Haag')
    expect(cleanTown(' \u200B ')).toBe(null)
  })
})

it('at most six languages are accepted', () => {
  expect(checkLanguages(Array.from({ length: 6 }))).toBe(null)
  expect(checkLanguages(Array.from({ length: 7 }))).toBe('LANGUAGES_TOO_MANY')
})

describe('a price', () => {
  it.each(['', ' ', '5', '60', '€60', '€ 60 ', '1000'])('%j is accepted', (text) => {
    expect(checkPrice(readEuros(text))).toBe(null)
  })

  it.each(['-1', '0', '4', '5.5', '5,5', 'veel', '1001', '1e2', '0x10', '€', '60 euro', '٦٠'])(
    '%j is refused',
    (text) => {
      expect(checkPrice(readEuros(text))).toBe('PRICE_INVALID')
    },
  )

  it('is null when blank', () => {
    expect(readEuros('  ')).toBe(null)
    expect(readEuros('€ 60')).toBe(60)
  })
})
