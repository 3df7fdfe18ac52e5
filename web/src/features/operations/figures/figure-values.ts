import type { Language } from '@kundig/contract/languages'
import type { FigureName } from '@kundig/contract/operations/figure-names'
import { toCsvNumber } from '@kundig/contract/texts/csv'

import { formatMoney } from '../../../platform/i18n/format.ts'
import { formatCount, formatDuration } from '../health/amounts.ts'

type Unit = 'count' | 'money' | 'share' | 'seconds'

const UNITS: Partial<Record<FigureName, Unit>> = {
  accept_rate: 'share',
  answer_time: 'seconds',
  volume: 'money',
  refunded: 'money',
}

export const getUnit = (name: FigureName): Unit => UNITS[name] ?? 'count'

export function formatValue(name: FigureName, value: number, language: Language): string {
  const unit = getUnit(name)
  if (unit === 'money') return formatMoney(value, 'eur', language)
  if (unit === 'seconds') return formatDuration(value, language)
  if (unit === 'count') return formatCount(value, language)
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(value)
}

/** Writes a value for spreadsheets: euros with two decimals, shares from 0 to 1, whole seconds. Null is empty. */
export function toCsvValue(name: FigureName, value: number | null, language: Language): string {
  if (value === null) return ''
  const digits = { count: 0, money: 2, share: 4, seconds: 0 }[getUnit(name)]
  return toCsvNumber(getUnit(name) === 'money' ? value / 100 : value, digits, language)
}

/** Formats a day without a time zone, such as 23 Nov. */
export function formatDate(day: string, language: Language, withYear = false): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'nl-NL', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...(withYear && { year: 'numeric' }),
  }).format(new Date(`${day}T00:00:00Z`))
}
