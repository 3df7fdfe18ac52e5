const FROM_HOUR = 8
const TO_HOUR = 22

/**
 * Moves a past instant into the waking hours of its day (local time), keeping the order and never later than `now`.
 * In the first waking hour of today, and before it, today is unchanged.
 */
export function inWakingHours(at: Date, now: Date): Date {
  const midnight = atHour(at, 0)
  const isToday = midnight.getTime() === atHour(now, 0).getTime()
  const from = atHour(at, FROM_HOUR).getTime()
  if (isToday && now.getTime() < atHour(now, FROM_HOUR + 1).getTime()) return at
  const [end, to] = isToday ? [now.getTime(), now.getTime()] : [atHour(at, 24).getTime(), atHour(at, TO_HOUR).getTime()]
  const part = (at.getTime() - midnight.getTime()) / (end - midnight.getTime())
  return new Date(from + part * (to - from))
}

function atHour(day: Date, hour: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour)
}
