import type { ErrorCode } from '../errors.ts'
import { checkProse } from '../profiles/profile-rules.ts'
import { cleanText, isBlank } from '../texts/sanitising.ts'
import { REVIEW_LIMITS } from './review-limits.ts'

export function checkRating(rating: number): ErrorCode | null {
  const isRating = Number.isInteger(rating) && rating >= REVIEW_LIMITS.ratingMin && rating <= REVIEW_LIMITS.ratingMax
  return isRating ? null : 'RATING_INVALID'
}

export const checkReviewText = (text: string): ErrorCode | null =>
  checkProse(text, REVIEW_LIMITS.textMax, 'TEXT_TOO_LONG')

export const checkReviewAnswer = (text: string): ErrorCode | null =>
  isBlank(text) ? 'FIELD_REQUIRED' : checkReviewText(text)

/** Cleans the text of a review for storage; null without visible characters. */
export function cleanReviewText(text: string): string | null {
  const cleaned = cleanText(text)
  return isBlank(cleaned) ? null : cleaned
}

export function computeMean({ count, sum }: { count: number; sum: number }): number {
  return Math.round((sum / count) * 10) / 10
}
