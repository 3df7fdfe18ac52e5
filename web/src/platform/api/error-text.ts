import { type ErrorCode, getErrorText } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'
import { findUnsafeCharacter } from '@kundig/contract/texts/sanitising'

export { ERRORS, isErrorCode } from '@kundig/contract/errors'

const TEXTS = {
  en: {
    at: (sign: string, position: number) => `${sign}, character ${position}`,
    after: (words: string) => ` after “${words}”`,
  },
  nl: {
    at: (sign: string, position: number) => `${sign}, teken ${position}`,
    after: (words: string) => ` na “${words}”`,
  },
}

/** Maximum length of the text quoted before an invalid character (code points). */
const QUOTED_MAX = 20

export function formatError(code: ErrorCode, language: Language, text: string): string {
  const place = code === 'TEXT_INVALID' || code === 'MESSAGE_INVALID' ? describeUnsafeCharacter(text, language) : ''
  // A word joiner prevents a line break at the hyphen. Our fonts lack the non-breaking hyphen U+2011.
  return getErrorText(code, language).replace('e-mail', 'e-\u2060mail') + place
}

/** Names the first invalid character and its position, because the character may be invisible. */
function describeUnsafeCharacter(text: string, language: Language): string {
  const found = findUnsafeCharacter(text)
  if (!found) return ''
  const { at, after } = TEXTS[language]
  const { codePoint, before } = found
  const words = Array.from(text)
    .slice(Math.max(0, before - QUOTED_MAX), before)
    .join('')
    .trim()
  const sign = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
  return ` (${at(sign, before + 1)}${words === '' ? '' : after(words)})`
}
