import type { ErrorCode } from '../../errors.ts'
import { LIMITS } from '../../limits.ts'
import { clean, hasUnsafeCharacters, isBlank, isOnlyMarkup, lengthOf } from '../../texts/sanitising.ts'

/** What is wrong with why somebody refunds or asks for a refund, if anything: it has to say something. */
export function checkRefundReason(text: string): ErrorCode | null {
  if (hasUnsafeCharacters(text)) return 'TEXT_INVALID'
  const cleaned = clean(text)
  if (isOnlyMarkup(cleaned)) return 'ONLY_MARKUP'
  if (isBlank(cleaned.text)) return 'REFUND_REASON_REQUIRED'
  return lengthOf(cleaned.text) > LIMITS.textMax ? 'TEXT_TOO_LONG' : null
}
