import { fileURLToPath } from 'node:url'

import type { FastifyReply, FastifyRequest } from 'fastify'
import { firstLanguage, LOCALE_HEADER } from '@kundig/contract/languages'

import { authProcedures, serveAuthentication } from './features/auth/auth.routes.ts'
import { createAuthentication } from './features/auth/authentication.ts'
import { createSessionService } from './features/auth/session.service.ts'
import { createChatEvents } from './features/chat/chat.events.ts'
import { serveChatLive } from './features/chat/chat.live.ts'
import { chatProcedures } from './features/chat/chat.routes.ts'
import { createMessageService } from './features/chat/message.service.ts'
import { createRoomService } from './features/chat/room.service.ts'
import { connectionRequestProcedures } from './features/connection-requests/connection-requests.routes.ts'
import { createRequestEvents } from './features/connection-requests/request.events.ts'
import { createRequestService } from './features/connection-requests/request.service.ts'
import { createProfileService } from './features/profiles/profile.service.ts'
import { profileProcedures } from './features/profiles/profiles.routes.ts'
import { waitingListProcedures } from './features/waiting-list/waiting-list.routes.ts'
import { implementation, type RequestContext } from './implementation.ts'
import { openDatabase } from './platform/database/database.ts'
import { createHttpServer } from './platform/http/http-server.ts'
import { createOrigins } from './platform/http/origins.ts'
import { readPages } from './platform/http/pages.ts'
import { serveProcedures } from './platform/http/procedures.ts'
import { createLiveServer } from './platform/live/live-server.ts'
import type { Logger } from './platform/logging/logger.ts'

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))

export interface AppOptions {
  databaseUrl: string
  databasePool: number
  publicUrl: string | undefined
  host: string
  /** A port that is known beforehand: our own origin is made of it. */
  port: number
  authSecret: string
  logger: Logger
  /** Whether to serve the built web application; tests of the API do without. */
  withPages: boolean
}

export interface App {
  /** Where people reach it. */
  url: string
  /** Stops taking new work, lets what is under way finish, then closes everything. */
  close: () => Promise<void>
}

/**
 * Wires the features to the platform and to each other, and listens.
 * @throws Error with code EADDRINUSE when the port is taken
 */
export async function startApp(options: AppOptions): Promise<App> {
  const { logger } = options
  const { db, close: closeDatabase } = openDatabase(options.databaseUrl, options.databasePool, logger)
  const origins = createOrigins(options.publicUrl, options.port)
  const pages = options.withPages ? await readPages(WEB_FOLDER) : undefined
  const server = await createHttpServer({ logger, origins, inlineScripts: pages?.inlineScripts ?? [] })

  const authentication = createAuthentication({
    db,
    origins,
    secret: options.authSecret,
    logger,
    onSessionEnded: (sessionId) => live.endSession(sessionId),
  })
  const sessions = createSessionService({ db, authentication })
  const live = createLiveServer({
    server: server.server,
    origins,
    logger,
    authenticate: async (headers) => (await sessions.identify(headers)).viewer,
    stillLives: sessions.expiry,
  })

  const profiles = createProfileService({ db })
  const chatEvents = createChatEvents(live)
  const rooms = createRoomService({ db, profiles, events: chatEvents })
  const messages = createMessageService({ db, events: chatEvents })
  const requests = createRequestService({ db, profiles, rooms, events: createRequestEvents(live) })

  const router = implementation.router({
    auth: authProcedures({ hasProfile: profiles.exists }),
    profiles: profileProcedures(profiles),
    waitingList: waitingListProcedures({ db }),
    connectionRequests: connectionRequestProcedures(requests),
    chat: chatProcedures({ rooms, messages }),
  })
  const createContext = async (request: FastifyRequest, reply: FastifyReply): Promise<RequestContext> => {
    const { viewer, cookies } = await sessions.identify(new Headers({ cookie: request.headers.cookie ?? '' }))
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    const language = firstLanguage(request.headers[LOCALE_HEADER], request.headers['accept-language'])
    return { viewer, language, clientAddress: request.ip }
  }

  serveAuthentication(server, authentication)
  await serveProcedures(server, {
    router,
    createContext,
    logger,
    info: {
      title: 'Kundig',
      version: '1',
      description:
        'Profiles, connection requests and one-to-one chat. Log in with POST /api/auth/sign-in/email; the session is a cookie.',
    },
  })
  serveChatLive({ live, rooms, messages, logger })
  await pages?.serve(server)

  try {
    await server.listen({ host: options.host, port: options.port })
  } catch (error) {
    await live.close()
    await closeDatabase()
    throw error
  }
  return {
    url: origins.base,
    close: async () => {
      // Together: each waits for connections that the other one ends.
      await Promise.all([live.close(), server.close()])
      await closeDatabase()
    },
  }
}
