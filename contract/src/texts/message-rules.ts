import type { ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { clean, hasUnsafeCharacters, isBlank, isOnlyMarkup, lengthOf } from './sanitising.ts'

/** A text as it would be stored, with all that a field says of it. */
export interface JudgedMessage {
  text: string
  /** In code points. */
  length: number
  /** The pieces of markup that are not stored. */
  removed: string[]
  /** What is wrong with it, if anything. */
  code: ErrorCode | null
}

/**
 * Judges an introduction or a chat message (spec 5): non-blank, a sound text, at most 2,000 characters. The same rule
 * serves both, as both are shown in the chat, and the same judgement serves the field and the server.
 */
export function judgeMessage(written: string): JudgedMessage {
  if (hasUnsafeCharacters(written)) {
    return { text: written, length: lengthOf(written), removed: [], code: 'MESSAGE_INVALID' }
  }
  const cleaned = clean(written)
  const length = lengthOf(cleaned.text)
  const codeOf = (): ErrorCode | null => {
    if (isOnlyMarkup(cleaned)) return 'ONLY_MARKUP'
    if (isBlank(cleaned.text)) return 'MESSAGE_EMPTY'
    return length > LIMITS.messageMax ? 'MESSAGE_TOO_LONG' : null
  }
  return { ...cleaned, length, code: codeOf() }
}

/** What is wrong with an introduction or a chat message, if anything. */
export function checkMessage(text: string): ErrorCode | null {
  return judgeMessage(text).code
}
