import type { FastifyReply, FastifyRequest } from 'fastify'

import type { SessionService } from './features/auth/sessions/session.service.ts'
import type { RequestContext } from './implementation.ts'
import { openCookies } from './platform/http/cookies.ts'
import { isFromHere } from './platform/http/loopback.ts'
import { readMailLanguage, readPageLanguage } from './platform/http/preferences.ts'
import type { Viewer } from './viewer.ts'

/** Who a request is from and what else procedures know of it, as HTTP tells it. */
export function createRequestContexts({ sessions }: { sessions: Pick<SessionService, 'identify'> }) {
  async function look(request: FastifyRequest, reply: FastifyReply) {
    const { authorization, cookie } = request.headers
    const shown = new Headers({ ...(authorization === undefined ? {} : { authorization }), cookie: cookie ?? '' })
    const { viewer, waiting, cookies } = await sessions.identify(shown)
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    return { viewer, waiting, shown }
  }

  /** Whose request it is; prolongs the session when it is time. */
  const identify = async (request: FastifyRequest, reply: FastifyReply): Promise<Viewer | null> =>
    (await look(request, reply)).viewer

  async function createContext(request: FastifyRequest, reply: FastifyReply): Promise<RequestContext> {
    return {
      ...(await look(request, reply)),
      language: readMailLanguage(request),
      pageLanguage: readPageLanguage(request),
      clientAddress: request.ip,
      isFromHere: isFromHere(request),
      cookies: openCookies(request, reply),
    }
  }

  return { identify, createContext }
}
