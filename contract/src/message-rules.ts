import type { ErrorCode } from './errors.ts'
import { LIMITS } from './limits.ts'
import { cleanText, hasUnsafeCharacters, isBlank, lengthOf } from './sanitising.ts'

/**
 * What is wrong with an introduction or a chat message, if anything (spec 5): non-blank, a sound text,
 * at most 2,000 characters. The same rule serves both, as both are shown in the chat.
 */
export function checkMessage(text: string): ErrorCode | null {
  if (hasUnsafeCharacters(text)) return 'MESSAGE_INVALID'
  const cleaned = cleanText(text)
  if (isBlank(cleaned)) return 'MESSAGE_EMPTY'
  return lengthOf(cleaned) > LIMITS.messageMax ? 'MESSAGE_TOO_LONG' : null
}
