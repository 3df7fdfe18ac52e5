import { expect, it } from 'vitest'

import type { Language } from '@kundig/contract/languages'

import { toCsvValue } from './figure-values.ts'

it('writes counts, amounts, shares and durations as plain numbers for a spreadsheet', () => {
  const cells = (language: Language) => [
    toCsvValue('volume', 123_456, language),
    toCsvValue('volume', null, language),
    toCsvValue('visits', 1200, language),
    toCsvValue('accept_rate', 1 / 3, language),
    toCsvValue('answer_time', 95.4, language),
  ]
  expect(cells('en')).toEqual(['1234.56', '', '1200', '0.3333', '95'])
  expect(cells('nl')).toEqual(['1234,56', '', '1200', '0,3333', '95'])
})
