import type { FastifyReply, FastifyRequest } from 'fastify'

import type { SessionService } from './features/auth/sessions/session.service.ts'
import { type RequestContext, requireViewer } from './implementation.ts'
import { openCookies } from './platform/http/cookies.ts'
import { isFromThisMachine } from './platform/http/loopback.ts'
import { readMailLanguage, readPageLanguage } from './platform/http/pages/preferences.ts'
import type { Viewer } from './viewer.ts'

export function createRequestContexts({ sessions }: { sessions: Pick<SessionService, 'identify'> }) {
  async function identifySession(request: FastifyRequest, reply: FastifyReply) {
    const { authorization, cookie } = request.headers
    const shown = new Headers({ ...(authorization === undefined ? {} : { authorization }), cookie: cookie ?? '' })
    const { viewer, waiting, restricted, cookies } = await sessions.identify(shown)
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    return { viewer, waiting, restricted, shown }
  }

  /** @throws Refusal SUSPENDED, BANNED, UNAVAILABLE */
  async function identify(request: FastifyRequest, reply: FastifyReply): Promise<Viewer | null> {
    const found = await identifySession(request, reply)
    return found.restricted ? requireViewer(found) : found.viewer
  }

  /** Identifies people, including suspended and banned people. */
  async function identifyAccount(request: FastifyRequest, reply: FastifyReply): Promise<Viewer | null> {
    const { viewer, restricted } = await identifySession(request, reply)
    return restricted?.viewer ?? viewer
  }

  async function createContext(request: FastifyRequest, reply: FastifyReply): Promise<RequestContext> {
    return {
      ...(await identifySession(request, reply)),
      language: readMailLanguage(request),
      pageLanguage: readPageLanguage(request),
      clientAddress: request.ip,
      isFromHere: isFromThisMachine(request),
      cookies: openCookies(request, reply),
    }
  }

  return { identify, identifyAccount, createContext }
}
