import type { Language } from '@kundig/contract/languages'

import { usePreference } from '../preferences/preferences.ts'

/** The current interface language; a component that uses it renders again when it changes. */
export function useLanguage(): Language {
  return usePreference('language')
}
