import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

import type { ServerToClientEvents } from '@kundig/contract/live/live-events'

import type { Logger } from '../logging/logger.ts'
import type { RedisClient } from '../redis/redis.ts'

const CHANNEL = 'kundig:live'
/** Interval between heartbeats, packets with the number of a server's events (ms). */
const HEARTBEAT_MS = 1000
/** Time without receiving its own packets after which a server reconnects to Redis (ms). */
const SILENCE_MS = 4000
/** Time after which a silent server is forgotten (ms). */
const FORGOTTEN_MS = 60_000
/** Maximum wait of a stopping server for publishing its last packet (ms). */
const CLOSE_LIMIT_MS = 1000

export interface RelayedEvent {
  userIds: readonly string[]
  name: keyof ServerToClientEvents
  payload: unknown[]
  /** True for events that are useless later, such as typing. Their loss is not noticed. */
  isVolatile: boolean
}

const relayedEvent = z.object({
  userIds: z.array(z.string()),
  name: z.string(),
  payload: z.array(z.unknown()),
  isVolatile: z.boolean(),
})

/** Packet between servers. An older release ignores unknown fields, and detects missing events by the count. */
const packetSchema = z.object({
  from: z.uuid(),
  /** Number of all events that the server has relayed, without volatile events and ended sessions. */
  count: z.int(),
  events: z.array(z.custom<RelayedEvent>((value) => relayedEvent.safeParse(value).success)).optional(),
  endedSessions: z.array(z.string()).optional(),
  /** Marks the last packet of a clean stop, after all events were relayed. */
  isLast: z.literal(true).optional(),
})
type Packet = z.infer<typeof packetSchema>

export interface RelayOptions {
  createRedisClient: () => RedisClient
  logger: Logger
  onEvent: (event: RelayedEvent) => void
  onSessionEnded: (sessionId: string) => void
  /** Called when events of other servers are missing. All events before `since` (`performance.now()`) have arrived. */
  onMissed: (since: number) => void
}

/** Relays events through one Redis channel, which stores no events. Counts sent every second reveal missing events. */
export class Relay {
  readonly #deps: RelayOptions
  readonly #self = randomUUID()
  /** Prefix by which this server recognises its own packets without parsing. */
  readonly #ownPrefix
  /** Events for one packet, sent at the end of this turn of the event loop. */
  #outgoing: { events: RelayedEvent[]; endedSessions: string[] } = { events: [], endedSessions: [] }
  #isFlushing = false
  /** Last count and time received from each other server. `isSilent` marks a server that counts as killed. */
  readonly #heard = new Map<string, { count: number; at: number; isSilent: boolean }>()
  #count = 0
  #isHeartbeatPending = false
  #isAway = true
  #selfHeardAt = performance.now()
  #connectedAt = performance.now()
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
          // A silent server may have been killed between a commit and its publication.
          deps.onMissed(other.at)
        }
      }
      if (now - Math.max(this.#selfHeardAt, this.#connectedAt) > SILENCE_MS) {
        // A connection may be dead without an error, so it is replaced.
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
      // The client retries automatically. `connect` rejects only when the client is closed.
      client.connect().catch(() => undefined)
    }
    // The client resubscribes automatically. If subscribing fails, the heartbeat replaces both clients.
    pair.subscriber.once('ready', () => {
      pair.subscriber.subscribe(CHANNEL, (text) => this.#receive(text)).catch(() => this.#setAway())
    })
    return pair
  }

  #disconnect(): void {
    for (const client of Object.values(this.#clients)) if (client.isOpen) client.destroy()
  }

  #setAway(): void {
    if (!this.#isAway) this.#deps.logger.warn('Redis relay unavailable: live events stay on this server')
    this.#isAway = true
  }

  #receive(text: string): void {
    const now = performance.now()
    if (text.startsWith(this.#ownPrefix)) {
      // Until its own packet arrives, this server has missed all events.
      if (this.#isAway) {
        this.#deps.onMissed(this.#selfHeardAt)
        this.#hearingSince = now
      }
      this.#isAway = false
      this.#selfHeardAt = now
      return
    }
    const packet = parsePacket(text)
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

  /** Publishes the count and pending events. A failed packet is dropped: a queue would grow while Redis is silent. */
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

  #flushSoon(): void {
    if (this.#isFlushing) return
    this.#isFlushing = true
    setImmediate(() => {
      this.#isFlushing = false
      if (performance.now() - this.#selfHeardAt < SILENCE_MS) void this.#publish()
      else this.#outgoing = { events: [], endedSessions: [] }
    })
  }

  /** Drops the event while Redis is unavailable; the other servers notice the gap when Redis returns. */
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
    // Redis answers this last packet only after all earlier packets.
    const waiting = new AbortController()
    await Promise.race([
      this.#publish(true),
      sleep(CLOSE_LIMIT_MS, undefined, { signal: waiting.signal }).catch(() => undefined),
    ])
    waiting.abort()
    this.#disconnect()
  }
}

function parsePacket(text: string): Packet | undefined {
  try {
    return packetSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
