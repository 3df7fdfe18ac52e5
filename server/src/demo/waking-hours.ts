const FROM_HOUR = 8
const TO_HOUR = 22

/**
 * Moves a past time into the waking hours of its day (local time). The order of times stays, and no result is after
 * `now`. Until the first waking hour of today has ended, times of today stay unchanged.
 */
export function moveToWakingHours(at: Date, now: Date): Date {
  const midnight = setHour(at, 0)
  const isToday = midnight.getTime() === setHour(now, 0).getTime()
  const from = setHour(at, FROM_HOUR).getTime()
  if (isToday && now.getTime() < setHour(now, FROM_HOUR + 1).getTime()) return at
  const [end, to] = isToday
    ? [now.getTime(), now.getTime()]
    : [setHour(at, 24).getTime(), setHour(at, TO_HOUR).getTime()]
  const part = (at.getTime() - midnight.getTime()) / (end - midnight.getTime())
  return new Date(from + part * (to - from))
}

function setHour(day: Date, hour: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour)
}
