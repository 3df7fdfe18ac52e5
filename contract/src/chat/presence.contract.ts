import { oc } from '@orpc/contract'
import { z } from 'zod'

import { declareErrors } from '../errors/declared-errors.ts'
import { id } from '../schemas.ts'

/** Rough time of a person's last presence: within five minutes, or within a day; null when unknown or hidden. */
export const activity = z.enum(['now', 'lately']).nullable()
export type Activity = z.infer<typeof activity>

/** Privacy settings towards partners. People who hide a state cannot see the same state of their partners. */
export const chatPrivacy = z.object({
  shows_activity: z.boolean(),
  shows_reads: z.boolean(),
})
export type ChatPrivacy = z.infer<typeof chatPrivacy>

const tags = ['Chat']

export const presenceProcedures = {
  active: oc
    .route({
      method: 'POST',
      path: '/presence',
      tags,
      summary: "Report your presence, and get the partner's",
      description: 'Call at most once a minute. The stored time is rounded to a few minutes.',
    })
    .input(z.strictObject({ room_id: id.optional() }))
    .output(z.object({ partner: activity }))
    .errors(declareErrors('NO_SESSION', 'ROOM_NOT_FOUND', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS')),

  privacy: oc
    .route({ method: 'GET', path: '/chat-privacy', tags, summary: 'Your chat privacy' })
    .output(chatPrivacy)
    .errors(declareErrors('NO_SESSION', 'TOO_MANY_ATTEMPTS')),

  changePrivacy: oc
    .route({
      method: 'PATCH',
      path: '/chat-privacy',
      tags,
      summary: 'Update your chat privacy',
      description: "Each setting works both ways: hide yours, and you do not see the partner's. Omitted settings stay.",
    })
    .input(z.strictObject(chatPrivacy.partial().shape))
    .output(chatPrivacy)
    .errors(declareErrors('NO_SESSION', 'INVALID_INPUT', 'TOO_MANY_ATTEMPTS')),
}
