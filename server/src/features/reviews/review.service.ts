import { Refusal } from '@kundig/contract/errors'
import { REVIEW_LIMITS } from '@kundig/contract/reviews/review-limits'
import type { OwnReview, Review } from '@kundig/contract/reviews/reviews.contract'

import { authorize } from '../../authorize.ts'
import { cutPage, decodeCursor } from '../../platform/database/cursor.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ProfileService } from '../profiles/profile.service.ts'
import type { ContactService } from '../safety/blocks/contact.service.ts'
import { findReviewAnswerRefusal, findReviewRefusal } from './review.policy.ts'
import { presentOwnReview, presentReview } from './review.presenter.ts'
import * as repository from './review.repository.ts'

export interface ReviewServiceOptions {
  db: Database
  profiles: Pick<ProfileService, 'requireVisible'>
  contact: Pick<ContactService, 'isBlockedBetween'>
  /** @throws Refusal TOO_MANY_ATTEMPTS */
  count: (userId: string) => Promise<void>
}

/** Reviews of experts by people who paid them (decision 134). */
export class ReviewService {
  readonly #deps: ReviewServiceOptions

  constructor(deps: ReviewServiceOptions) {
    this.#deps = deps
  }

  async own(viewerId: string, expertId: string): Promise<OwnReview> {
    const { right, review } = await repository.findReviewAndRight(this.#deps.db, viewerId, expertId)
    return presentOwnReview(right, review, new Date())
  }

  /** @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC, INVALID_INPUT */
  async list(
    viewerId: string | null,
    { person_id: expertId, cursor }: { person_id: string; cursor?: string | undefined },
  ): Promise<{ items: Review[]; next_cursor: string | null }> {
    await this.#deps.profiles.requireVisible(viewerId, expertId)
    const after = cursor === undefined ? null : decodeCursor(cursor)
    const rows = await repository.findReviewPage(this.#deps.db, expertId, after, REVIEW_LIMITS.pageSize + 1)
    const { page, next_cursor } = cutPage(rows, REVIEW_LIMITS.pageSize, ({ writtenAt: at, id }) => ({ at, id }))
    return { items: page.map((row) => presentReview(row, viewerId)), next_cursor }
  }

  /**
   * Concurrent calls for the same buyer and expert wait for each other.
   * @throws Refusal REVIEW_OF_SELF, REVIEW_WITHOUT_PAYMENT, REVIEW_TOO_LATE, REVIEW_UNAVAILABLE, REVIEW_REMOVED,
   *   TOO_MANY_ATTEMPTS
   */
  async save(
    viewerId: string,
    { person_id: expertId, rating, text }: { person_id: string; rating: number; text?: string | null | undefined },
  ): Promise<OwnReview> {
    if (viewerId === expertId) throw new Refusal('REVIEW_OF_SELF')
    await this.#deps.count(viewerId)
    await this.#deps.db.transaction(async (tx) => {
      await repository.lockReviewRight(tx, viewerId, expertId)
      const { right, review } = await repository.findReviewAndRight(tx, viewerId, expertId)
      authorize(
        findReviewRefusal({
          paidAt: right?.paidAt ?? null,
          isRemoved: review !== undefined && review.removedAt !== null,
          isBlocked: await this.#deps.contact.isBlockedBetween(tx, viewerId, expertId),
          now: new Date(),
        }),
      )
      const isSaved = await repository.saveReview(tx, { buyerId: viewerId, expertId, rating, content: text ?? null })
      if (!isSaved) throw new Refusal('REVIEW_REMOVED')
    })
    return this.own(viewerId, expertId)
  }

  async dismiss(viewerId: string, expertId: string): Promise<OwnReview> {
    await repository.dismissReviewPrompt(this.#deps.db, viewerId, expertId)
    return this.own(viewerId, expertId)
  }

  /** @throws Refusal REVIEW_NOT_FOUND, REVIEW_ANSWERED, TOO_MANY_ATTEMPTS */
  async answer(viewerId: string, id: string, text: string): Promise<Review> {
    await this.#deps.count(viewerId)
    return this.#deps.db.transaction(async (tx) => {
      authorize(findReviewAnswerRefusal(await repository.findForUpdate(tx, id), viewerId))
      await repository.saveAnswer(tx, id, text)
      const row = await repository.findShownReview(tx, id)
      if (!row) throw new Refusal('REVIEW_NOT_FOUND')
      return presentReview(row, viewerId)
    })
  }
}
