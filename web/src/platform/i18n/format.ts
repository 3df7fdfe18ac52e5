import type { Language } from '@kundig/contract/languages'

import { onCalendarChange } from './calendar.ts'

/** Locales for formatting. English dates have the day before the month. */
const LOCALES = { en: 'en-GB', nl: 'nl-NL' } as const satisfies Record<Language, string>

/** Formatters by language and format. A change of time zone clears them, because each keeps its time zone. */
const cache = new Map<string, Intl.DateTimeFormat>()
onCalendarChange(() => cache.clear())

function getFormatter(language: Language, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language}:${name}`
  const known = cache.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(LOCALES[language], options)
  cache.set(key, made)
  return made
}

/** Formats a file size in steps of 1024. Rounds megabytes up, so that a file over a limit never seems to fit. */
export function formatFileSize(bytes: number, language: Language): string {
  // Intl would write the Dutch plural of "byte" without an s.
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  const isLarge = bytes >= 1024 * 1024
  const options: Intl.NumberFormatOptions = {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    unitDisplay: 'short',
    maximumFractionDigits: isLarge ? 1 : 0,
    roundingMode: isLarge ? 'ceil' : 'halfExpand',
  }
  return new Intl.NumberFormat(LOCALES[language], options).format(bytes / (isLarge ? 1024 * 1024 : 1024))
}

/** Formats an amount. @param cents amount in a two-decimal currency @param currency ISO code, in upper or lower case */
export function formatMoney(cents: number, currency: string, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency }).format(cents / 100)
}

/** Formats the time of day. @param timeZone the device's time zone by default */
export function formatTime(instant: string, language: Language, timeZone?: string): string {
  const options = { hour: '2-digit', minute: '2-digit', timeZone } as const
  return getFormatter(language, `time-${timeZone}`, options).format(new Date(instant))
}

/** Formats an instant as "Tue 1 Dec, 14:00". Omits the current year. @param timeZone by default the device's */
export function formatWeekdayTime(instant: string, language: Language, timeZone?: string): string {
  const date = new Date(instant)
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  return getFormatter(language, `weekday-time-${timeZone}-${isThisYear}`, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(date)
}

export function formatFullDateTime(instant: string, language: Language): string {
  return getFormatter(language, 'full', { dateStyle: 'full', timeStyle: 'short' }).format(new Date(instant))
}

function countDaysAgo(instant: Date, now: Date): number {
  const startOfDay = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  return Math.round((startOfDay(now) - startOfDay(instant)) / 86_400_000)
}

/** Formats a day as Today, Yesterday or the date. Omits the current year. */
export function formatDay(instant: string, language: Language, now: Date = new Date()): string {
  const date = new Date(instant)
  const days = countDaysAgo(date, now)
  if (days === 0 || days === 1) {
    const words = new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' }).format(-days, 'day')
    return words.charAt(0).toUpperCase() + words.slice(1)
  }
  const sameYear = date.getFullYear() === now.getFullYear()
  return sameYear
    ? getFormatter(language, 'day', { day: 'numeric', month: 'short' }).format(date)
    : getFormatter(language, 'day-year', { day: 'numeric', month: 'short', year: 'numeric' }).format(date)
}

export function formatDate(instant: string, language: Language, now: Date = new Date()): string {
  const date = new Date(instant)
  return date.getFullYear() === now.getFullYear()
    ? getFormatter(language, 'date', { day: 'numeric', month: 'long' }).format(date)
    : getFormatter(language, 'date-year', { day: 'numeric', month: 'long', year: 'numeric' }).format(date)
}

const AT = { en: 'at', nl: 'om' } as const satisfies Record<Language, string>

/** Formats an instant for use in a sentence: "today at 14:32", "yesterday at 09:05", or only the day. */
export function formatMoment(instant: string, language: Language, now: Date = new Date()): string {
  const day = formatDay(instant, language, now)
  const days = countDaysAgo(new Date(instant), now)
  if (days !== 0 && days !== 1) return day
  return `${day.toLowerCase()} ${AT[language]} ${formatTime(instant, language)}`
}

export function formatTimeOrDay(instant: string, language: Language, now: Date = new Date()): string {
  return countDaysAgo(new Date(instant), now) === 0 ? formatTime(instant, language) : formatDay(instant, language, now)
}
