import { Refusal } from '@kundig/contract/errors'

import type { AfterCommit, Database, Transaction } from '../../platform/database/database.ts'
import type { ProfileService } from '../profiles/profile.service.ts'
import type { FindReported } from '../safety/ports.ts'
import * as repository from './review.repository.ts'
import type { ReviewPart } from './review.repository.ts'

interface ReviewModerationServiceOptions {
  db: Database
  profiles: Pick<ProfileService, 'requireVisible'>
}

/** Reports of reviews and answers, and the effects of decisions. The caller checks the permission to decide. */
export class ReviewModerationService {
  readonly #deps: ReviewModerationServiceOptions
  /** @throws Refusal REPORTED_IS_GONE, PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC */
  readonly reported

  constructor(deps: ReviewModerationServiceOptions) {
    this.#deps = deps
    this.reported = { review: this.#findReported('review'), review_answer: this.#findReported('review_answer') }
  }

  #findReported(part: ReviewPart): FindReported {
    return async (viewerId, { id }) => {
      const row = await repository.findShownReview(this.#deps.db, id)
      if (!row || row.removedAt !== null) throw new Refusal('REPORTED_IS_GONE')
      await this.#deps.profiles.requireVisible(viewerId, row.expertId)
      if (part === 'review') {
        return {
          aboutId: row.buyerId,
          content: [`${row.rating}/5`, row.content].filter(Boolean).join('\n\n'),
          storedName: null,
        }
      }
      if (row.answer === null || row.answerRemovedAt !== null) throw new Refusal('REPORTED_IS_GONE')
      return { aboutId: row.expertId, content: row.answer, storedName: null }
    }
  }

  setRemoved(tx: Transaction, part: ReviewPart, id: string, isRemoved: boolean): Promise<boolean> {
    return repository.setReviewPartRemoved(tx, part, id, isRemoved)
  }

  /** Erases a person's removed reviews and answers, in the transaction that closes the account. */
  eraseByPerson(tx: Transaction, _afterCommit: AfterCommit, userId: string): Promise<void> {
    return repository.eraseRemovedReviews(tx, userId)
  }
}
