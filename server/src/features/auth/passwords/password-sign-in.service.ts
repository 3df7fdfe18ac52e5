import type { Database } from '../../../platform/database/database.ts'
import { deleteSessionByToken, findPasswordHashByEmail, findSettledPasswordHashByEmail } from '../auth.repository.ts'
import { type Authentication, signedIn } from '../authentication.ts'

export type PasswordSignIn = ReturnType<typeof createPasswordSignIn>

/** Sign-in with a password, safe against concurrent changes of that password. */
export function createPasswordSignIn({ db, authentication }: { db: Database; authentication: Authentication }) {
  return {
    /**
     * Signs in with a password. A password that is replaced concurrently, by a reset or a change, opens no session that
     * outlives it. better-auth creates the session some time after it checked the password. A deletion of all sessions
     * in between did not see that one.
     * @param request for better-auth's own endpoint
     * @returns better-auth's answer, a success or a refusal; null when the password was replaced concurrently
     */
    signIn: async (email: string, request: Request): Promise<Response | null> => {
      const before = await findPasswordHashByEmail(db, email)
      const answer = await authentication.handler(request)
      if (!answer.ok) return answer
      // If this fails, the session remains, but no client has its token. A replacement that begins after this read
      // finds the session and ends it.
      const after = await findSettledPasswordHashByEmail(db, email)
      if (after === before) return answer
      await deleteSessionByToken(db, signedIn.parse(await answer.json()).token)
      return null
    },
  }
}
