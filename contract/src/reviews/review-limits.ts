export const REVIEW_LIMITS = {
  ratingMin: 1,
  ratingMax: 5,
  /** Maximum length of a review and of its answer, in code points. */
  textMax: 500,
  /** Days after a payment in which a review can be written. */
  days: 30,
  /** A mean is shown from this number of reviews on. */
  meanFrom: 3,
  pageSize: 5,
} as const
