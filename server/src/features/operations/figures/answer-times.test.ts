import { array, assert, double, property } from 'fast-check'
import { expect, it } from 'vitest'

import { type AnswerTimes, GROWTH, findMedian } from './answer-times.ts'

function bucketsOf(times: readonly number[]): AnswerTimes {
  const buckets: Record<string, number> = {}
  for (const time of times) {
    const bucket = String(Math.floor(Math.log(Math.max(time, 1)) / Math.log(GROWTH)))
    buckets[bucket] = (buckets[bucket] ?? 0) + 1
  }
  return buckets
}

it('estimates the median answer time over many days within 5 %', () => {
  const times = array(double({ min: 1, max: 40_000_000, noNaN: true }), { minLength: 1, maxLength: 60 })
  assert(
    property(array(times, { minLength: 1, maxLength: 8 }), (days) => {
      const sorted = days.flat().toSorted((one, other) => one - other)
      const exact = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
      const median = findMedian(days.map(bucketsOf)) ?? Number.NaN
      expect(median / exact).toBeGreaterThan(0.95)
      expect(median / exact).toBeLessThan(1.05)
    }),
  )
})

it('returns no median for days without an answer', () => {
  expect(findMedian([])).toBe(null)
  expect(findMedian([{}, {}])).toBe(null)
})
