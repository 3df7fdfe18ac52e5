import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatFileSize, formatMoment, formatMoney } from './format.ts'

test.each([
  [0, '0 bytes', '0 bytes'],
  [1, '1 byte', '1 byte'],
  [999, '999 bytes', '999 bytes'],
  [1024, '1 kB', '1 kB'],
  [150_000, '146 kB', '146 kB'],
  [1_468_006, '1.4 MB', '1,4 MB'],
  [5 * 1024 * 1024, '5 MB', '5 MB'],
  [5 * 1024 * 1024 + 1, '5.1 MB', '5,1 MB'],
])('writes %i bytes in readable units, in the reader’s language', (bytes, english, dutch) => {
  expect(formatFileSize(bytes, 'en')).toBe(english)
  expect(formatFileSize(bytes, 'nl')).toBe(dutch)
})

test('a file above a size limit is never displayed with the size of the limit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 1024 * 1024 }), (megabytes, over) => {
      const limit = megabytes * 1024 * 1024
      expect(formatFileSize(limit + over, 'en')).not.toBe(formatFileSize(limit, 'en'))
    }),
  )
})

test.each([
  [1, '€0.01', '€\u00A00,01'],
  [8500, '€85.00', '€\u00A085,00'],
  [9_999_999, '€99,999.99', '€\u00A099.999,99'],
])('writes %i cents as money, in the reader’s language', (cents, english, dutch) => {
  expect(formatMoney(cents, 'eur', 'en')).toBe(english)
  expect(formatMoney(cents, 'eur', 'nl')).toBe(dutch)
})

test.each([
  [new Date(2026, 4, 6, 17, 4), 'today at 17:04', 'vandaag om 17:04'],
  [new Date(2026, 4, 5, 9, 5), 'yesterday at 09:05', 'gisteren om 09:05'],
  [new Date(2026, 4, 4, 23, 59), '4 May', '4 mei'],
  [new Date(2025, 11, 31, 12), '31 Dec 2025', '31 dec 2025'],
  [new Date(2026, 4, 7, 9), '7 May', '7 mei'],
])('writes the instant %s with a time if it is recent, in the reader’s language', (moment, english, dutch) => {
  const now = new Date(2026, 4, 6, 18)
  expect(formatMoment(moment.toISOString(), 'en', now)).toBe(english)
  expect(formatMoment(moment.toISOString(), 'nl', now)).toBe(dutch)
})
