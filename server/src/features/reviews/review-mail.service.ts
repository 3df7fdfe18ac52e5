import type { Database } from '../../platform/database/database.ts'
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts'
import type { ProfileService } from '../profiles/profile.service.ts'
import type { ContactService } from '../safety/blocks/contact.service.ts'
import type { FindMailRecipient } from './ports.ts'
import { buildReviewMail } from './review-mail.ts'
import { findReviewRefusal } from './review.policy.ts'
import * as repository from './review.repository.ts'

const AT_ONCE = 20

export interface ReviewMailServiceOptions {
  db: Database
  outbox: MailOutbox
  profiles: Pick<ProfileService, 'counterparts'>
  contact: Pick<ContactService, 'isBlockedBetween'>
  findRecipient: FindMailRecipient
  base: string
}

/** Asks buyers for a review by mail, at most once for each buyer and expert (decision 134). */
export class ReviewMailService {
  readonly #deps: ReviewMailServiceOptions

  constructor(deps: ReviewMailServiceOptions) {
    this.#deps = deps
  }

  async #ask(buyerId: string, expertId: string): Promise<void> {
    const { db, contact, findRecipient, profiles, outbox, base } = this.#deps
    const { right, review } = await repository.findReviewAndRight(db, buyerId, expertId)
    const isBlocked = await contact.isBlockedBetween(db, buyerId, expertId)
    const refusal = findReviewRefusal({ paidAt: right?.paidAt ?? null, isRemoved: false, isBlocked, now: new Date() })
    if (refusal || review || right?.dismissedAt) return
    const recipient = await findRecipient(buyerId)
    const expert = (await profiles.counterparts(db, [expertId])).get(expertId)
    if (!recipient || !expert) return
    if (recipient.quietUntil) return repository.postponeMail(db, buyerId, expertId, recipient.quietUntil)
    await outbox.enqueue(buildReviewMail({ ...recipient, expert: { id: expertId, name: expert.full_name }, base }))
  }

  async sendDue(): Promise<void> {
    for (let taken = AT_ONCE; taken === AT_ONCE;) {
      const due = await repository.claimDueMails(this.#deps.db, AT_ONCE)
      for (const { buyerId, expertId } of due) await this.#ask(buyerId, expertId)
      taken = due.length
    }
  }
}
