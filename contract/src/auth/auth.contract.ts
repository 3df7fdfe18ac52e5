import { oc } from '@orpc/contract'
import { z } from 'zod'

import { id, instant } from '../schemas.ts'

const session = z.object({
  user: z.object({ id, email: z.string() }),
  /** Whether the profile that most screens ask for exists (spec 2, guarded route). */
  has_profile: z.boolean(),
  expires_at: instant,
})
export type Session = z.infer<typeof session>

export const authContract = {
  session: oc
    .route({
      method: 'GET',
      path: '/session',
      tags: ['Session'],
      summary: 'Who is logged in',
      description: 'Null for a visitor. Signing up, in and out goes through `/api/auth`.',
    })
    .output(session.nullable()),
}
