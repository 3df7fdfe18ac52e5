import type { Language } from '@kundig/contract/languages'

import { usePreference } from '../preferences/preferences.ts'
import { useCalendar } from './calendar.ts'

/** Also re-renders at midnight and in another time zone, because components format dates with the language. */
export function useLanguage(): Language {
  useCalendar()
  return usePreference('language')
}
