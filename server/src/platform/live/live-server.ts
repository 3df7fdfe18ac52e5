import type { Server as HttpServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { Server, type Socket } from 'socket.io'

import { type ErrorCode, Refusal } from '@kundig/contract/errors'
import {
  CONNECTION_REFUSED,
  type ClientToServerEvents,
  type ConnectionAuth,
  type ServerToClientEvents,
} from '@kundig/contract/live/live-events'

import type { Origins } from '../http/origins.ts'
import { describeError, type Logger } from '../logging/logger.ts'
import type { RedisClient } from '../redis/redis.ts'
import { LiveDoor, credentialsOf } from './live-door.ts'
import type { LiveLimits } from './live-limits.ts'
import { type ChangedWithin, MissedEvents } from './missed-events.ts'
import { Relay, type RelayedEvent } from './relay.ts'
import { SessionWatch, type SessionLog } from './session-watch.ts'
import { cut, cutWhenSlow } from './slow-tabs.ts'

/** The largest packet a client may send (bytes). */
const PACKET_LIMIT_BYTES = 64 * 1024
/** More packets than this from one connection within a second is a flood; the connection is cut. */
const PACKETS_PER_SECOND = 100
/** A connection that answers no ping is dead: noticed within 18 seconds, after sleep or a change of network (ms). */
const PING_INTERVAL_MS = 10_000
const PING_TIMEOUT_MS = 8000
/** A connection that has not asked to be authenticated by then is closed (ms): over long polling, waiting costs nothing. */
const ASK_WITHIN_MS = 10_000
/** A connection that was refused may ask again after this time (ms); one that asks sooner is closed. */
const ASKING_PAUSE_MS = 500
/**
 * When a server leaves, its tabs reconnect to the others at random moments within this time (ms): about a thousand tabs a
 * second, within these bounds.
 */
const BACK_WITHIN_PER_TAB_MS = 1
const BACK_WITHIN_LEAST_MS = 500
const BACK_WITHIN_MOST_MS = 10_000

/** A connection that is closed may take so long to say goodbye (ms). */
const GOODBYE_LIMIT_MS = 3000

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
  /** Addresses of proxies whose `x-forwarded-for` counts. */
  trustedProxies: readonly string[]
  logger: Logger
  /** Clients of the Redis through which many servers are one; undefined when this server is alone. */
  createRedisClient: (() => RedisClient) | undefined
}

/** Who is let in, and for how long. */
export interface LiveSessions extends SessionLog {
  /** Whose session a connection's headers carry, looked up afresh; null when nobody's. */
  authenticate: (headers: Headers) => Promise<LiveSession | null>
  /** Whom to tell when events of other servers were missed. */
  changed: ChangedWithin
  limits: LiveLimits
}

type Emit<To> = <Name extends keyof ServerToClientEvents>(
  to: To,
  name: Name,
  ...payload: Parameters<ServerToClientEvents[Name]>
) => void

/** Nobody is known before the look-up: all wait in one line. */
const EVERYBODY = 'everybody'

const userRoom = (userId: string): string => `user:${userId}`
const sessionRoom = (sessionId: string): string => `session:${sessionId}`

/** The live side of the server: one Socket.IO connection per tab, each bound to a session. */
export class LiveServer {
  readonly #deps: LiveServerOptions
  readonly #door
  readonly #io
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #connections = new Map<string, Set<LiveSocket>>()
  #closing = false
  /** Who is let in, once anybody is, and what looks after those who were. */
  #authentication: (LiveSessions & { watch: SessionWatch; missed: MissedEvents }) | undefined
  /** When each connection last asked to be let in. */
  readonly #askedAt = new WeakMap<object, number>()
  readonly #relay

  constructor(deps: LiveServerOptions) {
    this.#deps = deps
    this.#door = new LiveDoor({
      origins: deps.origins,
      trustedProxies: deps.trustedProxies,
      limits: () => this.#authentication?.limits,
    })
    this.#io = new Server<ClientToServerEvents, ServerToClientEvents, Record<string, never>, SocketData>(deps.server, {
      path: '/live',
      serveClient: false,
      maxHttpBufferSize: PACKET_LIMIT_BYTES,
      perMessageDeflate: false,
      pingInterval: PING_INTERVAL_MS,
      pingTimeout: PING_TIMEOUT_MS,
      connectTimeout: ASK_WITHIN_MS,
      allowRequest: (request, decide) => {
        const refusal = this.#door.refuse(request)
        decide(refusal, refusal === null)
      },
    })
    this.#door.watch(this.#io.engine)
    this.#io.use((socket, next) => this.#admit(socket, next))
    this.#io.on('connection', (socket) => this.#welcome(socket))
    this.#relay =
      deps.createRedisClient === undefined
        ? undefined
        : new Relay({
            createRedisClient: deps.createRedisClient,
            logger: deps.logger,
            onEvent: (event) => this.#deliver(event),
            onSessionEnded: (sessionId) => this.#authentication?.watch.end(sessionId),
            onMissed: (since) => this.#authentication?.missed.note(since),
          })
  }

  /** Lets a connection in that carries a session. */
  #admit(socket: LiveSocket, next: (refusal?: Error) => void): void {
    if (this.#closing || !this.#authentication) return next(new Error('UNAVAILABLE'))
    const now = performance.now()
    // Each of these packets looks a session up, and nothing counts them before somebody is known.
    if (now - (this.#askedAt.get(socket.conn) ?? -Infinity) < ASKING_PAUSE_MS) {
      socket.conn.close()
      return next(new Error('UNAVAILABLE'))
    }
    this.#askedAt.set(socket.conn, now)
    const { limits, authenticate } = this.#authentication
    const headers = credentialsOf(socket.request)
    limits.entries
      .run(EVERYBODY, async () => (socket.conn.readyState === 'open' ? authenticate(headers) : null))
      .then(
        (session) => {
          if (!session || this.#isForAnother(socket, session.userId))
            return next(new Error(CONNECTION_REFUSED.noSession))
          const refusal = this.#takeConnection(socket, session.userId, limits)
          if (refusal) return next(new Error(refusal))
          socket.data.session = session
          return next()
        },
        (error: unknown) => {
          // Thousands whose turn does not come would fill the log; they come again after a pause.
          const isTooBusy = error instanceof Refusal && error.retryAfterS !== undefined
          if (!isTooBusy)
            this.#deps.logger.warn({ reason: describeError(error) }, 'live connection could not be authenticated')
          next(new Error('UNAVAILABLE'))
        },
      )
  }

  #welcome(socket: LiveSocket): void {
    // A client that never stops sending would block a drain for ever. It sends again what was not acknowledged.
    socket.use((_packet, next) => {
      if (!this.#closing) next()
    })
    const { session } = socket.data
    this.#door.join(socket.conn)
    const watch = this.#authentication?.watch
    if (watch?.add(session) !== true) {
      // It ended while it was looked up.
      socket.emit('session.ended')
      socket.disconnect(true)
      return
    }
    socket.once('disconnect', () => watch.remove(session.sessionId))
    // Joined before anything else: whatever is published from here on reaches this tab.
    void socket.join([userRoom(session.userId), sessionRoom(session.sessionId)])
    this.#cutOffFloods(socket)
    cutWhenSlow(socket.conn, () => this.#deps.logger.warn({ userId: session.userId }, 'live connection too slow'))
    // Answered at once, without a query. A client of somebody else may ask for no acknowledgement.
    socket.on('connection.check', (acknowledge) => {
      if (typeof acknowledge === 'function') acknowledge()
    })
  }

  /** To the tabs on this server. */
  #deliver({ userIds, name, payload, isVolatile }: RelayedEvent, exceptTab?: string): void {
    const all = this.#io.to(userIds.map(userRoom))
    const tabs = exceptTab === undefined ? all : all.except(exceptTab)
    // The sender's types have matched the payload with the name.
    const out: { emit(name: string, ...payload: unknown[]): boolean } = isVolatile ? tabs.volatile : tabs
    out.emit(name, ...payload)
  }

  #send(event: RelayedEvent, exceptTab?: string): void {
    this.#deliver(event, exceptTab)
    this.#relay?.passEvent(event)
  }

  /** Ends the connections of a session on this server. */
  #cutSession(sessionId: string): void {
    const room = this.#io.in(sessionRoom(sessionId))
    room.emit('session.ended')
    room.disconnectSockets(true)
  }

  /** Whether a tab still shows what is another person's than the one who is logged in in its browser by now. */
  #isForAnother(socket: LiveSocket, userId: string): boolean {
    const auth: { [Name in keyof ConnectionAuth]: unknown } = socket.handshake.auth
    return auth.userId !== undefined && auth.userId !== userId
  }

  /** Counts a connection among those of its person until it ends. @returns why it is refused, or null */
  #takeConnection(socket: LiveSocket, userId: string, limits: LiveLimits): ErrorCode | null {
    // It closed while its session was looked up: no event will say so any more.
    if (socket.conn.readyState !== 'open') return 'UNAVAILABLE'
    const mine = this.#connections.get(userId) ?? new Set()
    if (mine.size >= limits.connectionsMax) return CONNECTION_REFUSED.tooMany
    if (!limits.mayConnect(userId)) return CONNECTION_REFUSED.tooOften
    this.#connections.set(userId, mine.add(socket))
    const leave = (): void => {
      mine.delete(socket)
      if (mine.size === 0 && this.#connections.get(userId) === mine) this.#connections.delete(userId)
    }
    socket.once('disconnect', leave)
    // Socket.IO reports no disconnection for a connection that closes while it is authenticated.
    socket.conn.once('close', leave)
    return null
  }

  #cutOffFloods(socket: LiveSocket): void {
    const { userId } = socket.data.session
    let windowStart = Date.now()
    let packets = 0
    socket.use((_packet, next) => {
      const now = Date.now()
      if (now - windowStart >= 1000) {
        windowStart = now
        packets = 0
      }
      packets++
      if (packets > PACKETS_PER_SECOND || this.#authentication?.limits.maySend(userId) === false) {
        // Further packets of the same message arrive here, too: log once.
        if (!socket.connected) return
        this.#deps.logger.warn({ userId }, 'live connection flooded')
        socket.disconnect(true)
        return
      }
      next()
    })
  }

  /** From now on whoever has a session is let in; before, nobody is. @throws when the database is away */
  async authenticateWith(sessions: LiveSessions): Promise<void> {
    const watch = new SessionWatch({
      log: sessions,
      cut: (sessionId) => this.#cutSession(sessionId),
      logger: this.#deps.logger,
    })
    await watch.start()
    const missed = new MissedEvents({
      people: () => [...this.#connections.keys()],
      tabsOf: (userId) => [...(this.#connections.get(userId) ?? [])],
      changed: sessions.changed,
      logger: this.#deps.logger,
    })
    this.#authentication = { ...sessions, watch, missed }
  }

  /** Sends an event to every tab of these people, on whichever servers they are; it is encoded once. */
  readonly emitToUsers: Emit<readonly string[]> = (userIds, name, ...payload) =>
    this.#send({ userIds, name, payload, isVolatile: false })

  /** The same, but for the tab of one connection (`socket.id`), which learns of it by an acknowledgement. */
  readonly emitToUsersBut: Emit<{ userIds: readonly string[]; tab: string }> = ({ userIds, tab }, name, ...payload) =>
    this.#send({ userIds, name, payload, isVolatile: false }, tab)

  /** The same for one person. */
  readonly emitToUser: Emit<string> = (userId, name, ...payload) =>
    this.#send({ userIds: [userId], name, payload, isVolatile: false })

  /** The same for what is worth nothing later: it is dropped where it cannot be sent at once. */
  readonly emitVolatileToUser: Emit<string> = (userId, name, ...payload) =>
    this.#send({ userIds: [userId], name, payload, isVolatile: true })

  /** Ends the connections of a session, on whichever server they are: it is over. */
  endSession(sessionId: string): void {
    if (this.#authentication) this.#authentication.watch.end(sessionId)
    this.#relay?.passSessionEnd(sessionId)
  }

  onConnection(handler: (socket: LiveSocket) => void): void {
    this.#io.on('connection', handler)
  }

  /** How many tabs are connected to this server. */
  countConnections(): number {
    return this.#io.sockets.sockets.size
  }

  /** Counts a piece of work as under way, so that a drain waits for it. */
  track<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work)
    const forget = (): void => void this.#underWay.delete(work)
    work.then(forget, forget)
    return work
  }

  /**
   * Sends the tabs away, one after the other, in the second half of a time (ms): in the first, balancers notice that this
   * server is going. Whoever comes meanwhile is let in.
   */
  async sendAway(withinMs: number): Promise<void> {
    await sleep(withinMs / 2)
    const tabs = [...this.#io.sockets.sockets.values()]
    const back = {
      back_within_ms: Math.min(
        Math.max(tabs.length * BACK_WITHIN_PER_TAB_MS, BACK_WITHIN_LEAST_MS),
        BACK_WITHIN_MOST_MS,
      ),
    }
    const startedAt = performance.now()
    const until = (share: number): Promise<void> =>
      sleep(Math.max(0, startedAt + (withinMs / 2) * share - performance.now()))
    for (const [index, tab] of tabs.entries()) {
      await until(index / tabs.length)
      tab.emit('server.leaving', back)
      tab.disconnect(true)
    }
    await until(1)
  }

  /** Takes nothing new, lets work under way finish and be acknowledged, then closes every connection. */
  async close(): Promise<void> {
    this.#closing = true
    this.#authentication?.watch.stop()
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay)
    const tabs = [...this.#io.sockets.sockets.values()]
    this.#io.disconnectSockets(true)
    // A client that reads nothing never confirms the close either.
    const goodbyes = setTimeout(() => {
      for (const tab of tabs) cut(tab.conn)
    }, GOODBYE_LIMIT_MS)
    await new Promise<void>((resolve) => {
      void this.#io.close(() => resolve())
    })
    clearTimeout(goodbyes)
    // Last: by now every HTTP request is answered, and what they changed is passed on.
    await this.#relay?.close()
  }
}
