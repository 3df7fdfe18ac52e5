import { oc } from '@orpc/contract'
import { z } from 'zod'

import { declareErrors } from '../errors/declared-errors.ts'
import { LIMITS } from '../limits.ts'
import { profile } from '../profiles/profiles.contract.ts'
import { createStorableTextSchema, cursor, id, instant } from '../schemas.ts'
import { matchedPart } from '../texts/matched-part.ts'

const foundMessage = z.object({
  room_id: id,
  seq: z.int(),
  sender_id: id,
  partner: profile,
  /** Excerpt of the message around the first words that match; for a file, its name. */
  match: z.array(matchedPart),
  is_file: z.literal(true).optional(),
  created_at: instant,
})
export type FoundMessage = z.infer<typeof foundMessage>

const foundMessages = z.object({ items: z.array(foundMessage), next_cursor: z.string().nullable() })
export type FoundMessages = z.infer<typeof foundMessages>

export const searchMessages = oc
  .route({
    method: 'GET',
    path: '/messages',
    tags: ['Chat'],
    summary: 'Search your messages, newest first',
    description:
      'Finds messages and file names of all your rooms, or of one, that have every word of the query, or words that begin ' +
      'with them, ignoring case, accents, apostrophes and signs. Deleted, removed and earlier texts are not found.',
  })
  .input(
    z.strictObject({
      query: createStorableTextSchema(LIMITS.searchMax),
      room_id: id.optional(),
      cursor: cursor.optional(),
    }),
  )
  .output(foundMessages)
  .errors(declareErrors('NO_SESSION', 'ROOM_NOT_FOUND', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS'))
