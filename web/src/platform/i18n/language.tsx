import type { Language } from '@kundig/contract/languages'

import { usePreference } from '../preferences/preferences.ts'
import { useCalendar } from './calendar.ts'

/** Returns the current language. Also re-renders at midnight and after a change of time zone, for formatted dates. */
export function useLanguage(): Language {
  useCalendar()
  return usePreference('language')
}
