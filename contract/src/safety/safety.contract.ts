import { oc } from '@orpc/contract'
import { z } from 'zod'

import { errors } from '../declared-errors.ts'
import { profile } from '../profiles/profiles.contract.ts'
import { cursor, id, instant } from '../schemas.ts'

/** How many people one page of the blocked ones has. */
export const BLOCKS_PAGE_SIZE = 20

/** Somebody whom the reader has blocked. */
export const block = z.object({
  person_id: id,
  /** Null where there is no profile any more. */
  person: profile.nullable(),
  created_at: instant,
})
export type Block = z.infer<typeof block>

/** What a person has done about another one, for all of their tabs. */
export const blockChange = z.object({ person_id: id, blocked: z.boolean() })
export type BlockChange = z.infer<typeof blockChange>

const tags = ['Safety']

export const safetyContract = {
  blocks: oc
    .route({
      method: 'GET',
      path: '/blocks',
      tags,
      summary: 'Whom you blocked, the latest first',
      description: 'With `person_id`, only whether you blocked that person.',
    })
    .input(z.strictObject({ cursor: cursor.optional(), person_id: id.optional() }))
    .output(z.object({ items: z.array(block), next_cursor: z.string().nullable() }))
    .errors(errors('NO_SESSION', 'INVALID_INPUT')),

  block: oc
    .route({
      method: 'POST',
      path: '/blocks',
      tags,
      summary: 'Block a person',
      description:
        'Works both ways, at once: pending requests between the two end, their open room closes, and pending payment ' +
        'requests are cancelled. Neither can write to the other or finds them among the experts. Nobody is told of it. ' +
        'Blocking somebody twice changes nothing.',
    })
    .input(z.strictObject({ person_id: id }))
    .output(block)
    .errors(
      errors(
        'NO_SESSION',
        'INVALID_INPUT',
        'BLOCK_OF_SELF',
        'PROFILE_NOT_FOUND',
        'PROFILE_NOT_PUBLIC',
        'TOO_MANY_ATTEMPTS',
      ),
    ),

  unblock: oc
    .route({
      method: 'DELETE',
      path: '/blocks/{person_id}',
      tags,
      summary: 'Unblock a person',
      description: 'What blocking ended stays ended. Unblocking somebody whom you have not blocked changes nothing.',
    })
    .input(z.strictObject({ person_id: id }))
    .output(blockChange)
    .errors(errors('NO_SESSION', 'INVALID_INPUT')),
}
