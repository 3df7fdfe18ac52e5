import type { OwnReview, Review } from '@kundig/contract/reviews/reviews.contract'

import { findReviewAnswerRefusal, computeOpenUntil } from './review.policy.ts'
import type { ReviewRow, RightRow, ShownReview } from './review.repository.ts'

export function presentReview(row: ShownReview, viewerId: string | null): Review {
  const mayAnswer = viewerId !== null && findReviewAnswerRefusal(row, viewerId) === null
  return {
    id: row.id,
    rating: row.rating,
    text: row.content,
    month: row.writtenAt.toISOString().slice(0, 'YYYY-MM'.length),
    reviewer: row.reviewerName === null ? null : { id: row.buyerId, full_name: row.reviewerName },
    is_refunded: row.isRefunded,
    answer: row.answerRemovedAt === null ? row.answer : null,
    ...(mayAnswer && { may_answer: true }),
  }
}

export function presentOwnReview(right: RightRow | undefined, review: ReviewRow | undefined, now: Date): OwnReview {
  const isRemoved = review !== undefined && review.removedAt !== null
  const until = right && !isRemoved ? computeOpenUntil(right.paidAt) : null
  const isOpen = until !== null && until > now
  return {
    review: review && !isRemoved ? { rating: review.rating, text: review.content } : null,
    open_until: isOpen ? until.toISOString() : null,
    asked_after: isOpen && !review && right?.dismissedAt === null ? right.paymentRequestId : null,
  }
}
