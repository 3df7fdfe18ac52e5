import { oc } from '@orpc/contract'
import { z } from 'zod'

import { emailField } from '../auth/auth-fields.ts'
import { declareErrors } from '../errors/declared-errors.ts'
import { id, instant, wholeNumber } from '../schemas.ts'
import { booksContract } from './books.contract.ts'
import { casesContract } from './cases.contract.ts'
import { dailyFiguresContract } from './daily-figures.contract.ts'
import { decisionsContract } from './decisions.contract.ts'
import { disputesContract } from './disputes.contract.ts'
import { healthContract } from './health.contract.ts'
import { OPERATOR_ROLES } from './operator-roles.ts'
import { pagesContract } from './pages.contract.ts'
import { paymentsLookupContract } from './payments-lookup.contract.ts'
import { peopleContract } from './people.contract.ts'
import { refundsContract } from './refunds.contract.ts'
import { settingsContract } from './settings.contract.ts'
import { waitingContract } from './waiting.contract.ts'

export const AUDIT_LOG_PAGE_SIZE = 50

const role = z.enum(OPERATOR_ROLES)

export const operator = z.object({
  user_id: id,
  email: z.string(),
  role,
  since: instant,
})
export type Operator = z.infer<typeof operator>

/** Action of an operator: ids and states, never names or texts. */
export const auditEntry = z.object({
  id: z.number().int(),
  created_at: instant,
  /** Null for the server's command line. */
  actor_id: id.nullable(),
  /** Email address of the actor while the account has a role. */
  actor_email: z.string().nullable(),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: id,
  /** Category, if the subject is a category. `subject_id` is then the id of the site. */
  subject_slug: z.string().nullish(),
  state_before: z.string().nullable(),
  state_after: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>

const tags = ['Operations']
const COMMON_ERRORS = ['NOT_FOUND', 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_OFF'] as const

/** Accounts without a role receive NOT_FOUND for any input. All procedures but `me` may require a second factor. */
export const operationsContract = {
  ...casesContract,
  ...decisionsContract,
  ...settingsContract,
  ...waitingContract,
  ...healthContract,
  ...dailyFiguresContract,
  ...booksContract,
  ...refundsContract,
  ...disputesContract,
  ...paymentsLookupContract,
  ...peopleContract,
  ...pagesContract,

  me: oc
    .route({ method: 'GET', path: '/operations/me', tags, summary: 'Your operator role' })
    .output(
      z.object({
        role,
        /** State of the second factor, which other procedures may require. Servers of an earlier release omit it. */
        second_factor: z.enum(['passed', 'code_needed', 'turn_on_needed']).optional(),
      }),
    )
    .errors(declareErrors('NOT_FOUND')),

  operators: oc
    .route({ method: 'GET', path: '/operations/operators', tags, summary: 'The operators, earliest first' })
    .output(z.object({ items: z.array(operator) }))
    .errors(declareErrors(...COMMON_ERRORS)),

  changeRole: oc
    .route({
      method: 'PUT',
      path: '/operations/operators',
      tags,
      summary: "Set or remove an account's role",
      description:
        'For owners. `role` null removes the role; the last owner cannot be removed. Changes are recorded in the ' +
        'audit log; repeating one changes nothing.',
    })
    .input(z.strictObject({ email: emailField, role: role.nullable() }))
    .output(z.object({ items: z.array(operator) }))
    .errors(
      declareErrors(
        ...COMMON_ERRORS,
        'INVALID_INPUT',
        'FIELD_REQUIRED',
        'EMAIL_INVALID',
        'ROLE_NEEDED',
        'NO_SUCH_ACCOUNT',
        'ACCOUNT_NOT_CONFIRMED',
        'LAST_OWNER',
      ),
    ),

  auditLog: oc
    .route({
      method: 'GET',
      path: '/operations/audit-log',
      tags,
      summary: 'The audit log, newest first',
      description: '`before` returns older entries than that id; pass `next_before` for the next page.',
    })
    .input(z.strictObject({ before: wholeNumber.optional() }))
    .output(z.object({ items: z.array(auditEntry), next_before: z.number().int().nullable() }))
    .errors(declareErrors(...COMMON_ERRORS, 'INVALID_INPUT')),
}
