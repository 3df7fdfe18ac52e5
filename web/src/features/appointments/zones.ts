import type { Language } from '@kundig/contract/languages'

import { readDeviceZone } from '../../platform/i18n/device-zone.ts'
import { formatTime, formatWeekdayTime } from '../../platform/i18n/format.ts'
import { findOccurrence } from './proposing/local-times.ts'

/** Names of the two seasons, which distinguish moments with the same local time when the clock goes back. */
const SEASONS = {
  en: { first: 'summer time', second: 'winter time' },
  nl: { first: 'zomertijd', second: 'wintertijd' },
} as const satisfies Record<Language, object>

/** Returns a text such as " (summer time)" in the hour that repeats when the clock goes back; empty otherwise. */
function formatDaylightSavingSuffix(instant: string, language: Language, zone: string): string {
  const which = findOccurrence(Date.parse(instant), zone)
  return which === '' ? '' : ` (${SEASONS[language][which]})`
}

/** Formats the start of an appointment, such as "Tue 1 Dec, 14:00". */
export function formatStart(instant: string, language: Language, zone: string = readDeviceZone()): string {
  return formatWeekdayTime(instant, language, zone) + formatDaylightSavingSuffix(instant, language, zone)
}

/** Returns the city of a time zone, such as "New York", or the offset ("UTC+2") if the zone's name has no city. */
function describeZone(zone: string, at: Date = new Date()): { city: string } | { offset: string } {
  const city = zone.split('/').slice(1).at(-1)
  if (city !== undefined && !zone.startsWith('Etc/')) return { city: city.replaceAll('_', ' ') }
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return { offset: offset.replace('GMT', 'UTC').replace(/\+0$/u, '') }
}

/** Formats the name of a time zone for use within a sentence. */
export function formatZoneName(zone: string, language: Language): string {
  const name = describeZone(zone)
  if ('offset' in name) return name.offset
  return language === 'en' ? `${name.city} time` : `de tijd van ${name.city}`
}

function formatTimeWithZone(time: string, name: ReturnType<typeof describeZone>, language: Language): string {
  if ('offset' in name) return `${time} ${name.offset}`
  return language === 'en' ? `${time} ${name.city} time` : `${time} in ${name.city}`
}

/** Formats a moment in another time zone, with the date if it differs. Null for the same time or an unknown zone. */
export function formatInOtherZone(
  instant: string,
  { zone, own, language }: { zone: string; own: string; language: Language },
): string | null {
  try {
    const there = formatWeekdayTime(instant, language, zone)
    const here = formatWeekdayTime(instant, language, own)
    if (there === here) return null
    const isSameDay = there.slice(0, -5) === here.slice(0, -5)
    const time = isSameDay ? formatTime(instant, language, zone) : there
    return (
      formatTimeWithZone(time, describeZone(zone, new Date(instant)), language) +
      formatDaylightSavingSuffix(instant, language, zone)
    )
  } catch {
    return null
  }
}
