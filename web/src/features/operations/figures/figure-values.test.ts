import { expect, it } from 'vitest'

import type { Language } from '@kundig/contract/languages'

import { csvValue } from './figure-values.ts'

it('writes values for spreadsheets: whole counts, euros with cents, shares and seconds', () => {
  const cells = (language: Language) => [
    csvValue('volume', 123_456, language),
    csvValue('volume', null, language),
    csvValue('visits', 1200, language),
    csvValue('accept_rate', 1 / 3, language),
    csvValue('answer_time', 95.4, language),
  ]
  expect(cells('en')).toEqual(['1234.56', '', '1200', '0.3333', '95'])
  expect(cells('nl')).toEqual(['1234,56', '', '1200', '0,3333', '95'])
})
