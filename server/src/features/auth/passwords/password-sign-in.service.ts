import type { Database } from '../../../platform/database/database.ts'
import { deleteSessionByToken, findPasswordHashByEmail, findSettledPasswordHashByEmail } from '../auth.repository.ts'
import { type Authentication, signedIn } from '../authentication.ts'

export type PasswordSignIn = ReturnType<typeof createPasswordSignIn>

/** Signing in with a password beside changes of that password. */
export function createPasswordSignIn({ db, authentication }: { db: Database; authentication: Authentication }) {
  return {
    /**
     * Signs in with a password. One that is replaced at the same moment, by a reset or a change, opens no
     * session that outlives it: better-auth makes the session some time after it looked at the password, and
     * what ended all sessions in between did not see that one.
     * @param request for better-auth's own endpoint
     * @returns better-auth's answer, a success or a refusal; null when the password was replaced meanwhile
     */
    signIn: async (email: string, request: Request): Promise<Response | null> => {
      const before = await findPasswordHashByEmail(db, email)
      const answer = await authentication.handler(request)
      if (!answer.ok) return answer
      // Should this fail, the session stays behind, but nobody was given its token. A replacement that begins
      // after this look finds the session and ends it.
      const after = await findSettledPasswordHashByEmail(db, email)
      if (after === before) return answer
      await deleteSessionByToken(db, signedIn.parse(await answer.json()).token)
      return null
    },
  }
}
