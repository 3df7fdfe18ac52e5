import { oc } from '@orpc/contract'
import { z } from 'zod'

import { declareErrors } from '../errors/declared-errors.ts'
import { RAW_LIMITS } from '../raw-limits.ts'
import { id, instant, createTextField } from '../schemas.ts'
import { cleanText } from '../texts/sanitising.ts'
import { reportCase } from './cases.contract.ts'
import {
  checkFacts,
  checkRule,
  DECISION_GROUNDS,
  DECISION_KINDS,
  MEASURES,
  findMissingDecisionFields,
} from './decision-rules.ts'
import { OPERATIONS_LIMITS } from './operations-limits.ts'

export const DECISIONS_SHOWN = 50

/** Decision without its statement of reasons. */
export const decision = z.object({
  id,
  case_id: id,
  kind: z.enum(DECISION_KINDS),
  ground: z.enum(DECISION_GROUNDS),
  until: instant.nullable(),
  /** Earlier decision that this decision reverses, or upholds after an objection. */
  answers: id.nullable(),
  decided_at: instant,
  /** Operator who decided; present while this operator has a role. */
  decided_by: z.string().nullable(),
  is_undone: z.boolean(),
  /** Time of an unanswered objection. */
  objected_at: instant.nullable(),
  may_undo: z.boolean(),
  /** True when the reader may uphold the decision in answer to an objection. */
  may_uphold: z.boolean(),
})
export type Decision = z.infer<typeof decision>

export const figures = z.object({
  open: z.number().int(),
  /** Median age of open cases (s); null without open cases. */
  median_age_s: z.number().nullable(),
  open_objections: z.number().int(),
  /** Share (0 to 1) of the last 90 days' cases that were decided within a day; null without cases of that age. */
  decided_within_day: z.number().nullable(),
  decided_within_week: z.number().nullable(),
})
export type Figures = z.infer<typeof figures>

const tags = ['Operations']
const COMMON_ERRORS = ['NOT_FOUND', 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_OFF', 'INVALID_INPUT'] as const
const TEXT_ERRORS = ['FIELD_REQUIRED', 'TEXT_INVALID', 'TEXT_TOO_LONG', 'ONLY_MARKUP'] as const
const facts = createTextField(checkFacts, cleanText, { rawMax: RAW_LIMITS.reportText, tooLong: 'TEXT_TOO_LONG' })

export const decisionsContract = {
  decideCase: oc
    .route({
      method: 'POST',
      path: '/operations/cases/{case_id}/decide',
      tags,
      summary: 'Decide a case',
      description:
        'For moderators and owners. The affected person gets a statement of reasons with `facts` and `rule`, ' +
        'unless nothing is decided against them; the reporters get an email. `days` is the length of a suspension. ' +
        'Of concurrent decisions one succeeds.',
    })
    .input(
      z
        .strictObject({
          case_id: id,
          measure: z.enum(MEASURES),
          ground: z.enum(DECISION_GROUNDS),
          facts: facts.optional(),
          rule: createTextField(checkRule, cleanText, {
            rawMax: RAW_LIMITS.reportLaw,
            tooLong: 'TEXT_TOO_LONG',
          }).optional(),
          days: z.int().min(1).max(OPERATIONS_LIMITS.suspensionMaxDays).optional(),
        })
        .superRefine((input, context) => {
          for (const field of findMissingDecisionFields(input))
            context.addIssue({ code: 'custom', path: [field], message: 'FIELD_REQUIRED' })
        }),
    )
    .output(reportCase)
    .errors(
      declareErrors(
        ...COMMON_ERRORS,
        ...TEXT_ERRORS,
        'CASE_NOT_FOUND',
        'ROLE_NEEDED',
        'CASE_TAKEN',
        'CASE_DECIDED',
        'MEASURE_UNSUITED',
        'REPORTED_IS_GONE',
        'ACCOUNT_IS_GONE',
      ),
    ),

  caseDecisions: oc
    .route({
      method: 'GET',
      path: '/operations/cases/{case_id}/decisions',
      tags,
      summary: 'Earlier decisions about the person of a case, newest first',
    })
    .input(z.strictObject({ case_id: id }))
    .output(z.object({ items: z.array(decision) }))
    .errors(declareErrors(...COMMON_ERRORS, 'CASE_NOT_FOUND')),

  undoDecision: oc
    .route({
      method: 'POST',
      path: '/operations/decisions/{decision_id}/undo',
      tags,
      summary: 'Reverse a decision',
      description: 'For moderators and owners. Sends the reasons to the affected person, and answers an objection.',
    })
    .input(z.strictObject({ decision_id: id, facts }))
    .output(decision)
    .errors(
      declareErrors(
        ...COMMON_ERRORS,
        ...TEXT_ERRORS,
        'DECISION_NOT_FOUND',
        'ROLE_NEEDED',
        'DECISION_UNDONE',
        'MEASURE_UNSUITED',
        'ACCOUNT_IS_GONE',
      ),
    ),

  upholdDecision: oc
    .route({
      method: 'POST',
      path: '/operations/decisions/{decision_id}/uphold',
      tags,
      summary: 'Uphold a decision after an objection',
      description: 'For another moderator or owner than the one who decided, if one exists.',
    })
    .input(z.strictObject({ decision_id: id, facts }))
    .output(decision)
    .errors(
      declareErrors(
        ...COMMON_ERRORS,
        ...TEXT_ERRORS,
        'DECISION_NOT_FOUND',
        'ROLE_NEEDED',
        'DECISION_UNDONE',
        'NO_OBJECTION',
        'OBJECTION_FOR_ANOTHER',
        'ACCOUNT_IS_GONE',
      ),
    ),

  objections: oc
    .route({
      method: 'GET',
      path: '/operations/objections',
      tags,
      summary: 'Decisions with an unanswered objection, oldest first',
    })
    .output(z.object({ items: z.array(decision) }))
    .errors(declareErrors('NOT_FOUND', 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_OFF')),

  figures: oc
    .route({
      method: 'GET',
      path: '/operations/figures',
      tags,
      summary: 'Open reports, and the time to a decision',
    })
    .output(figures)
    .errors(declareErrors('NOT_FOUND', 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_OFF')),
}
