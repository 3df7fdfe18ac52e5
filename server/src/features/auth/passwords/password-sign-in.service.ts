import type { Database } from '../../../platform/database/database.ts'
import { deleteSessionByToken, findPasswordHashByEmail, findSettledPasswordHashByEmail } from '../auth.repository.ts'
import { type Authentication, signedIn } from '../authentication.ts'

export type PasswordSignIn = ReturnType<typeof createPasswordSignIn>

export function createPasswordSignIn({ db, authentication }: { db: Database; authentication: Authentication }) {
  return {
    /**
     * better-auth creates a session some time after checking the password: a deletion of all sessions in between misses
     * it.
     * @returns null when the password was replaced concurrently
     */
    signIn: async (email: string, request: Request): Promise<Response | null> => {
      const before = await findPasswordHashByEmail(db, email)
      const answer = await authentication.handler(request)
      if (!answer.ok) return answer
      // If this fails, no client has the session's token. A later replacement finds the session and ends it.
      const after = await findSettledPasswordHashByEmail(db, email)
      if (after === before) return answer
      await deleteSessionByToken(db, signedIn.parse(await answer.json()).token)
      return null
    },
  }
}
