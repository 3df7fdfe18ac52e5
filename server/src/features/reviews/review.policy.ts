import type { ErrorCode } from '@kundig/contract/errors'
import { REVIEW_LIMITS } from '@kundig/contract/reviews/review-limits'

const DAY_MS = 86_400_000

export const computeOpenUntil = (paidAt: Date): Date => new Date(paidAt.getTime() + REVIEW_LIMITS.days * DAY_MS)

export function findReviewRefusal({
  paidAt,
  isRemoved,
  isBlocked,
  now,
}: {
  paidAt: Date | null
  isRemoved: boolean
  isBlocked: boolean
  now: Date
}): ErrorCode | null {
  if (paidAt === null) return 'REVIEW_WITHOUT_PAYMENT'
  if (isRemoved) return 'REVIEW_REMOVED'
  if (computeOpenUntil(paidAt) <= now) return 'REVIEW_TOO_LATE'
  return isBlocked ? 'REVIEW_UNAVAILABLE' : null
}

/** Returns null if the expert may answer: once, and once more after each change of the review. */
export function findReviewAnswerRefusal(
  review: { expertId: string; writtenAt: Date; removedAt: Date | null; answeredAt: Date | null } | undefined,
  viewerId: string,
): ErrorCode | null {
  if (!review || review.removedAt !== null || review.expertId !== viewerId) return 'REVIEW_NOT_FOUND'
  return review.answeredAt !== null && review.answeredAt >= review.writtenAt ? 'REVIEW_ANSWERED' : null
}
