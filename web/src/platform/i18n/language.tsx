import type { Language } from '@kundig/contract/languages'

import { usePreference } from '../preferences/preferences.ts'

export function useLanguage(): Language {
  return usePreference('language')
}
