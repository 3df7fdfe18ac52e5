import { APPOINTMENTS } from '@kundig/contract/appointments/appointment-rules'

const DAY_MS = 86_400_000

export type TimeProblem = 'missing' | 'skipped' | 'doubled' | 'past' | 'far' | 'twice'

/** Value of a time field (`2026-12-01T14:00`). `which` selects one of the two moments of a repeated hour. */
export interface TypedTime {
  local: string
  which: '' | 'first' | 'second'
}

/**
 * Converts a local time to its moments in a time zone (ms since 1970), usually one. The hour that is skipped when the
 * clock goes forward has none. The hour that is repeated when it goes back has two, in order. Null for invalid text.
 */
export function resolveLocalTime(local: string, zone: string): number[] | null {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/u.test(local) ? Date.parse(`${local}Z`) : Number.NaN
  if (Number.isNaN(wall)) return null
  // Reads the offsets a day before and a day after, in case the clock changes in between.
  const offsets = [readOffset(wall - DAY_MS, zone), readOffset(wall + DAY_MS, zone)]
  const moments = offsets.map((offset) => wall - offset).filter((at) => at + readOffset(at, zone) === wall)
  return [...new Set(moments)].toSorted((a, b) => a - b)
}

/** Converts a moment to the value of a time field in a time zone. */
export function toLocalTime(at: number, zone: string): string {
  return new Date(at + readOffset(at, zone)).toISOString().slice(0, 16)
}

export interface TimeRules {
  zone: string
  /** Current time (ms since 1970). */
  now: number
}

function readTime({ local, which }: TypedTime, { zone, now }: TimeRules): number | TimeProblem {
  const moments = resolveLocalTime(local, zone)
  if (moments === null) return 'missing'
  const [first, second] = moments
  if (first === undefined) return 'skipped'
  if (second !== undefined && which === '') return 'doubled'
  const at = second !== undefined && which === 'second' ? second : first
  if (at <= now) return 'past'
  return at > now + APPOINTMENTS.aheadMaxMs ? 'far' : at
}

/** Returns the moment of each typed time (ms since 1970), or its problem. A repeated time has the problem `twice`. */
export function readTimes(typed: readonly TypedTime[], rules: TimeRules): (number | TimeProblem)[] {
  const read = typed.map((one) => readTime(one, rules))
  return read.map((one, index) => (typeof one === 'number' && read.indexOf(one) < index ? 'twice' : one))
}

/** True when the local time occurs twice, because the clock goes back. */
export function isRepeatedTime(local: string, zone: string): boolean {
  return resolveLocalTime(local, zone)?.length === 2
}

/** Returns which of two moments with the same local time this is. Empty when the local time occurs only once. */
export function findOccurrence(at: number, zone: string): TypedTime['which'] {
  const [, second] = resolveLocalTime(toLocalTime(at, zone), zone) ?? []
  if (second === undefined) return ''
  return at < second ? 'first' : 'second'
}

/** Returns the offset of a time zone from UTC at a moment (ms). */
function readOffset(at: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}
