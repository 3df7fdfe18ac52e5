import { useCallback } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'

import { errorCatalogue, loadErrorCatalogue, useErrorCatalogue } from '../api/error-catalogue.ts'
import { useLanguage } from './language.tsx'

type Text = string | ((...values: never[]) => string)
type SameKeys<Dictionary> = {
  [Key in keyof Dictionary]: Dictionary[Key] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : string
}

/** Declares texts in both languages. A different key or parameter in Dutch is a compile error. */
export function defineTexts<const English extends Record<string, Text>>(texts: {
  en: English
  nl: SameKeys<English>
}): Record<Language, SameKeys<English>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- literal texts are strings, so only the type widens
  return { en: texts.en as unknown as SameKeys<English>, nl: texts.nl }
}

export function useTexts<Dictionary>(texts: Record<Language, Dictionary>): Dictionary {
  return texts[useLanguage()]
}

/** Error text for the case that the error catalogue itself cannot be loaded. */
const OUT_OF_REACH = {
  en: 'Network error. Please try again.',
  nl: 'Netwerkfout. Probeer het opnieuw.',
} as const satisfies Record<Language, string>

/** Returns a function that writes an error, mostly '' during loading. `text` adds the place of an invalid character. */
export function useErrorText(): (code: ErrorCode, text?: string) => string {
  const language = useLanguage()
  useErrorCatalogue()
  return useCallback(
    (code, text = '') => {
      // Reads the catalogue at the time of the failure, which may come long after this render.
      const catalogue = errorCatalogue()
      if (catalogue) return catalogue.formatError(code, language, text)
      void loadErrorCatalogue().catch(() => undefined)
      return code === 'NETWORK' || code === 'UNAVAILABLE' ? OUT_OF_REACH[language] : ''
    },
    [language],
  )
}
