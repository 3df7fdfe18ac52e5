import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { formatTimeOfDay, parseTimeOfDay, findQuietHoursEnd } from './quiet-hours.ts'

const AMSTERDAM = 'Europe/Amsterdam'
const quiet = (from: string, until: string, timeZone = AMSTERDAM) => ({
  timeZone,
  from: parseTimeOfDay(from),
  until: parseTimeOfDay(until),
})
const end = (hours: ReturnType<typeof quiet> | null, at: string): string | null =>
  findQuietHoursEnd(hours, new Date(at))?.toISOString() ?? null

describe('quiet hours', () => {
  it.each([
    ['before they begin', '2026-07-01T19:59:59.999Z', null],
    ['as they begin', '2026-07-01T20:00:00.000Z', '2026-07-02T05:30:00.000Z'],
    ['after midnight', '2026-07-02T01:00:00.000Z', '2026-07-02T05:30:00.000Z'],
    ['in their last moment', '2026-07-02T05:29:59.999Z', '2026-07-02T05:30:00.000Z'],
    ['as they end', '2026-07-02T05:30:00.000Z', null],
  ])('quiet hours over midnight end in the morning: %s', (_when, at, until) => {
    expect(end(quiet('22:00', '07:30'), at)).toBe(until)
  })

  it('quiet hours within one day end on the same day', () => {
    expect(end(quiet('12:30', '13:30'), '2026-01-10T12:00:00.000Z')).toBe('2026-01-10T12:30:00.000Z')
    expect(end(quiet('12:30', '13:30'), '2026-01-10T20:00:00.000Z')).toBe(null)
  })

  it.each([
    // Clocks go from 02:00 to 03:00 on 29 March 2026, and from 03:00 to 02:00 on 25 October.
    ['an hour earlier when summer begins', '22:00', '07:00', '2026-03-28T21:00:00.000Z', '2026-03-29T05:00:00.000Z'],
    ['an hour later when summer ends', '22:00', '07:00', '2026-10-24T20:00:00.000Z', '2026-10-25T06:00:00.000Z'],
    [
      'at the clock change when the end time is skipped',
      '22:00',
      '02:30',
      '2026-03-28T22:00:00.000Z',
      '2026-03-29T01:00:00.000Z',
    ],
    ['at the first of two equal end times', '22:00', '02:30', '2026-10-24T22:00:00.000Z', '2026-10-25T00:30:00.000Z'],
  ])('quiet hours end at the set local time when the clocks change: %s', (_when, from, until, at, ends) => {
    expect(end(quiet(from, until), at)).toBe(ends)
  })

  it('follow the person’s time zone, wherever the server is', () => {
    expect(end(quiet('22:00', '07:00', 'Asia/Kathmandu'), '2026-05-01T16:15:00.000Z')).toBe('2026-05-02T01:15:00.000Z')
    expect(end(quiet('22:00', '07:00', 'Australia/Lord_Howe'), '2026-10-03T12:00:00.000Z')).toBe(
      '2026-10-03T20:00:00.000Z',
    )
  })

  it('have no end when a person has not set them', () => {
    expect(end(null, '2026-07-01T23:00:00.000Z')).toBe(null)
  })

  it('quiet hours always end within a day plus the clock change', () => {
    const time = fc.integer({ min: 0, max: 1439 })
    const zone = fc.constantFrom(AMSTERDAM, 'America/St_Johns', 'Pacific/Apia', 'Antarctica/Troll', 'UTC')
    const at = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(time, time, zone, at, (from, until, timeZone, now) => {
        fc.pre(from !== until)
        const hours = { timeZone, from, until }
        const ends = findQuietHoursEnd(hours, now)
        if (ends === null) return
        expect(ends.getTime()).toBeGreaterThan(now.getTime())
        expect(ends.getTime() - now.getTime()).toBeLessThanOrEqual(26 * 3_600_000)
        expect(findQuietHoursEnd(hours, ends)).toBe(null)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a time of day', () => {
  it('has the same text after parsing and formatting', () => {
    for (const text of ['00:00', '07:05', '23:59']) expect(formatTimeOfDay(parseTimeOfDay(text))).toBe(text)
  })
})
