import type { RecordFailure } from '../../failure-metrics.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Origins } from '../../platform/http/origins.ts'
import { repeatWork } from '../../platform/jobs/repeated-work.ts'
import { HOUR_S, type Limits } from '../../platform/limits/limits.ts'
import { describeError, type Logger } from '../../platform/logging/logger.ts'
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts'
import type { ProfileService } from '../profiles/profile.service.ts'
import type { ContactService } from '../safety/blocks/contact.service.ts'
import { ownDataOfReviews } from './own-data.repository.ts'
import type { FindMailRecipient } from './ports.ts'
import { ReviewMailService } from './review-mail.service.ts'
import { ReviewModerationService } from './review-moderation.service.ts'
import { ReviewService } from './review.service.ts'
import { createReviewProcedures } from './reviews.routes.ts'

const MAILS_MS = 10_000

export interface ReviewsModuleOptions {
  db: Database
  limits: Limits
  profiles: ProfileService
  contact: ContactService
  outbox: MailOutbox
  origins: Origins
  logger: Logger
  recordFailure: RecordFailure
  findRecipient: FindMailRecipient
}

export function createReviewsModule(options: ReviewsModuleOptions) {
  const { db, limits, profiles, contact, origins, logger, recordFailure } = options
  const { consume } = limits.shared('reviewPerAccount', { most: 60, windowS: HOUR_S })
  const reviews = new ReviewService({ db, profiles, contact, count: consume })
  const mails = new ReviewMailService({ ...options, base: origins.base })
  return {
    ownData: ownDataOfReviews,
    services: { reviewModeration: new ReviewModerationService({ db, profiles }) },
    procedures: createReviewProcedures({ reviews }),
    start: (): (() => Promise<void>) =>
      repeatWork(
        () =>
          mails.sendDue().catch((error: unknown) => {
            recordFailure('notification')
            logger.warn({ reason: describeError(error) }, 'sending review mails failed')
          }),
        MAILS_MS,
      ),
  }
}
