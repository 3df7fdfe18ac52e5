import { expect, it } from 'vitest'

import { formatDuration, formatByteSize } from './amounts.ts'

it('writes a duration in its largest unit, in the reader’s language', () => {
  expect([45, 180, 7200, 3 * 86_400].map((seconds) => formatDuration(seconds, 'en'))).toEqual([
    '45 seconds',
    '3 minutes',
    '2 hours',
    '3 days',
  ])
  expect(formatDuration(180, 'nl')).toBe('3 minuten')
})

it('writes a disk size in readable units', () => {
  expect([31_400_000_000, 1_500_000_000, 52_000_000].map((bytes) => formatByteSize(bytes, 'en'))).toEqual([
    '31 GB',
    '1.5 GB',
    '52 MB',
  ])
})
