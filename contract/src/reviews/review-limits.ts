export const REVIEW_LIMITS = {
  ratingMin: 1,
  ratingMax: 5,
  /** In code points, of a review and of its answer. */
  textMax: 500,
  /** Days after a payment. */
  days: 30,
  /** A mean is shown from this number of reviews on. */
  meanFrom: 3,
  pageSize: 5,
} as const
