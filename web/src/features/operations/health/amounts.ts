import type { Language } from '@kundig/contract/languages'

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S
const GIGABYTE = 1e9

function formatWithUnit(value: number, unit: string | undefined, language: Language, digits = 0): string {
  return new Intl.NumberFormat(language === 'en' ? 'en-GB' : 'nl-NL', {
    maximumFractionDigits: digits,
    ...(unit === undefined ? {} : { style: 'unit', unit, unitDisplay: unit.endsWith('byte') ? 'short' : 'long' }),
  }).format(value)
}

export const formatCount = (count: number, language: Language): string => formatWithUnit(count, undefined, language)

export function formatByteSize(bytes: number, language: Language): string {
  return bytes >= GIGABYTE
    ? formatWithUnit(bytes / GIGABYTE, 'gigabyte', language, bytes < 10 * GIGABYTE ? 1 : 0)
    : formatWithUnit(bytes / 1e6, 'megabyte', language)
}

/** Formats a duration in its largest unit: 40 seconds, 3 minutes. */
export function formatDuration(seconds: number, language: Language): string {
  if (seconds < 2 * MINUTE_S) return formatWithUnit(Math.floor(seconds), 'second', language)
  if (seconds < 2 * HOUR_S) return formatWithUnit(Math.floor(seconds / MINUTE_S), 'minute', language)
  if (seconds < 2 * DAY_S) return formatWithUnit(Math.floor(seconds / HOUR_S), 'hour', language)
  return formatWithUnit(Math.floor(seconds / DAY_S), 'day', language)
}
