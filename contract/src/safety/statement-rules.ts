import type { ErrorCode } from '../errors.ts'
import { clean, hasUnsafeCharacters, isBlank, isOnlyMarkup, countLetters } from '../texts/sanitising.ts'

export const STATEMENT_KINDS = [
  'warn',
  'hide_profile',
  'remove_message',
  'remove_file',
  'remove_review',
  'suspend',
  'ban',
  'undo',
  'uphold',
] as const
export type StatementKind = (typeof STATEMENT_KINDS)[number]

export const OBJECTION_LIMITS = {
  /** Maximum length in code points. */
  textMax: 2000,
  /** Period for an objection: six months (Regulation (EU) 2022/2065, article 20). */
  days: 184,
} as const

export function checkObjection(text: string): ErrorCode | null {
  if (isBlank(text)) return 'FIELD_REQUIRED'
  if (hasUnsafeCharacters(text)) return 'TEXT_INVALID'
  const cleaned = clean(text)
  if (isOnlyMarkup(cleaned)) return 'ONLY_MARKUP'
  return countLetters(cleaned.text) > OBJECTION_LIMITS.textMax ? 'TEXT_TOO_LONG' : null
}
