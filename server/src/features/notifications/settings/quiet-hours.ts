const MINUTE_MS = 60_000
const DAY_MIN = 24 * 60
const CLOCK_CHANGE_MAX_MIN = 120

/** Daily period (minutes after midnight). A period that ends before it begins includes midnight. */
export interface QuietHours {
  timeZone: string
  from: number
  until: number
}

export function parseTimeOfDay(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

export function formatTimeOfDay(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Returns the end of the current quiet hours; null outside of them. A clock change shortens or lengthens the night. */
export function findQuietHoursEnd(quietHours: QuietHours | null, at: Date): Date | null {
  if (quietHours === null) return null
  const { timeZone, from, until } = quietHours
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit' })
  const minuteOfDay = (ms: number): number => parseTimeOfDay(clock.format(ms))
  const isQuiet = (minute: number): boolean =>
    from < until ? minute >= from && minute < until : minute >= from || minute < until

  let ms = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS
  if (!isQuiet(minuteOfDay(ms))) return null
  // Steps stop two hours before the calculated end, which a clock change can move. The last steps take a minute each.
  for (let minute = minuteOfDay(ms); isQuiet(minute); minute = minuteOfDay(ms)) {
    const left = (until - minute + DAY_MIN) % DAY_MIN
    ms += Math.max(1, left - CLOCK_CHANGE_MAX_MIN) * MINUTE_MS
  }
  return new Date(ms)
}
