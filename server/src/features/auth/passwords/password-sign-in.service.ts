import type { Database } from '../../../platform/database/database.ts'
import { deleteSessionByToken, findPasswordHashByEmail, findCommittedPasswordHashByEmail } from '../auth.repository.ts'
import { type Authentication, signedIn } from '../authentication.ts'

export type PasswordSignIn = ReturnType<typeof createPasswordSignIn>

export function createPasswordSignIn({ db, authentication }: { db: Database; authentication: Authentication }) {
  return {
    /**
     * better-auth creates the session after it checks the password. A reset in between cannot end that session.
     * @returns null when the password was replaced concurrently
     */
    signIn: async (email: string, request: Request): Promise<Response | null> => {
      const before = await findPasswordHashByEmail(db, email)
      const answer = await authentication.handler(request)
      if (!answer.ok) return answer
      // If this read fails, no client receives the session's token, and a later password reset ends the session.
      const after = await findCommittedPasswordHashByEmail(db, email)
      if (after === before) return answer
      await deleteSessionByToken(db, signedIn.parse(await answer.json()).token)
      return null
    },
  }
}
