import type { Database } from '../../platform/database/database.ts'
import { HOUR_S, type Limits } from '../../platform/limits/limits.ts'
import type { ProfileService } from '../profiles/profile.service.ts'
import type { ContactService } from '../safety/blocks/contact.service.ts'
import { createReviewModerationService } from './review-moderation.service.ts'
import { createReviewService } from './review.service.ts'
import { reviewProcedures } from './reviews.routes.ts'

export interface ReviewsModuleOptions {
  db: Database
  limits: Limits
  profiles: ProfileService
  contact: ContactService
}

/** Reviews of experts by people who paid them. */
export function createReviewsModule({ db, limits, profiles, contact }: ReviewsModuleOptions) {
  const { consume } = limits.shared('reviewPerAccount', { most: 60, windowS: HOUR_S })
  const reviews = createReviewService({ db, profiles, contact, count: consume })
  return {
    services: { reviewModeration: createReviewModerationService({ db, profiles }) },
    procedures: reviewProcedures({ reviews }),
  }
}
