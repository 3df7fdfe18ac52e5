import type { ErrorCode } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'
import { findUnsafeCharacter } from '@kundig/contract/sanitising'

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

const placeTexts = defineTexts({
  en: {
    at: (sign: string, position: number) => `${sign}, character ${position}`,
    after: (words: string) => ` after “${words}”`,
  },
  nl: {
    at: (sign, position) => `${sign}, teken ${position}`,
    after: (words) => ` na “${words}”`,
  },
})

/** How much of the text before an invalid character is quoted, in code points. */
const QUOTED_MAX = 20

/** The first character of a text that cannot be sent, and its place: it may not be visible in its field. */
function describePlace(text: string, { at, after }: (typeof placeTexts)['en']): string {
  const found = findUnsafeCharacter(text)
  if (!found) return ''
  const { codePoint, before } = found
  const words = Array.from(text)
    .slice(Math.max(0, before - QUOTED_MAX), before)
    .join('')
    .trim()
  const sign = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
  return ` (${at(sign, before + 1)}${words === '' ? '' : after(words)})`
}

/**
 * Words an error code in the current language; empty for the moment that fetching the words takes. With the text that is
 * refused, it adds the place of an invalid character.
 */
export function useErrorText(): (code: ErrorCode, text?: string) => string {
  const language = useLanguage()
  useErrorCatalogue()
  return (code, text = '') => {
    const place = code === 'TEXT_INVALID' || code === 'MESSAGE_INVALID' ? describePlace(text, placeTexts[language]) : ''
    // Asked for at the time of the failure, which may be later than this render.
    const catalogue = errorCatalogue()
    // A word joiner: no line ends at that hyphen. Our fonts lack the one that is made for it.
    if (catalogue) return catalogue.errorText(code, language).replace('e-mail', 'e-\u2060mail') + place
    void loadErrorCatalogue().catch(() => undefined)
    return code === 'NETWORK' || code === 'UNAVAILABLE' ? OUT_OF_REACH[language] : ''
  }
}
