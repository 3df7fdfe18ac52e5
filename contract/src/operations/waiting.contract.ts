import { oc } from '@orpc/contract'
import { z } from 'zod'

import { declareErrors } from '../errors/declared-errors.ts'
import { createCategoryField } from '../profiles/category-field.ts'
import { cursor, id, instant } from '../schemas.ts'
import { INVITED_AT_ONCE_MAX } from '../waiting-list/invitations.ts'

export const WAITING_PAGE_SIZE = 50

export const waitingEntry = z.object({
  id,
  full_name: z.string(),
  email: z.string(),
  category: z.string(),
  since: instant,
  invited_until: instant.nullable(),
  /** True while an invitation is valid. */
  is_invited: z.boolean(),
})
export type WaitingEntry = z.infer<typeof waitingEntry>

export const waitingCount = z.object({
  category: z.string(),
  waiting: z.number().int(),
  invited: z.number().int(),
  /** People who signed up by invitation. */
  came: z.number().int(),
})
export type WaitingCount = z.infer<typeof waitingCount>

const tags = ['Operations']
const category = createCategoryField('CATEGORY_REQUIRED')
const COMMON_ERRORS = ['NOT_FOUND', 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_OFF', 'INVALID_INPUT'] as const

export const waitingContract = {
  waitingList: oc
    .route({
      method: 'GET',
      path: '/operations/waiting-list',
      tags,
      summary: 'The waiting list, oldest first',
      description: 'Excludes people who have an account by now.',
    })
    .input(z.strictObject({ category: category.optional(), cursor: cursor.optional() }))
    .output(z.object({ items: z.array(waitingEntry), next_cursor: z.string().nullable() }))
    .errors(declareErrors(...COMMON_ERRORS, 'CATEGORY_REQUIRED')),

  waitingCounts: oc
    .route({
      method: 'GET',
      path: '/operations/waiting-list/counts',
      tags,
      summary: 'Waiting, invited and registered people by category',
    })
    .output(z.object({ items: z.array(waitingCount) }))
    .errors(declareErrors('NOT_FOUND', 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_OFF')),

  invite: oc
    .route({
      method: 'POST',
      path: '/operations/waiting-list/invite',
      tags,
      summary: 'Invite the next people of a category',
      description:
        'For moderators and owners. Emails each a link that works once, for 14 days. People never invited come ' +
        'first, oldest first. Each invitation is recorded in the audit log.',
    })
    .input(
      z.strictObject({
        category,
        count: z
          .number({ error: 'INVITED_COUNT' })
          .int({ error: 'INVITED_COUNT' })
          .min(1, { error: 'INVITED_COUNT' })
          .max(INVITED_AT_ONCE_MAX, { error: 'INVITED_COUNT' }),
      }),
    )
    .output(z.object({ invited: z.number().int() }))
    .errors(declareErrors(...COMMON_ERRORS, 'CATEGORY_REQUIRED', 'INVITED_COUNT', 'ROLE_NEEDED')),
}
