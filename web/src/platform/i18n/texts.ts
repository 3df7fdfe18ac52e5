import type { ErrorCode } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'

import { errorCatalogue, loadErrorCatalogue, useErrorCatalogue } from '../api/error-catalogue.ts'
import { useLanguage } from './language.tsx'

/** A text, or a function that words one from values. */
type Text = string | ((...values: never[]) => string)
type SameKeys<Dictionary> = {
  [Key in keyof Dictionary]: Dictionary[Key] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : string
}

/**
 * Declares a feature's texts. Dutch must have the same keys as English, and the same values to fill in:
 * a missing or surplus key does not compile.
 */
export function defineTexts<const English extends Record<string, Text>>(texts: {
  en: English
  nl: SameKeys<English>
}): Record<Language, SameKeys<English>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a literal text is a string: only the type widens
  return { en: texts.en as unknown as SameKeys<English>, nl: texts.nl }
}

/** A feature's texts in the current language. */
export function useTexts<Dictionary>(texts: Record<Language, Dictionary>): Dictionary {
  return texts[useLanguage()]
}

/** What can be said when not even the words for it could be fetched. */
const OUT_OF_REACH = {
  en: 'Network error. Please try again.',
  nl: 'Netwerkfout. Probeer het opnieuw.',
} as const satisfies Record<Language, string>

/**
 * Words an error code in the current language; empty for the moment that fetching the words takes. With the text that is
 * refused, it adds the place of an invalid character.
 */
export function useErrorText(): (code: ErrorCode, text?: string) => string {
  const language = useLanguage()
  useErrorCatalogue()
  return (code, text = '') => {
    // Asked for at the time of the failure, which may be later than this render.
    const catalogue = errorCatalogue()
    if (catalogue) return catalogue.wordError(code, language, text)
    void loadErrorCatalogue().catch(() => undefined)
    return code === 'NETWORK' || code === 'UNAVAILABLE' ? OUT_OF_REACH[language] : ''
  }
}
