import { expect, it, onTestFinished, vi } from 'vitest'

import { watchCalendar } from './calendar.ts'
import { formatFullDateTime, formatTime } from './format.ts'

it('formats times in a device’s new time zone within half a minute after the change', () => {
  vi.useFakeTimers({ now: new Date('2026-03-03T20:05:00Z') })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
  vi.stubEnv('TZ', 'Europe/Amsterdam')
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
  })
  watchCalendar()
  vi.advanceTimersByTime(30_000)
  expect(formatTime('2026-03-03T20:01:00Z', 'nl')).toBe('21:01')
  vi.stubEnv('TZ', 'Asia/Tokyo')
  vi.advanceTimersByTime(30_000)
  expect(formatTime('2026-03-03T20:01:00Z', 'nl')).toBe('05:01')
  expect(formatFullDateTime('2026-03-03T20:01:00Z', 'en')).toMatch(/^Wednesday/u)
})
