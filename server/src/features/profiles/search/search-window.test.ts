import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decodePosition, encodePosition, createSearchWindow } from './search-window.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const YEAR_MS = 365 * DAY_MS

describe('the period searched for a page', () => {
  const instant = fc.integer({ min: 50 * YEAR_MS, max: 100 * YEAR_MS }).map((at) => new Date(at))

  it('the search period covers at least the requested length', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: DAY_MS, max: 10 * YEAR_MS }), (latest, length) => {
        const { begins, marks } = createSearchWindow(latest, length)
        const reach = latest.getTime() - begins.getTime()
        expect(reach).toBeGreaterThanOrEqual(length)
        expect(reach).toBeLessThanOrEqual(Math.max(length * 1.3, length + 8 * HOUR_MS))
        expect(marks.length).toBeLessThanOrEqual(8)
        const [level] = marks[0]?.slice(1).split(':') ?? []
        const width = 4 * HOUR_MS * 2 ** Number(level)
        const numbers = marks.map((mark) => Number(mark.split(':')[1]))
        expect(numbers[0]).toBe(begins.getTime() / width)
        expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? Number.NaN) + index))
        expect(numbers.at(-1)).toBe(Math.floor(latest.getTime() / width))
      }),
    )
  })

  it('the search period lasts some hours if all profiles have the same time', () => {
    expect(createSearchWindow(new Date('2026-01-02T13:00:00Z'), 0).marks).toEqual([
      `t0:${Date.parse('2026-01-02T12:00:00Z') / (4 * HOUR_MS)}`,
    ])
    expect(createSearchWindow(new Date(HOUR_MS), 1e13)).toEqual({ begins: new Date(0), marks: ['t13:0'] })
  })
})

describe('a search cursor', () => {
  const place = { at: new Date('2026-01-02T03:04:05.678Z'), id: '01975f3a-0000-7000-8000-000000000000' }

  it.each([null, 0, 86_400])('is decoded with the same position and page duration: %s', (pageTookS) => {
    expect(decodePosition(encodePosition({ ...place, pageTookS }))).toEqual({ ...place, pageTookS })
  })

  it.each(['x', '.5', '-5', '5.5', '1e3', '12345678901', ''].map((took) => [took]))(
    'is refused after tampering: %s',
    (took) => {
      expect(() => decodePosition(`${encodePosition({ ...place, pageTookS: null })}.${took}`)).toThrow(
        expect.objectContaining({ code: 'INVALID_INPUT' }),
      )
    },
  )
})
