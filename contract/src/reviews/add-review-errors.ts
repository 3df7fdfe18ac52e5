import { ERRORS } from '../errors.ts'
import { REVIEW_ERRORS } from './review-errors.ts'

/** Adds the refusals of reviews to the catalogue, for the screens that write reviews. */
export function addReviewErrors(): void {
  Object.assign(ERRORS, REVIEW_ERRORS)
}
