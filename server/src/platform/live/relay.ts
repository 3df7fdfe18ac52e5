import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

import type { ServerToClientEvents } from '@kundig/contract/live/live-events'

import type { Logger } from '../logging/logger.ts'
import type { RedisClient } from '../redis/redis.ts'

const CHANNEL = 'kundig:live'
/** How often a server says how many events it has passed on (ms). */
const HEARTBEAT_MS = 1000
/** A server that has not heard itself for so long is cut off, and connects anew (ms). */
const SILENCE_MS = 4000
/** A server that was not heard for so long is gone for good (ms). */
const FORGOTTEN_MS = 60_000
/** A server that ends waits so long for what it has just passed on (ms). */
const CLOSE_LIMIT_MS = 1000

/** An event for the tabs of some people. */
export interface RelayedEvent {
  userIds: readonly string[]
  name: keyof ServerToClientEvents
  payload: unknown[]
  /** Worth nothing later: nobody needs to know that it was missed. */
  isVolatile: boolean
}

const relayedEvent = z.object({
  userIds: z.array(z.string()),
  name: z.string(),
  payload: z.array(z.unknown()),
  isVolatile: z.boolean(),
})

/**
 * What servers say to each other. A server of another release that does not know these fields sees by the count that
 * it missed something, and has its tabs ask.
 */
const packetSchema = z.object({
  from: z.uuid(),
  /** How many events this server has passed on by now, these included; volatile ones and ended sessions do not count. */
  count: z.int(),
  events: z.array(z.custom<RelayedEvent>((value) => relayedEvent.safeParse(value).success)).optional(),
  endedSessions: z.array(z.string()).optional(),
  /** The last packet of a server that ends in order: everything that it did was passed on. */
  isLast: z.literal(true).optional(),
})
type Packet = z.infer<typeof packetSchema>

export interface RelayOptions {
  createRedisClient: () => RedisClient
  logger: Logger
  /** Another server has an event for somebody's tabs. */
  onEvent: (event: RelayedEvent) => void
  /** Another server has ended a session. */
  onSessionEnded: (sessionId: string) => void
  /**
   * Events of other servers may not have come; told again each time it is noticed.
   * @param since of `performance.now()`: until then they all came
   */
  onMissed: (since: number) => void
}

/**
 * Passes live events between servers, through one channel of Redis. Neither Redis nor a server keeps events for a server
 * that does not listen: each server counts what it publishes and publishes its count every second, so that the others
 * notice what they have missed, and look it up in the database.
 */
export class Relay {
  readonly #deps: RelayOptions
  readonly #self = randomUUID()
  /** How our own packets begin: they are known before they are parsed. */
  readonly #ownPrefix
  /** What is passed on at the end of this turn of the event loop, in one packet. */
  #outgoing: { events: RelayedEvent[]; endedSessions: string[] } = { events: [], endedSessions: [] }
  #isFlushing = false
  /** The count of each other server, as it was last heard, and whether it has been taken for killed since. */
  readonly #heard = new Map<string, { count: number; at: number; isSilent: boolean }>()
  #count = 0
  #isHeartbeatPending = false
  #isAway = true
  #selfHeardAt = performance.now()
  #connectedAt = performance.now()
  /** Since when we have heard whatever anybody said. */
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
          // It was killed, perhaps after a commit that it could not publish any more.
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
    // Later on it subscribes by itself. Where this fails, nothing is heard, and another pair takes its place.
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
      // We have missed whatever others published until now.
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

  /** Says our count, with whatever is to be passed on. Nothing waits: a Redis that is held would gather it for ever. */
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

  /** What one batch of messages makes is passed on together. */
  #flushSoon(): void {
    if (this.#isFlushing) return
    this.#isFlushing = true
    setImmediate(() => {
      this.#isFlushing = false
      if (performance.now() - this.#selfHeardAt < SILENCE_MS) void this.#publish()
      else this.#outgoing = { events: [], endedSessions: [] }
    })
  }

  /** Passes an event on to all other servers. While Redis is away it is dropped; they notice when it is back. */
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
    // Answered after everything that was passed on before it.
    const waiting = new AbortController()
    await Promise.race([
      this.#publish(true),
      sleep(CLOSE_LIMIT_MS, undefined, { signal: waiting.signal }).catch(() => undefined),
    ])
    waiting.abort()
    this.#disconnect()
  }
}

/** Undefined for whatever else is said on the channel. */
function parse(text: string): Packet | undefined {
  try {
    return packetSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
