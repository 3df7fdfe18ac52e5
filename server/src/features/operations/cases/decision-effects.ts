import { type ErrorCode, Refusal } from '@kundig/contract/errors'
import type { DecisionKind, Measure } from '@kundig/contract/operations/decision-rules'

import type { AfterCommit, Transaction } from '../../../platform/database/database.ts'
import type { ChatModerationService } from '../../chat/chat-moderation.service.ts'
import type { ProfileModerationService } from '../../profiles/profile-moderation.service.ts'
import type { ReviewModerationService } from '../../reviews/review-moderation.service.ts'
import type { ReportedCase } from '../../safety/reports/report-queue.service.ts'
import type { StandingService } from '../../safety/statements/standing.service.ts'
import { standingOf } from './decision.policy.ts'
import { type DecisionState, findStanding } from './decision.repository.ts'

export interface DecisionEffectsOptions {
  chatModeration: ChatModerationService
  profileModeration: ProfileModerationService
  reviewModeration: ReviewModerationService
  standings: StandingService
}

type Subject = Pick<ReportedCase, 'aboutId' | 'subjectKind' | 'subjectId' | 'subjectSeq'>
interface Change<About = Subject> {
  tx: Transaction
  afterCommit: AfterCommit
  subject: About
}
/** Of what concerns a person whatever was reported. */
type Person = Pick<Subject, 'aboutId'>

const REMOVALS = ['remove_message', 'remove_file', 'remove_review'] as const satisfies Measure[]
const RESTRICTIONS = ['suspend', 'ban'] as const satisfies Measure[]

/**
 * What decisions do. Each kind follows from all decisions that stand, not from the last one alone: taking one back ends only
 * what no other one asks for.
 */
export function createDecisionEffects(options: DecisionEffectsOptions) {
  const { chatModeration: chat, profileModeration: profiles, reviewModeration: reviews, standings } = options

  const standing = (tx: Transaction, { aboutId }: Person, kinds: readonly DecisionKind[]): Promise<DecisionState[]> =>
    findStanding(tx, aboutId, kinds)

  const isRemoved = async (tx: Transaction, { aboutId, subjectId, subjectSeq }: Subject): Promise<boolean> =>
    (await findStanding(tx, aboutId, REMOVALS)).some(
      (one) => one.subjectId === subjectId && one.subjectSeq === subjectSeq,
    )

  const setReviewRemoved = async ({ tx, subject }: Change, isHidden: boolean): Promise<void> => {
    const { subjectKind: part, subjectId } = subject
    if (part === 'review' || part === 'review_answer') await reviews.setRemoved(tx, part, subjectId, isHidden)
  }

  const placeOf = ({ subjectId, subjectSeq }: Subject) => ({ roomId: subjectId, seq: subjectSeq })

  /** Shows a profile, or hides it: nobody finds whom they cannot reach. */
  async function showOrHide({ tx, afterCommit, subject }: Change<Person>): Promise<void> {
    const isHidden = (await standing(tx, subject, ['hide_profile'])).length > 0
    const isIn = standingOf(await standing(tx, subject, RESTRICTIONS), new Date()).state === 'good'
    if (isIn && !isHidden) await profiles.show(tx, afterCommit, subject.aboutId)
    else await profiles.hide(tx, afterCommit, subject.aboutId)
  }

  async function restrict(change: Change<Person>): Promise<void> {
    const { tx, afterCommit, subject } = change
    const all = await standing(tx, subject, RESTRICTIONS)
    await standings.change(tx, afterCommit, subject.aboutId, standingOf(all, new Date()))
    await showOrHide(change)
  }

  const gone = (code: ErrorCode): never => {
    throw new Refusal(code)
  }

  return {
    /** Ends what is left of a suspension whose time has come. */
    endSuspension: restrict,

    /**
     * Does what a measure says, once its decision is written down.
     * @throws Refusal REPORTED_IS_GONE where there is nothing left to take away
     */
    apply: async (measure: Measure, change: Change): Promise<void> => {
      const { tx, afterCommit, subject } = change
      if (measure === 'suspend' || measure === 'ban') await restrict(change)
      if (measure === 'hide_profile') {
        if (!(await profiles.look(subject.aboutId))) gone('REPORTED_IS_GONE')
        await profiles.hide(tx, afterCommit, subject.aboutId)
      }
      if (measure === 'remove_review') await setReviewRemoved(change, true)
      if (measure === 'remove_message' || measure === 'remove_file') {
        const place = placeOf(subject)
        const [found] = await chat.around({ ...place, each: 0 })
        if (!found || (!(await chat.remove(tx, afterCommit, place)) && !found.isRemoved)) gone('REPORTED_IS_GONE')
      }
    },

    /** Ends what a decision did, once it is written down that it is taken back. */
    takeBack: async (kind: DecisionKind, change: Change): Promise<void> => {
      const { tx, afterCommit, subject } = change
      if (kind === 'suspend' || kind === 'ban') await restrict(change)
      if (kind === 'hide_profile') await showOrHide(change)
      if (kind === 'remove_review' && !(await isRemoved(tx, subject))) await setReviewRemoved(change, false)
      if ((kind === 'remove_message' || kind === 'remove_file') && !(await isRemoved(tx, subject)))
        await chat.restore(tx, afterCommit, placeOf(subject))
    },
  }
}

export type DecisionEffects = ReturnType<typeof createDecisionEffects>
