import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

import type { ServerToClientEvents } from '@kundig/contract/live/live-events'

import type { Logger } from '../logging/logger.ts'
import type { RedisClient } from '../redis/redis.ts'

const CHANNEL = 'kundig:live'
/** Interval at which a server publishes its count of events (ms). */
const HEARTBEAT_MS = 1000
/** Time without its own packets after which a server counts itself as cut off, and reconnects (ms). */
const SILENCE_MS = 4000
/** Time after which a silent server is permanently gone (ms). */
const FORGOTTEN_MS = 60_000
/** Maximum wait of a stopping server for its last packets (ms). */
const CLOSE_LIMIT_MS = 1000

/** Event for the tabs of some people. */
export interface RelayedEvent {
  userIds: readonly string[]
  name: keyof ServerToClientEvents
  payload: unknown[]
  /** True when it is useless later: missing it need not be noticed. */
  isVolatile: boolean
}

const relayedEvent = z.object({
  userIds: z.array(z.string()),
  name: z.string(),
  payload: z.array(z.unknown()),
  isVolatile: z.boolean(),
})

/**
 * Packet between servers. A server of another release that does not know these fields notices by the count that it
 * missed something, and notifies its tabs.
 */
const packetSchema = z.object({
  from: z.uuid(),
  /**
   * Number of events that this server has relayed, including these; volatile events and ended sessions do not count.
   */
  count: z.int(),
  events: z.array(z.custom<RelayedEvent>((value) => relayedEvent.safeParse(value).success)).optional(),
  endedSessions: z.array(z.string()).optional(),
  /** Last packet of a server that stops cleanly: everything it did was relayed. */
  isLast: z.literal(true).optional(),
})
type Packet = z.infer<typeof packetSchema>

export interface RelayOptions {
  createRedisClient: () => RedisClient
  logger: Logger
  /** Called for another server's event for people's tabs. */
  onEvent: (event: RelayedEvent) => void
  /** Called when another server has ended a session. */
  onSessionEnded: (sessionId: string) => void
  /**
   * Called each time that missing events of other servers are noticed.
   * @param since of `performance.now()`: all earlier ones arrived
   */
  onMissed: (since: number) => void
}

/**
 * Relays live events between servers, through one channel of Redis. Neither Redis nor a server stores events for a
 * server that does not listen. Each server counts its published events and publishes the count every second, so that
 * the others notice missing events, and look them up in the database.
 */
export class Relay {
  readonly #deps: RelayOptions
  readonly #self = randomUUID()
  /** Prefix of this server's own packets: they are recognised before they are parsed. */
  readonly #ownPrefix
  /** Events to relay at the end of this turn of the event loop, in one packet. */
  #outgoing: { events: RelayedEvent[]; endedSessions: string[] } = { events: [], endedSessions: [] }
  #isFlushing = false
  /** Last received count of each other server, and a mark for servers that counted as killed since. */
  readonly #heard = new Map<string, { count: number; at: number; isSilent: boolean }>()
  #count = 0
  #isHeartbeatPending = false
  #isAway = true
  #selfHeardAt = performance.now()
  #connectedAt = performance.now()
  /** Time since which every packet was received. */
  #hearingSince = performance.now()
  #clients
  readonly #heartbeats

  constructor(deps: RelayOptions) {
    this.#deps = deps
    this.#ownPrefix = `{"from":"${this.#self}"`
    this.#clients = this.#connect()
    this.#heartbeats = setInterval(() => {
      const now = performance.now()
      for (const [server, other] of this.#heard) {
        if (now - other.at > FORGOTTEN_MS) this.#heard.delete(server)
        else if (now - other.at > SILENCE_MS && !other.isSilent) {
          other.isSilent = true
          // It was killed, perhaps after a commit that it could no longer publish.
          deps.onMissed(other.at)
        }
      }
      if (now - Math.max(this.#selfHeardAt, this.#connectedAt) > SILENCE_MS) {
        // A connection may be dead without an error.
        this.#setAway()
        this.#disconnect()
        this.#clients = this.#connect()
        this.#isHeartbeatPending = false
      }
      if (this.#isHeartbeatPending) return
      this.#isHeartbeatPending = true
      void this.#publish().finally(() => (this.#isHeartbeatPending = false))
    }, HEARTBEAT_MS)
    this.#heartbeats.unref()
  }

  #connect(): { publisher: RedisClient; subscriber: RedisClient } {
    this.#connectedAt = performance.now()
    const pair = { publisher: this.#deps.createRedisClient(), subscriber: this.#deps.createRedisClient() }
    for (const client of Object.values(pair)) {
      client.on('error', () => this.#setAway())
      // The client retries by itself; this rejects only when it is closed.
      client.connect().catch(() => undefined)
    }
    // It resubscribes by itself. If this fails, nothing is received, and another pair replaces it.
    pair.subscriber.once('ready', () => {
      pair.subscriber.subscribe(CHANNEL, (text) => this.#receive(text)).catch(() => this.#setAway())
    })
    return pair
  }

  #disconnect(): void {
    for (const client of Object.values(this.#clients)) if (client.isOpen) client.destroy()
  }

  #setAway(): void {
    if (!this.#isAway) this.#deps.logger.warn('other servers cannot be reached: live events stay on this one')
    this.#isAway = true
  }

  #receive(text: string): void {
    const now = performance.now()
    if (text.startsWith(this.#ownPrefix)) {
      // This server has missed everything that others published until now.
      if (this.#isAway) {
        this.#deps.onMissed(this.#selfHeardAt)
        this.#hearingSince = now
      }
      this.#isAway = false
      this.#selfHeardAt = now
      return
    }
    const packet = parse(text)
    if (!packet) return
    const { events = [], endedSessions = [] } = packet
    const known = this.#heard.get(packet.from)
    const before = known?.count ?? 0
    const counted = events.filter(({ isVolatile }) => !isVolatile).length
    if (packet.count > before + counted) this.#deps.onMissed(known?.at ?? this.#hearingSince)
    if (packet.isLast) this.#heard.delete(packet.from)
    else this.#heard.set(packet.from, { count: Math.max(before, packet.count), at: now, isSilent: false })
    for (const event of events) this.#deps.onEvent(event)
    for (const sessionId of endedSessions) this.#deps.onSessionEnded(sessionId)
  }

  /**
   * Publishes this server's count, with pending events. Nothing is queued: an unresponsive Redis would accumulate it
   * for ever.
   */
  async #publish(isLast = false): Promise<void> {
    const { events, endedSessions } = this.#outgoing
    this.#outgoing = { events: [], endedSessions: [] }
    if (!this.#clients.publisher.isReady) return
    const packet: Packet = {
      from: this.#self,
      count: this.#count,
      ...(events.length > 0 ? { events } : {}),
      ...(endedSessions.length > 0 ? { endedSessions } : {}),
      ...(isLast ? { isLast } : {}),
    }
    await this.#clients.publisher.publish(CHANNEL, JSON.stringify(packet)).catch(() => undefined)
  }

  /** Events of one batch of messages are relayed together. */
  #flushSoon(): void {
    if (this.#isFlushing) return
    this.#isFlushing = true
    setImmediate(() => {
      this.#isFlushing = false
      if (performance.now() - this.#selfHeardAt < SILENCE_MS) void this.#publish()
      else this.#outgoing = { events: [], endedSessions: [] }
    })
  }

  /** Relays an event to all other servers. While Redis is unavailable it is dropped; they notice when it returns. */
  passEvent(event: RelayedEvent): void {
    if (!event.isVolatile) this.#count++
    this.#outgoing.events.push(event)
    this.#flushSoon()
  }

  passSessionEnd(sessionId: string): void {
    this.#outgoing.endedSessions.push(sessionId)
    this.#flushSoon()
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeats)
    // Answered after everything that was relayed before it.
    const waiting = new AbortController()
    await Promise.race([
      this.#publish(true),
      sleep(CLOSE_LIMIT_MS, undefined, { signal: waiting.signal }).catch(() => undefined),
    ])
    waiting.abort()
    this.#disconnect()
  }
}

/** Returns undefined for all other messages on the channel. */
function parse(text: string): Packet | undefined {
  try {
    return packetSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
