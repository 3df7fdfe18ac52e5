import { FILES, LIMITS } from './limits.ts'
import { REVIEW_LIMITS } from './reviews/review-limits.ts'
import { REPORT_LIMITS } from './safety/report-limits.ts'

/** Maximum raw lengths in UTF-16 units, checked first. `limits.ts` applies after spaces and markup were removed. */
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
