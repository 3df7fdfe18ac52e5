import { describe, expect, it } from 'vitest'

import { formatInOtherZone, formatStart, formatZoneName } from './zones.ts'

const AT = '2026-12-01T13:00:00.000Z'
const own = 'Europe/Amsterdam'

describe('times in another zone', () => {
  it.each([
    ['America/New_York', 'en', '08:00 New York time'],
    ['America/New_York', 'nl', '08:00 in New York'],
    ['America/Argentina/Buenos_Aires', 'en', '10:00 Buenos Aires time'],
    ['Etc/GMT-2', 'en', '15:00 UTC+2'],
    ['UTC', 'en', '13:00 UTC'],
  ] as const)('formats a time in %s (%s)', (zone, language, text) => {
    expect(formatInOtherZone(AT, { zone, own, language })).toBe(text)
  })

  it.each([
    ['2026-10-25T00:30:00.000Z', 'en', '02:30 (summer time)', '02:30 Amsterdam time (summer time)'],
    ['2026-10-25T01:30:00.000Z', 'en', '02:30 (winter time)', '02:30 Amsterdam time (winter time)'],
    ['2026-10-25T00:30:00.000Z', 'nl', '02:30 (zomertijd)', '02:30 in Amsterdam (zomertijd)'],
    ['2026-10-25T01:30:00.000Z', 'nl', '02:30 (wintertijd)', '02:30 in Amsterdam (wintertijd)'],
    ['2026-10-25T02:30:00.000Z', 'en', '03:30', '03:30 Amsterdam time'],
  ] as const)('distinguishes the moments in a repeated hour: %s (%s)', (at, language, here, there) => {
    expect(formatStart(at, language, own).endsWith(` ${here}`)).toBe(true)
    expect(formatInOtherZone(at, { zone: own, own: 'UTC', language })).toBe(there)
  })

  it('includes the date when the other zone has another day', () => {
    const text = formatInOtherZone('2026-12-01T20:00:00.000Z', { zone: 'Asia/Tokyo', own, language: 'en' })
    expect(text).toMatch(/^Wed,? 2 Dec.*, 05:00 Tokyo time$/u)
  })

  it.each([
    ['a zone with the same time', 'Europe/Brussels'],
    ['an unknown zone', 'Mars/Olympus'],
  ])('is null for %s', (_what, zone) => {
    expect(formatInOtherZone(AT, { zone, own, language: 'en' })).toBeNull()
  })
})

it('names a time zone within a sentence', () => {
  expect(formatZoneName(own, 'en')).toBe('Amsterdam time')
  expect(formatZoneName(own, 'nl')).toBe('de tijd van Amsterdam')
  expect(formatZoneName('UTC', 'nl')).toBe('UTC')
})
