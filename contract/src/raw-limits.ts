import { FILES, LIMITS } from './limits.ts'
import { REVIEW_LIMITS } from './reviews/review-limits.ts'
import { REPORT_LIMITS } from './safety/report-limits.ts'

/**
 * How long a text may be as it is sent, in UTF-16 units. What is longer is refused before anything else looks at it; the
 * limits in `limits.ts` hold for what is left once spaces and markup are gone.
 */
export const RAW_LIMITS = {
  email: 320,
  password: 4 * LIMITS.passwordMax,
  name: 4 * LIMITS.nameMax,
  customExpertise: 4 * LIMITS.customExpertiseMax,
  headline: 4 * LIMITS.headlineMax,
  town: 4 * LIMITS.townMax,
  bio: 4 * LIMITS.bioMax,
  message: 4 * LIMITS.messageMax,
  description: 4 * LIMITS.textMax,
  reportText: 4 * REPORT_LIMITS.textMax,
  reportLaw: 4 * REPORT_LIMITS.lawMax,
  reviewText: 4 * REVIEW_LIMITS.textMax,
  fileName: 4 * FILES.nameMax,
} as const
