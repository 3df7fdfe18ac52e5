import { oc } from '@orpc/contract'
import { z } from 'zod'

import { REQUEST_STATUSES } from '../connection-requests/request-life-cycle.ts'
import { declareErrors } from '../errors/declared-errors.ts'
import { LANGUAGES } from '../languages.ts'
import { NOTIFICATION_KINDS } from '../notifications/notification-kinds.ts'
import { PAYMENT_STATUSES } from '../payments/payment-life-cycle.ts'
import { RAW_LIMITS } from '../raw-limits.ts'
import { REPORT_CATEGORIES } from '../safety/report-rules.ts'
import { id, instant, createStorableTextSchema, createTextField } from '../schemas.ts'
import { cleanText } from '../texts/sanitising.ts'
import { checkFacts, checkRule, DECISION_GROUNDS } from './decision-rules.ts'
import { decision } from './decisions.contract.ts'
import { OPERATIONS_LIMITS } from './operations-limits.ts'
import { OPERATOR_ROLES } from './operator-roles.ts'

export const PEOPLE_FOUND_MAX = 25
/** Maximum rows of each kind per person, newest first. */
export const PERSON_ROWS_SHOWN = 10

const standing = z.enum(['good', 'suspended', 'banned'])

export const foundPerson = z.object({
  id,
  name: z.string().nullable(),
  /** Null once the account is closed. */
  email: z.string().nullable(),
  created_at: instant,
  standing,
})
export type FoundPerson = z.infer<typeof foundPerson>

const counts = z.array(z.object({ status: z.enum(REQUEST_STATUSES), count: z.number().int() }))

/** Account: ids, states, counts and times, without texts that people wrote. */
export const personAccount = foundPerson.extend({
  is_confirmed: z.boolean(),
  /** Language of the person's mails; null when unknown. */
  language: z.enum(LANGUAGES).nullable(),
  role: z.enum(OPERATOR_ROLES).nullable(),
  has_password: z.boolean(),
  has_google: z.boolean(),
  has_second_factor: z.boolean(),
  sessions: z.array(
    z.object({ id, user_agent: z.string().nullable(), created_at: instant, /** To the day. */ seen_at: instant }),
  ),
  requests: z.object({
    sent: counts,
    received: counts,
    latest: z.array(
      z.object({ id, is_sent: z.boolean(), other_id: id, status: z.enum(REQUEST_STATUSES), created_at: instant }),
    ),
  }),
  /** Reports by or about the person, without cases that involve the reader. */
  reports: z.array(
    z.object({
      case_id: id,
      /** True when the person reported the case; false when the person is the affected one. */
      is_theirs: z.boolean(),
      category: z.enum(REPORT_CATEGORIES),
      created_at: instant,
      decided_at: instant.nullable(),
    }),
  ),
  standing_since: instant.nullable(),
  standing_until: instant.nullable(),
  decisions: z.array(decision),
  /** Null for people who never began to sell. */
  seller: z
    .object({
      transfers: z.enum(['active', 'pending', 'restricted', 'rejected', 'unsupported']).nullable(),
      /** Number of Stripe's open requirements. */
      due: z.number().int(),
    })
    .nullable(),
  payments: z.array(
    z.object({
      id,
      is_seller: z.boolean(),
      /** In cents. */
      amount: z.int(),
      currency: z.string(),
      status: z.enum(PAYMENT_STATUSES),
      created_at: instant,
    }),
  ),
  /** Block on paying and adding cards after too many declined cards; null without a block. */
  payment_block: z.object({ began_at: instant, ends_at: instant, may_lift: z.boolean() }).nullable(),
  notifications: z.array(z.object({ id, kind: z.enum(NOTIFICATION_KINDS), created_at: instant })),
  may_suspend: z.boolean(),
})
export type PersonAccount = z.infer<typeof personAccount>

const tags = ['Operations']
const COMMON = ['NOT_FOUND', 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_OFF', 'INVALID_INPUT'] as const

export const peopleContract = {
  findPeople: oc
    .route({
      method: 'GET',
      path: '/operations/people',
      tags,
      summary: 'Find people by part of their name, or by full email address or id',
      description: `At most ${PEOPLE_FOUND_MAX}; \`is_more\` says that there are others.`,
    })
    .input(
      z.strictObject({
        query: createStorableTextSchema(OPERATIONS_LIMITS.personQueryMax).min(OPERATIONS_LIMITS.personQueryMin),
      }),
    )
    .output(z.object({ items: z.array(foundPerson), is_more: z.boolean() }))
    .errors(declareErrors(...COMMON)),

  lookAtPerson: oc
    .route({
      method: 'POST',
      path: '/operations/people/{person_id}/look',
      tags,
      summary: 'View an account',
      description: 'Ids, states, counts and times, without any text of the person. Recorded in the audit log.',
    })
    .input(z.strictObject({ person_id: id }))
    .output(personAccount)
    .errors(declareErrors(...COMMON, 'PERSON_NOT_FOUND')),

  liftPaymentBlock: oc
    .route({
      method: 'POST',
      path: '/operations/people/{person_id}/payment-block/lift',
      tags,
      summary: 'Lift a payment block after declined cards',
      description:
        'For moderators and owners, not for themselves; only owners for an owner. Earlier declined cards no longer ' +
        'count. Recorded in the audit log.',
    })
    .input(z.strictObject({ person_id: id }))
    .output(z.object({ ok: z.literal(true) }))
    .errors(declareErrors(...COMMON, 'PERSON_NOT_FOUND', 'ROLE_NEEDED', 'OWN_ACCOUNT', 'PAYMENT_BLOCK_OVER')),

  suspendPerson: oc
    .route({
      method: 'POST',
      path: '/operations/people/{person_id}/suspend',
      tags,
      summary: 'Suspend a person',
      description:
        'For moderators and owners, not for themselves; only owners suspend an owner. The person gets a statement ' +
        'of reasons with `facts` and `rule`. Decides the open reports about their profile. Reversing the decision ' +
        'lifts the suspension.',
    })
    .input(
      z.strictObject({
        person_id: id,
        ground: z.enum(DECISION_GROUNDS),
        facts: createTextField(checkFacts, cleanText, { rawMax: RAW_LIMITS.reportText, tooLong: 'TEXT_TOO_LONG' }),
        rule: createTextField(checkRule, cleanText, { rawMax: RAW_LIMITS.reportLaw, tooLong: 'TEXT_TOO_LONG' }),
        days: z.int().min(1).max(OPERATIONS_LIMITS.suspensionMaxDays),
      }),
    )
    .output(z.object({ ok: z.literal(true) }))
    .errors(
      declareErrors(
        ...COMMON,
        'FIELD_REQUIRED',
        'TEXT_INVALID',
        'TEXT_TOO_LONG',
        'ONLY_MARKUP',
        'PERSON_NOT_FOUND',
        'ROLE_NEEDED',
        'OWN_ACCOUNT',
        'ALREADY_KEPT_OUT',
        'CASE_NOT_FOUND',
        'CASE_TAKEN',
        'CASE_DECIDED',
        'ACCOUNT_IS_GONE',
      ),
    ),
}
