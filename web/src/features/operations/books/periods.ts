import type { Language } from '@kundig/contract/languages'

import { formatDate } from '../figures/figure-values.ts'

export function formatPeriod(period: string, language: Language): string {
  if (period.length === 10) return formatDate(period, language, true)
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'nl-NL', {
    timeZone: 'UTC',
    month: 'long',
    year: 'numeric',
  }).format(new Date(`${period}-01T00:00:00Z`))
}
