import type { ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { clean, hasUnsafeCharacters, isBlank, isOnlyMarkup, countLetters } from './sanitising.ts'

export interface JudgedMessage {
  text: string
  /** Length in code points. */
  length: number
  removed: string[]
  code: ErrorCode | null
}

/** Checks an introduction or a chat message (spec 5): at most 2,000 characters. Form and server use the same check. */
export function cleanAndCheckMessage(written: string): JudgedMessage {
  if (hasUnsafeCharacters(written)) {
    return { text: written, length: countLetters(written), removed: [], code: 'MESSAGE_INVALID' }
  }
  const cleaned = clean(written)
  const length = countLetters(cleaned.text)
  const codeOf = (): ErrorCode | null => {
    if (isOnlyMarkup(cleaned)) return 'ONLY_MARKUP'
    if (isBlank(cleaned.text)) return 'MESSAGE_EMPTY'
    return length > LIMITS.messageMax ? 'MESSAGE_TOO_LONG' : null
  }
  return { ...cleaned, length, code: codeOf() }
}

export function checkMessage(text: string): ErrorCode | null {
  return cleanAndCheckMessage(text).code
}
