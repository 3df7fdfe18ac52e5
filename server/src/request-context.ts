import type { FastifyReply, FastifyRequest } from 'fastify'

import type { SessionService } from './features/auth/sessions/session.service.ts'
import type { RequestContext } from './implementation.ts'
import { openCookies } from './platform/http/cookies.ts'
import { isFromHere } from './platform/http/loopback.ts'
import { readMailLanguage, readPageLanguage } from './platform/http/preferences.ts'
import type { Viewer } from './viewer.ts'

/** Who a request is from and what else procedures know of it, as HTTP tells it. */
export function createRequestContexts({ sessions }: { sessions: Pick<SessionService, 'identify'> }) {
  /** Whose request it is; prolongs the session when it is time. */
  async function identify(request: FastifyRequest, reply: FastifyReply): Promise<Viewer | null> {
    const { authorization, cookie } = request.headers
    const { viewer, cookies } = await sessions.identify(
      new Headers({ ...(authorization === undefined ? {} : { authorization }), cookie: cookie ?? '' }),
    )
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    return viewer
  }

  async function createContext(request: FastifyRequest, reply: FastifyReply): Promise<RequestContext> {
    const viewer = await identify(request, reply)
    return {
      viewer,
      language: readMailLanguage(request),
      pageLanguage: readPageLanguage(request),
      clientAddress: request.ip,
      isFromHere: isFromHere(request),
      cookies: openCookies(request, reply),
    }
  }

  return { identify, createContext }
}
