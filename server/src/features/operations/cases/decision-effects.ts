import { type ErrorCode, Refusal } from '@kundig/contract/errors'
import type { DecisionKind, Measure } from '@kundig/contract/operations/decision-rules'

import type { AfterCommit, Transaction } from '../../../platform/database/database.ts'
import type { ChatModerationService } from '../../chat/chat-moderation.service.ts'
import type { ProfileModerationService } from '../../profiles/profile-moderation.service.ts'
import type { ReviewModerationService } from '../../reviews/review-moderation.service.ts'
import type { ReportedCase } from '../../safety/reports/report-queue.service.ts'
import type { RestrictionService } from '../../safety/statements/restriction.service.ts'
import { toRestriction } from './decision.policy.ts'
import { type DecisionState, findActiveDecisions } from './decision.repository.ts'

export interface DecisionEffectsOptions {
  chatModeration: ChatModerationService
  profileModeration: ProfileModerationService
  reviewModeration: ReviewModerationService
  restrictions: RestrictionService
}

type Subject = Pick<ReportedCase, 'aboutId' | 'subjectKind' | 'subjectId' | 'subjectSeq'>
interface Change<About = Subject> {
  tx: Transaction
  afterCommit: AfterCommit
  subject: About
}
type Person = Pick<Subject, 'aboutId'>

const REMOVALS = ['remove_message', 'remove_file', 'remove_review'] as const satisfies Measure[]
const RESTRICTIONS = ['suspend', 'ban'] as const satisfies Measure[]

/** Derives effects from all active decisions. Undoing a decision ends only effects that no other decision requires. */
export class DecisionEffects {
  readonly #deps: DecisionEffectsOptions

  constructor(deps: DecisionEffectsOptions) {
    this.#deps = deps
  }

  #standing(tx: Transaction, { aboutId }: Person, kinds: readonly DecisionKind[]): Promise<DecisionState[]> {
    return findActiveDecisions(tx, aboutId, kinds)
  }

  async #isRemoved(tx: Transaction, { aboutId, subjectId, subjectSeq }: Subject): Promise<boolean> {
    return (await findActiveDecisions(tx, aboutId, REMOVALS)).some(
      (one) => one.subjectId === subjectId && one.subjectSeq === subjectSeq,
    )
  }

  async #setReviewRemoved({ tx, subject }: Change, isHidden: boolean): Promise<void> {
    const { subjectKind: part, subjectId } = subject
    if (part === 'review' || part === 'review_answer')
      await this.#deps.reviewModeration.setRemoved(tx, part, subjectId, isHidden)
  }

  #toMessagePosition({ subjectId, subjectSeq }: Subject) {
    return { roomId: subjectId, seq: subjectSeq }
  }

  async #showOrHide({ tx, afterCommit, subject }: Change<Person>): Promise<void> {
    const isHidden = (await this.#standing(tx, subject, ['hide_profile'])).length > 0
    const isIn = toRestriction(await this.#standing(tx, subject, RESTRICTIONS), new Date()).state === 'good'
    if (isIn && !isHidden) await this.#deps.profileModeration.show(tx, afterCommit, subject.aboutId)
    else await this.#deps.profileModeration.hide(tx, afterCommit, subject.aboutId)
  }

  async endSuspension(change: Change<Person>): Promise<void> {
    const { tx, afterCommit, subject } = change
    const all = await this.#standing(tx, subject, RESTRICTIONS)
    await this.#deps.restrictions.change(tx, afterCommit, subject.aboutId, toRestriction(all, new Date()))
    await this.#showOrHide(change)
  }

  #gone(code: ErrorCode): never {
    throw new Refusal(code)
  }

  /** Runs after the decision is stored. @throws Refusal REPORTED_IS_GONE when there is nothing to remove */
  async apply(measure: Measure, change: Change): Promise<void> {
    const { tx, afterCommit, subject } = change
    if (measure === 'suspend' || measure === 'ban') await this.endSuspension(change)
    if (measure === 'hide_profile') {
      if (!(await this.#deps.profileModeration.read(subject.aboutId))) this.#gone('REPORTED_IS_GONE')
      await this.#deps.profileModeration.hide(tx, afterCommit, subject.aboutId)
    }
    if (measure === 'remove_review') await this.#setReviewRemoved(change, true)
    if (measure === 'remove_message' || measure === 'remove_file') {
      const place = this.#toMessagePosition(subject)
      const [found] = await this.#deps.chatModeration.around({ ...place, each: 0 })
      if (!found || (!(await this.#deps.chatModeration.remove(tx, afterCommit, place)) && !found.isRemoved))
        this.#gone('REPORTED_IS_GONE')
    }
  }

  /** Ends the effects of an undone decision, after the undo was stored. */
  async takeBack(kind: DecisionKind, change: Change): Promise<void> {
    const { tx, afterCommit, subject } = change
    if (kind === 'suspend' || kind === 'ban') await this.endSuspension(change)
    if (kind === 'hide_profile') await this.#showOrHide(change)
    if (kind === 'remove_review' && !(await this.#isRemoved(tx, subject))) await this.#setReviewRemoved(change, false)
    if ((kind === 'remove_message' || kind === 'remove_file') && !(await this.#isRemoved(tx, subject)))
      await this.#deps.chatModeration.restore(tx, afterCommit, this.#toMessagePosition(subject))
  }
}
