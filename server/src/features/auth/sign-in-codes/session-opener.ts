import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/** Creates a session and its cookie for our own sign-ins. No HTTP request reaches this endpoint. */
export function createSessionOpenerPlugin() {
  return {
    id: 'session-opener',
    endpoints: {
      openSession: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ userId: z.uuid() }) },
        async (call) => {
          const { internalAdapter } = call.context
          const user = await internalAdapter.findUserById(call.body.userId)
          if (!user) throw new APIError('NOT_FOUND')
          const session = await internalAdapter.createSession(user.id)
          await setSessionCookie(call, { session, user })
          return call.json({ token: session.token, user })
        },
      ),
    },
  }
}
