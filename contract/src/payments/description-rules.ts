import type { ErrorCode } from '../errors.ts'
import { PAYMENTS } from '../limits.ts'
import { cleanText, hasUnsafeCharacters, lengthOf } from '../sanitising.ts'

/** What is wrong with what a payment is said to be for, if anything. It may be left empty. */
export function checkDescription(text: string): ErrorCode | null {
  if (hasUnsafeCharacters(text)) return 'TEXT_INVALID'
  return lengthOf(cleanText(text)) > PAYMENTS.descriptionMax ? 'TEXT_TOO_LONG' : null
}
