import { expect, test } from 'vitest'

import { formatFileSize, formatMoney } from './format.ts'

test.each([
  [0, '0 bytes', '0 byte'],
  [999, '999 bytes', '999 byte'],
  [1024, '1 kB', '1 kB'],
  [150_000, '146 kB', '146 kB'],
  [1_468_006, '1.4 MB', '1,4 MB'],
  [5 * 1024 * 1024, '5 MB', '5 MB'],
])('%i bytes are worded as people read sizes, in their language', (bytes, english, dutch) => {
  expect(formatFileSize(bytes, 'en')).toBe(english)
  expect(formatFileSize(bytes, 'nl')).toBe(dutch)
})

test.each([
  [1, '€0.01', '€\u00A00,01'],
  [8500, '€85.00', '€\u00A085,00'],
  [9_999_999, '€99,999.99', '€\u00A099.999,99'],
])('%i cents are worded as people read money, in their language', (cents, english, dutch) => {
  expect(formatMoney(cents, 'eur', 'en')).toBe(english)
  expect(formatMoney(cents, 'eur', 'nl')).toBe(dutch)
})
