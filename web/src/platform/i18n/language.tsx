import type { Language } from '@kundig/contract/languages'

import { usePreference } from '../preferences/preferences.ts'
import { useCalendarKey } from './calendar.ts'

/** Returns the current language. Also re-renders at midnight and after a change of time zone, for formatted dates. */
export function useLanguage(): Language {
  useCalendarKey()
  return usePreference('language')
}
