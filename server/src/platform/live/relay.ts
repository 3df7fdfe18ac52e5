import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

import type { ServerToClientEvents } from '@kundig/contract/live-events'

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

export interface Relay {
  /** Passes an event on to all other servers. While Redis is away it is dropped; they notice when it is back. */
  passEvent: (event: RelayedEvent) => void
  passSessionEnd: (sessionId: string) => void
  close: () => Promise<void>
}

/**
 * Passes live events between servers, through one channel of Redis. Neither Redis nor a server keeps events for a server
 * that does not listen: each server counts what it publishes and publishes its count every second, so that the others
 * notice what they have missed, and look it up in the database.
 */
export function createRelay({ createRedisClient, logger, onEvent, onSessionEnded, onMissed }: RelayOptions): Relay {
  const self = randomUUID()
  /** How our own packets begin: they are known before they are parsed. */
  const ownPrefix = `{"from":"${self}"`
  /** What is passed on at the end of this turn of the event loop, in one packet. */
  let outgoing: { events: RelayedEvent[]; endedSessions: string[] } = { events: [], endedSessions: [] }
  let isFlushing = false
  /** The count of each other server, as it was last heard, and whether it has been taken for killed since. */
  const heard = new Map<string, { count: number; at: number; isSilent: boolean }>()
  let count = 0
  let isHeartbeatPending = false
  let isAway = true
  let selfHeardAt = performance.now()
  let connectedAt = performance.now()
  /** Since when we have heard whatever anybody said. */
  let hearingSince = performance.now()
  let { publisher, subscriber } = connect()

  function connect(): { publisher: RedisClient; subscriber: RedisClient } {
    connectedAt = performance.now()
    const pair = { publisher: createRedisClient(), subscriber: createRedisClient() }
    for (const client of Object.values(pair)) {
      client.on('error', setAway)
      // The client retries by itself; this rejects only when it is closed.
      client.connect().catch(() => undefined)
    }
    // Later on it subscribes by itself. Where this fails, nothing is heard, and another pair takes its place.
    pair.subscriber.once('ready', () => {
      pair.subscriber.subscribe(CHANNEL, receive).catch(setAway)
    })
    return pair
  }

  function disconnect(): void {
    for (const client of [publisher, subscriber]) if (client.isOpen) client.destroy()
  }

  function setAway(): void {
    if (!isAway) logger.warn('other servers cannot be reached: live events stay on this one')
    isAway = true
  }

  function receive(text: string): void {
    const now = performance.now()
    if (text.startsWith(ownPrefix)) {
      // We have missed whatever others published until now.
      if (isAway) {
        onMissed(selfHeardAt)
        hearingSince = now
      }
      isAway = false
      selfHeardAt = now
      return
    }
    const packet = parse(text)
    if (!packet) return
    const { events = [], endedSessions = [] } = packet
    const known = heard.get(packet.from)
    const before = known?.count ?? 0
    const counted = events.filter(({ isVolatile }) => !isVolatile).length
    if (packet.count > before + counted) onMissed(known?.at ?? hearingSince)
    if (packet.isLast) heard.delete(packet.from)
    else heard.set(packet.from, { count: Math.max(before, packet.count), at: now, isSilent: false })
    for (const event of events) onEvent(event)
    for (const sessionId of endedSessions) onSessionEnded(sessionId)
  }

  /** Says our count, with whatever is to be passed on. Nothing waits: a Redis that is held would gather it for ever. */
  async function publish(isLast = false): Promise<void> {
    const { events, endedSessions } = outgoing
    outgoing = { events: [], endedSessions: [] }
    if (!publisher.isReady) return
    const packet: Packet = {
      from: self,
      count,
      ...(events.length > 0 ? { events } : {}),
      ...(endedSessions.length > 0 ? { endedSessions } : {}),
      ...(isLast ? { isLast } : {}),
    }
    await publisher.publish(CHANNEL, JSON.stringify(packet)).catch(() => undefined)
  }

  /** What one batch of messages makes is passed on together. */
  function flushSoon(): void {
    if (isFlushing) return
    isFlushing = true
    setImmediate(() => {
      isFlushing = false
      if (performance.now() - selfHeardAt < SILENCE_MS) void publish()
      else outgoing = { events: [], endedSessions: [] }
    })
  }

  const heartbeats = setInterval(() => {
    const now = performance.now()
    for (const [server, other] of heard) {
      if (now - other.at > FORGOTTEN_MS) heard.delete(server)
      else if (now - other.at > SILENCE_MS && !other.isSilent) {
        other.isSilent = true
        // It was killed, perhaps after a commit that it could not publish any more.
        onMissed(other.at)
      }
    }
    if (now - Math.max(selfHeardAt, connectedAt) > SILENCE_MS) {
      // A connection may be dead without an error.
      setAway()
      disconnect()
      ;({ publisher, subscriber } = connect())
      isHeartbeatPending = false
    }
    if (isHeartbeatPending) return
    isHeartbeatPending = true
    void publish().finally(() => (isHeartbeatPending = false))
  }, HEARTBEAT_MS)
  heartbeats.unref()

  return {
    passEvent: (event) => {
      if (!event.isVolatile) count++
      outgoing.events.push(event)
      flushSoon()
    },
    passSessionEnd: (sessionId) => {
      outgoing.endedSessions.push(sessionId)
      flushSoon()
    },
    close: async () => {
      clearInterval(heartbeats)
      // Answered after everything that was passed on before it.
      const waiting = new AbortController()
      await Promise.race([
        publish(true),
        sleep(CLOSE_LIMIT_MS, undefined, { signal: waiting.signal }).catch(() => undefined),
      ])
      waiting.abort()
      disconnect()
    },
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
