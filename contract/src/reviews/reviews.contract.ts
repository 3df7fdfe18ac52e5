import { oc } from '@orpc/contract'
import { z } from 'zod'

import { declareErrors } from '../errors/declared-errors.ts'
import { RAW_LIMITS } from '../raw-limits.ts'
import { cursor, id, instant, createTextField } from '../schemas.ts'
import { cleanText } from '../texts/sanitising.ts'
import { checkRating, checkReviewAnswer, checkReviewText, cleanReviewText } from './review-rules.ts'

const rating = z.number({ error: 'RATING_INVALID' }).superRefine((value, context) => {
  const code = checkRating(value)
  if (code) context.addIssue({ code: 'custom', message: code })
})
const raw = { rawMax: RAW_LIMITS.reviewText, tooLong: 'TEXT_TOO_LONG' } as const

/** A review as everyone sees it, without the amount and the description of the payment. */
export const review = z.object({
  id,
  rating: z.number(),
  text: z.string().nullable(),
  month: z.string(),
  /** Null when the reviewer's profile is private. */
  reviewer: z.object({ id, full_name: z.string() }).nullable(),
  /** True when every payment of the reviewer to this expert was refunded. */
  is_refunded: z.boolean(),
  answer: z.string().nullable(),
  /** Present for the expert while they can answer. */
  may_answer: z.literal(true).optional(),
})
export type Review = z.infer<typeof review>

export const ownReview = z.object({
  review: z.object({ rating: z.number(), text: z.string().nullable() }).nullable(),
  /** End of the 30 days in which the review can be written or changed; null when that is not possible. */
  open_until: instant.nullable(),
  /** Payment after which the chat asks for a review; null when the chat does not ask. */
  asked_after: id.nullable(),
})
export type OwnReview = z.infer<typeof ownReview>

const tags = ['Reviews']
const ofPerson = z.strictObject({ person_id: id })

export const reviewsContract = {
  list: oc
    .route({
      method: 'GET',
      path: '/profiles/{person_id}/reviews',
      tags,
      summary: 'Reviews of an expert, newest first',
      description: 'Visible to all who may see the profile. Each author paid this expert through the site.',
    })
    .input(z.strictObject({ person_id: id, cursor: cursor.optional() }))
    .output(z.object({ items: z.array(review), next_cursor: z.string().nullable() }))
    .errors(declareErrors('INVALID_INPUT', 'PROFILE_NOT_FOUND', 'PROFILE_NOT_PUBLIC')),

  own: oc
    .route({
      method: 'GET',
      path: '/profiles/{person_id}/reviews/own',
      tags,
      summary: 'Your own review of an expert, with its deadline',
    })
    .input(ofPerson)
    .output(ownReview)
    .errors(declareErrors('NO_SESSION', 'INVALID_INPUT')),

  save: oc
    .route({
      method: 'PUT',
      path: '/profiles/{person_id}/reviews/own',
      tags,
      summary: 'Create or update your review of an expert',
      description:
        'Within 30 days of the latest completed payment to the expert; one review for each expert. A payment after that ' +
        'opens another 30 days.',
    })
    .input(
      z.strictObject({
        person_id: id,
        rating,
        text: createTextField(checkReviewText, (text) => text, raw)
          .nullable()
          .transform((text) => (text === null ? null : cleanReviewText(text)))
          .optional(),
      }),
    )
    .output(ownReview)
    .errors(
      declareErrors(
        'NO_SESSION',
        'INVALID_INPUT',
        'RATING_INVALID',
        'TEXT_INVALID',
        'TEXT_TOO_LONG',
        'ONLY_MARKUP',
        'REVIEW_OF_SELF',
        'REVIEW_WITHOUT_PAYMENT',
        'REVIEW_TOO_LATE',
        'REVIEW_UNAVAILABLE',
        'REVIEW_REMOVED',
        'TOO_MANY_ATTEMPTS',
      ),
    ),

  dismiss: oc
    .route({
      method: 'POST',
      path: '/profiles/{person_id}/reviews/dismiss',
      tags,
      summary: 'Dismiss the review prompt in the chat',
      description: 'The prompt does not return. You can still write the review on the profile.',
    })
    .input(ofPerson)
    .output(ownReview)
    .errors(declareErrors('NO_SESSION', 'INVALID_INPUT')),

  answer: oc
    .route({
      method: 'PUT',
      path: '/reviews/{review_id}/answer',
      tags,
      summary: 'Reply to a review of you',
      description: 'Once, and once more after the author changes the review.',
    })
    .input(z.strictObject({ review_id: id, text: createTextField(checkReviewAnswer, cleanText, raw) }))
    .output(review)
    .errors(
      declareErrors(
        'NO_SESSION',
        'INVALID_INPUT',
        'FIELD_REQUIRED',
        'TEXT_INVALID',
        'TEXT_TOO_LONG',
        'ONLY_MARKUP',
        'REVIEW_NOT_FOUND',
        'REVIEW_ANSWERED',
        'TOO_MANY_ATTEMPTS',
      ),
    ),
}
