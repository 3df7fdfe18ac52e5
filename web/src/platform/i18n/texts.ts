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

/** Declares texts. A missing or surplus key, or other parameters in Dutch, do not compile. */
export function defineTexts<const English extends Record<string, Text>>(texts: {
  en: English
  nl: SameKeys<English>
}): Record<Language, SameKeys<English>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a literal text is a string: only the type widens
  return { en: texts.en as unknown as SameKeys<English>, nl: texts.nl }
}

export function useTexts<Dictionary>(texts: Record<Language, Dictionary>): Dictionary {
  return texts[useLanguage()]
}

/** Text for when not even the error texts can be loaded. */
const OUT_OF_REACH = {
  en: 'Network error. Please try again.',
  nl: 'Netwerkfout. Probeer het opnieuw.',
} as const satisfies Record<Language, string>

/** Returns an error's text; empty while the texts load. Adds the position of an invalid character to a refused text. */
export function useErrorText(): (code: ErrorCode, text?: string) => string {
  const language = useLanguage()
  useErrorCatalogue()
  return useCallback(
    (code, text = '') => {
      // Reads the texts at the time of the failure, which may be long after this render.
      const catalogue = errorCatalogue()
      if (catalogue) return catalogue.formatError(code, language, text)
      void loadErrorCatalogue().catch(() => undefined)
      return code === 'NETWORK' || code === 'UNAVAILABLE' ? OUT_OF_REACH[language] : ''
    },
    [language],
  )
}
