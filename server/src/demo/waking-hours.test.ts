import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { moveToWakingHours } from './waking-hours.ts'

const MINUTE_MS = 60_000
const now = fc.date({ min: new Date(2025, 0, 1), max: new Date(2027, 0, 1), noInvalidDate: true })
const minutesAgo = fc.integer({ min: 1, max: 20 * 24 * 60 })

const moved = (until: Date, minutes: number): Date =>
  moveToWakingHours(new Date(until.getTime() - minutes * MINUTE_MS), until)

it('demo messages before today are not at night', () => {
  fc.assert(
    fc.property(now, minutesAgo, (until, minutes) => {
      const at = new Date(until.getTime() - minutes * MINUTE_MS)
      const hour = moveToWakingHours(at, until).getHours()
      fc.pre(at.toDateString() !== until.toDateString())
      expect(hour).toBeGreaterThanOrEqual(8)
      expect(hour).toBeLessThan(22)
    }),
  )
})

it('times moved into waking hours keep their day and order, and are never in the future', () => {
  fc.assert(
    fc.property(now, minutesAgo, fc.integer({ min: 1, max: 3000 }), (until, minutes, later) => {
      const at = new Date(until.getTime() - minutes * MINUTE_MS)
      expect(moveToWakingHours(at, until).toDateString()).toBe(at.toDateString())
      expect(moved(until, minutes).getTime()).toBeLessThanOrEqual(until.getTime())
      expect(moved(until, minutes + later).getTime()).toBeLessThan(moved(until, minutes).getTime())
    }),
  )
})
