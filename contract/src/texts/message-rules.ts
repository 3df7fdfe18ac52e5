import type { ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { clean, hasUnsafeCharacters, isBlank, isOnlyMarkup, countLetters } from './sanitising.ts'

/** Judgement of a text: its stored form and the data that a field shows. */
export interface JudgedMessage {
  text: string
  /** In code points. */
  length: number
  /** Removed markup. */
  removed: string[]
  /** Error, if any. */
  code: ErrorCode | null
}

/**
 * Judges an introduction or a chat message (spec 5): non-blank, a sound text, at most 2,000 characters. The same rule
 * serves both, as both are shown in the chat, and the same judgement serves the field and the server.
 */
export function judgeMessage(written: string): JudgedMessage {
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

/** Returns the error of an introduction or a chat message, or null. */
export function checkMessage(text: string): ErrorCode | null {
  return judgeMessage(text).code
}
