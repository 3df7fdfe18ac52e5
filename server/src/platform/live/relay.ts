import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

import type { ServerToClientEvents } from '@kundig/contract/live-events'

import type { Logger } from '../logging/logger.ts'
import { createRedisClient, type RedisClient } from '../redis/redis.ts'

const CHANNEL = 'kundig:live'
/** How often a server says how many events it has passed on (ms). */
const BEAT_MS = 1000
/** A server that has not heard itself for so long is cut off, and connects anew (ms). */
const SILENCE_MS = 4000
/** A server that was not heard for so long is gone for good (ms). */
const FORGOTTEN_MS = 60_000
/** A server that ends waits so long for what it has just passed on (ms). */
const CLOSE_LIMIT_MS = 1000

/** An event for a person's tabs. */
export interface RelayedEvent {
  userId: string
  name: keyof ServerToClientEvents
  payload: unknown[]
  /** Worth nothing later: nobody needs to know that it was missed. */
  isHint: boolean
}

const relayedEvent = z.object({
  userId: z.string(),
  name: z.string(),
  payload: z.array(z.unknown()),
  isHint: z.boolean(),
})

/** What servers say to each other. */
const packetSchema = z.object({
  from: z.uuid(),
  /** How many events this server has passed on by now, this one included; hints and ended sessions are not counted. */
  count: z.int(),
  event: z.custom<RelayedEvent>((value) => relayedEvent.safeParse(value).success).optional(),
  endedSession: z.string().optional(),
})
type Packet = z.infer<typeof packetSchema>

export interface RelayOptions {
  /** Of Redis. */
  url: string
  logger: Logger
  /** Another server has an event for somebody's tabs. */
  onEvent: (event: RelayedEvent) => void
  /** Another server has ended a session. */
  onSessionEnded: (sessionId: string) => void
  /** Events of other servers may not have come; told again each time it is noticed. */
  onMissed: () => void
}

export interface Relay {
  /** Passes an event on to all other servers. While Redis is away it is dropped; they notice when it is back. */
  passEvent: (event: RelayedEvent) => void
  passSessionEnd: (sessionId: string) => void
  close: () => Promise<void>
}

/**
 * Passes live events between servers, through one channel of Redis. Nothing is kept there or here for a server that
 * does not hear: each counts what it passes on and says its count every second, so that the others notice what they
 * have missed, and look it up in the database.
 */
export function createRelay({ url, logger, onEvent, onSessionEnded, onMissed }: RelayOptions): Relay {
  const self = randomUUID()
  /** The count of each other server, as it was last heard. */
  const heard = new Map<string, { count: number; at: number }>()
  let count = 0
  let isBeating = false
  let isAway = true
  let selfHeardAt = performance.now()
  let connectedAt = performance.now()
  let { publisher, subscriber } = connect()

  function connect(): { publisher: RedisClient; subscriber: RedisClient } {
    connectedAt = performance.now()
    const pair = { publisher: createRedisClient(url), subscriber: createRedisClient(url) }
    for (const client of Object.values(pair)) {
      client.on('error', setAway)
      // It tries on by itself; it ends without success only when it is closed.
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
    const packet = parse(text)
    if (!packet) return
    const now = performance.now()
    if (packet.from === self) {
      selfHeardAt = now
      // What others passed on until now went past us.
      if (isAway) onMissed()
      isAway = false
      return
    }
    const { event, endedSession } = packet
    const before = heard.get(packet.from)?.count ?? 0
    const isCounted = event?.isHint === false
    if (packet.count > (isCounted ? before + 1 : before)) onMissed()
    heard.set(packet.from, { count: Math.max(before, packet.count), at: now })
    if (event) onEvent(event)
    if (endedSession !== undefined) onSessionEnded(endedSession)
  }

  /** Nothing waits: what cannot be sent now is dropped, as a Redis that is held would gather it for ever. */
  async function publish(packet: Omit<Packet, 'from'>): Promise<void> {
    if (!publisher.isReady) return
    await publisher.publish(CHANNEL, JSON.stringify({ from: self, ...packet } satisfies Packet)).catch(() => undefined)
  }

  function pass(packet: Omit<Packet, 'from'>): void {
    if (performance.now() - selfHeardAt < SILENCE_MS) void publish(packet)
  }

  const beats = setInterval(() => {
    const now = performance.now()
    for (const [server, { at }] of heard) if (now - at > FORGOTTEN_MS) heard.delete(server)
    if (now - Math.max(selfHeardAt, connectedAt) > SILENCE_MS) {
      // A connection may be dead without knowing it.
      setAway()
      disconnect()
      ;({ publisher, subscriber } = connect())
      isBeating = false
    }
    if (isBeating) return
    isBeating = true
    void publish({ count }).finally(() => (isBeating = false))
  }, BEAT_MS)
  beats.unref()

  return {
    passEvent: (event) => {
      if (!event.isHint) count++
      pass({ count, event })
    },
    passSessionEnd: (sessionId) => pass({ count, endedSession: sessionId }),
    close: async () => {
      clearInterval(beats)
      // Answered after everything that was passed on before it.
      const waiting = new AbortController()
      await Promise.race([
        publish({ count }),
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
