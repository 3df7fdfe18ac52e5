import type { Server as HttpServer } from 'node:http'

import { Server, type Socket } from 'socket.io'

import { CONNECTION_REFUSED, type ClientToServerEvents, type ServerToClientEvents } from '@kundig/contract/live-events'

import { isForeign, type Origins } from '../http/origins.ts'
import type { Logger } from '../logging/logger.ts'

/** The largest packet a client may send (bytes). */
const PACKET_LIMIT_BYTES = 64 * 1024
/** More packets than this from one connection within a second is a flood; the connection is cut. */
const PACKETS_PER_SECOND = 100
/** Longest delay that a timer takes (ms); a session that lives longer is looked at again then. */
const TIMER_MAX_MS = 2_147_000_000

/** Whose connection it is. */
export interface LiveSession {
  userId: string
  sessionId: string
  expiresAt: Date
}

interface SocketData {
  session: LiveSession
}

export type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, Record<string, never>, SocketData>

export interface LiveServerOptions {
  server: HttpServer
  origins: Origins
  logger: Logger
  /** Whose session a connection's headers carry, looked up afresh; null when nobody's. */
  authenticate: (headers: Headers) => Promise<LiveSession | null>
  /** Whether a session still lives, and until when. */
  stillLives: (sessionId: string) => Promise<Date | null>
}

export interface LiveServer {
  /** Sends an event to every tab of a person. */
  toUser: <Name extends keyof ServerToClientEvents>(
    userId: string,
    name: Name,
    ...payload: Parameters<ServerToClientEvents[Name]>
  ) => void
  /** Ends the connections of a session: it is over. */
  endSession: (sessionId: string) => void
  onConnection: (handler: (socket: LiveSocket) => void) => void
  /** Counts a piece of work as under way, so that a drain waits for it. */
  track: <T>(work: Promise<T>) => Promise<T>
  /** Takes nothing new, lets work under way finish and be acknowledged, then closes every connection. */
  close: () => Promise<void>
}

const userRoom = (userId: string): string => `user:${userId}`
const sessionRoom = (sessionId: string): string => `session:${sessionId}`

/** The live side of the server: one Socket.IO connection per tab, each bound to a session. */
export function createLiveServer({ server, origins, logger, authenticate, stillLives }: LiveServerOptions): LiveServer {
  const io = new Server<ClientToServerEvents, ServerToClientEvents, Record<string, never>, SocketData>(server, {
    path: '/live',
    serveClient: false,
    maxHttpBufferSize: PACKET_LIMIT_BYTES,
    perMessageDeflate: false,
    allowRequest: (request, decide) =>
      decide(
        isForeign(request.headers, origins) ? CONNECTION_REFUSED.origin : null,
        !isForeign(request.headers, origins),
      ),
  })
  const underWay = new Set<Promise<unknown>>()
  let closing = false

  io.use((socket, next) => {
    if (closing) return next(new Error('UNAVAILABLE'))
    authenticate(new Headers({ cookie: socket.handshake.headers.cookie ?? '' })).then(
      (session) => {
        if (!session) return next(new Error(CONNECTION_REFUSED.noSession))
        socket.data.session = session
        return next()
      },
      (error: unknown) => {
        logger.warn(
          { reason: error instanceof Error ? error.name : 'unknown' },
          'live connection could not be authenticated',
        )
        next(new Error('UNAVAILABLE'))
      },
    )
  })

  io.on('connection', (socket) => {
    // Whoever sends on and on would hold a drain up for ever. Unacknowledged, it is sent again after the restart.
    socket.use((_packet, next) => {
      if (!closing) next()
    })
    const { session } = socket.data
    // Joined before anything else: whatever is published from here on reaches this tab.
    void socket.join([userRoom(session.userId), sessionRoom(session.sessionId)])
    endWhenExpired(socket)
    cutOffFloods(socket)
  })

  function end(socket: LiveSocket): void {
    socket.emit('session.ended')
    socket.disconnect(true)
  }

  function endWhenExpired(socket: LiveSocket): void {
    let timer: NodeJS.Timeout | undefined
    const wait = (until: Date): void => {
      clearTimeout(timer)
      if (socket.disconnected) return
      timer = setTimeout(() => void check(), Math.min(Math.max(until.getTime() - Date.now(), 0) + 50, TIMER_MAX_MS))
      timer.unref()
    }
    const check = async (): Promise<void> => {
      try {
        const until = await stillLives(socket.data.session.sessionId)
        if (until && until.getTime() > Date.now()) wait(until)
        else end(socket)
      } catch {
        // The database is away: look again soon instead of throwing everyone out.
        wait(new Date(Date.now() + 5000))
      }
    }
    wait(socket.data.session.expiresAt)
    socket.on('disconnect', () => clearTimeout(timer))
    // It may have been ended between being looked up and being joined to its room.
    void check().catch(() => undefined)
  }

  function cutOffFloods(socket: LiveSocket): void {
    let windowStart = Date.now()
    let packets = 0
    socket.use((_packet, next) => {
      const now = Date.now()
      if (now - windowStart >= 1000) {
        windowStart = now
        packets = 0
      }
      packets++
      if (packets > PACKETS_PER_SECOND) {
        logger.warn({ userId: socket.data.session.userId }, 'live connection flooded')
        socket.disconnect(true)
        return
      }
      next()
    })
  }

  return {
    toUser: (userId, name, ...payload) => {
      io.to(userRoom(userId)).emit(name, ...payload)
    },
    endSession: (sessionId) => {
      const room = io.in(sessionRoom(sessionId))
      room.emit('session.ended')
      room.disconnectSockets(true)
    },
    onConnection: (handler) => {
      io.on('connection', handler)
    },
    track: (work) => {
      underWay.add(work)
      const forget = (): void => void underWay.delete(work)
      work.then(forget, forget)
      return work
    },
    close: async () => {
      closing = true
      while (underWay.size > 0) await Promise.allSettled(underWay)
      io.disconnectSockets(true)
      await new Promise<void>((resolve) => {
        void io.close(() => resolve())
      })
    },
  }
}
