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
import { ConnectionLimiter, readCredentials } from './connection-limiter.ts'
import type { LiveLimits } from './live-limits.ts'
import { type ChangedWithin, MissedEvents } from './missed-events.ts'
import { Relay, type RelayedEvent } from './relay.ts'
import { SessionWatch, type SessionLog } from './session-watch.ts'
import { cutConnection, cutConnectionWhenSlow } from './slow-tabs.ts'

const PACKET_LIMIT_BYTES = 64 * 1024
/** Maximum packets of one connection per second; a connection with more packets is cut as a flood. */
const PACKETS_PER_SECOND = 100
/** Ping interval and timeout (ms): a dead connection is noticed within 18 seconds. */
const PING_INTERVAL_MS = 10_000
const PING_TIMEOUT_MS = 8000
/** Timeout for a new connection's authentication request (ms): idle long-polling costs a client nothing. */
const ASK_WITHIN_MS = 10_000
/** Minimum pause between authentication requests of a connection (ms); a faster connection is closed. */
const ASKING_PAUSE_MS = 500
/** Period in which tabs of a stopping server reconnect at random: 1 ms per tab, within these bounds (ms). */
const BACK_WITHIN_PER_TAB_MS = 1
const BACK_WITHIN_LEAST_MS = 500
const BACK_WITHIN_MOST_MS = 10_000

const GOODBYE_LIMIT_MS = 3000

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
  trustedProxies: readonly string[]
  logger: Logger
  /** Creates Redis clients for the relay. Undefined for a single server. */
  createRedisClient: (() => RedisClient) | undefined
}

export interface LiveSessions extends SessionLog {
  /** Looks up a session in the database, without a cache. */
  authenticate: (headers: Headers) => Promise<LiveSession | null>
  changed: ChangedWithin
  limits: LiveLimits
}

type Emit<To> = <Name extends keyof ServerToClientEvents>(
  to: To,
  name: Name,
  ...payload: Parameters<ServerToClientEvents[Name]>
) => void

/** One queue key for all session look-ups, because the person is unknown until the look-up. */
const EVERYBODY = 'everybody'

const userRoom = (userId: string): string => `user:${userId}`
const sessionRoom = (sessionId: string): string => `session:${sessionId}`

export class LiveServer {
  readonly #deps: LiveServerOptions
  readonly #door
  readonly #io
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #connections = new Map<string, Set<LiveSocket>>()
  #closing = false
  /** Undefined until `authenticateWith` admits sessions. */
  #authentication: (LiveSessions & { watch: SessionWatch; missed: MissedEvents }) | undefined
  readonly #askedAt = new WeakMap<object, number>()
  readonly #relay

  constructor(deps: LiveServerOptions) {
    this.#deps = deps
    this.#door = new ConnectionLimiter({
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
            onMissed: (since) => this.#authentication?.missed.recordGap(since),
          })
  }

  #admit(socket: LiveSocket, next: (refusal?: Error) => void): void {
    if (this.#closing || !this.#authentication) return next(new Error('UNAVAILABLE'))
    const now = performance.now()
    // Each authentication request causes a session look-up, and no other limit counts these requests.
    if (now - (this.#askedAt.get(socket.conn) ?? -Infinity) < ASKING_PAUSE_MS) {
      socket.conn.close()
      return next(new Error('UNAVAILABLE'))
    }
    this.#askedAt.set(socket.conn, now)
    const { limits, authenticate } = this.#authentication
    const headers = readCredentials(socket.request)
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
          // A crowded queue is not logged: thousands of refusals would fill the log, and clients retry.
          const isTooBusy = error instanceof Refusal && error.retryAfterS !== undefined
          if (!isTooBusy)
            this.#deps.logger.warn({ reason: describeError(error) }, 'authenticating a live connection failed')
          next(new Error('UNAVAILABLE'))
        },
      )
  }

  #welcome(socket: LiveSocket): void {
    // A drain ignores events, because an endless sender would block it. Clients repeat unacknowledged events.
    socket.use((_packet, next) => {
      if (!this.#closing) next()
    })
    const { session } = socket.data
    this.#door.join(socket.conn)
    const watch = this.#authentication?.watch
    if (watch?.add(session) !== true) {
      // `add` returns false for a session that ended during its look-up.
      socket.emit('session.ended')
      socket.disconnect(true)
      return
    }
    socket.once('disconnect', () => watch.remove(session.sessionId))
    // The tab joins its rooms before any await, so that it receives all later events.
    void socket.join([userRoom(session.userId), sessionRoom(session.sessionId)])
    this.#cutOffFloods(socket)
    cutConnectionWhenSlow(socket.conn, () =>
      this.#deps.logger.warn({ userId: session.userId }, 'live connection closed: client reads too slowly'),
    )
    // Answers connection checks without a query. Clients other than ours may omit the acknowledgement callback.
    socket.on('connection.check', (acknowledge) => {
      if (typeof acknowledge === 'function') acknowledge()
    })
  }

  /** Delivers an event to the tabs on this server only. */
  #deliver({ userIds, name, payload, isVolatile }: RelayedEvent, exceptTab?: string): void {
    const all = this.#io.to(userIds.map(userRoom))
    const tabs = exceptTab === undefined ? all : all.except(exceptTab)
    // The types of `Emit` have already matched the payload with the event's name.
    const out: { emit(name: string, ...payload: unknown[]): boolean } = isVolatile ? tabs.volatile : tabs
    out.emit(name, ...payload)
  }

  #send(event: RelayedEvent, exceptTab?: string): void {
    this.#deliver(event, exceptTab)
    this.#relay?.passEvent(event)
  }

  /** Disconnects a session's tabs on this server. */
  #cutSession(sessionId: string): void {
    const room = this.#io.in(sessionRoom(sessionId))
    room.emit('session.ended')
    room.disconnectSockets(true)
  }

  /** True when the tab shows the data of another person than the one who is logged in. */
  #isForAnother(socket: LiveSocket, userId: string): boolean {
    const auth: { [Name in keyof ConnectionAuth]: unknown } = socket.handshake.auth
    return auth.userId !== undefined && auth.userId !== userId
  }

  #takeConnection(socket: LiveSocket, userId: string, limits: LiveLimits): ErrorCode | null {
    // A connection that closed during the look-up must not count, because no later event reports its close.
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
    // Socket.IO reports no disconnect during authentication, so the slot is also freed at the connection's close.
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
        // Logs only once: further packets may still arrive after the disconnect.
        if (!socket.connected) return
        this.#deps.logger.warn({ userId }, 'live connection closed: too many events from the client')
        socket.disconnect(true)
        return
      }
      next()
    })
  }

  /** Admits sessions from now on. Throws when the database is unavailable. */
  async authenticateWith(sessions: LiveSessions): Promise<void> {
    const watch = new SessionWatch({
      log: sessions,
      cut: (sessionId) => this.#cutSession(sessionId),
      logger: this.#deps.logger,
    })
    await watch.start()
    const missed = new MissedEvents({
      people: () => [...this.#connections.keys()],
      findTabs: (userId) => [...(this.#connections.get(userId) ?? [])],
      changed: sessions.changed,
      logger: this.#deps.logger,
    })
    this.#authentication = { ...sessions, watch, missed }
  }

  readonly emitToUsers: Emit<readonly string[]> = (userIds, name, ...payload) =>
    this.#send({ userIds, name, payload, isVolatile: false })

  /** Sends to all tabs of these people except the sending tab (`socket.id`), which receives an acknowledgement. */
  readonly emitToUsersBut: Emit<{ userIds: readonly string[]; tab: string }> = ({ userIds, tab }, name, ...payload) =>
    this.#send({ userIds, name, payload, isVolatile: false }, tab)

  readonly emitToUser: Emit<string> = (userId, name, ...payload) =>
    this.#send({ userIds: [userId], name, payload, isVolatile: false })

  /** Sends an event that is dropped if it cannot be sent immediately. */
  readonly emitVolatileToUser: Emit<string> = (userId, name, ...payload) =>
    this.#send({ userIds: [userId], name, payload, isVolatile: true })

  endSession(sessionId: string): void {
    if (this.#authentication) this.#authentication.watch.end(sessionId)
    this.#relay?.passSessionEnd(sessionId)
  }

  onConnection(handler: (socket: LiveSocket) => void): void {
    this.#io.on('connection', handler)
  }

  countConnections(): number {
    return this.#io.sockets.sockets.size
  }

  /** Makes a drain wait for the given work. */
  track<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work)
    const forget = (): void => void this.#underWay.delete(work)
    work.then(forget, forget)
    return work
  }

  /** Disconnects all tabs in the second half of a period (ms). In the first half, load balancers notice the stop. */
  async disconnectGradually(withinMs: number): Promise<void> {
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

  /** Refuses new connections, waits for running work and its acknowledgements, then closes all connections. */
  async close(): Promise<void> {
    this.#closing = true
    this.#authentication?.watch.stop()
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay)
    const tabs = [...this.#io.sockets.sockets.values()]
    this.#io.disconnectSockets(true)
    // A client that reads nothing never confirms the close, so its connection is cut.
    const goodbyes = setTimeout(() => {
      for (const tab of tabs) cutConnection(tab.conn)
    }, GOODBYE_LIMIT_MS)
    await new Promise<void>((resolve) => {
      void this.#io.close(() => resolve())
    })
    clearTimeout(goodbyes)
    // The relay closes last, because answered HTTP requests may still have changes to relay.
    await this.#relay?.close()
  }
}
