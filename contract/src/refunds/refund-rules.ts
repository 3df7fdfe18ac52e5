import type { ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { clean, hasUnsafeCharacters, isBlank, isOnlyMarkup, countLetters } from '../texts/sanitising.ts'

/** Returns the error of the reason for a refund or refund request, or null. A reason is required. */
export function checkRefundReason(text: string): ErrorCode | null {
  if (hasUnsafeCharacters(text)) return 'TEXT_INVALID'
  const cleaned = clean(text)
  if (isOnlyMarkup(cleaned)) return 'ONLY_MARKUP'
  if (isBlank(cleaned.text)) return 'REFUND_REASON_REQUIRED'
  return countLetters(cleaned.text) > LIMITS.textMax ? 'TEXT_TOO_LONG' : null
}
