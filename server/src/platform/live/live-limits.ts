import type { Bulkhead } from '../limits/bulkhead.ts'
import { type Limits, MINUTE_S } from '../limits/limits.ts'

/** Maximum live connections of one person on one server; further ones are refused. */
const CONNECTIONS_PER_PERSON = 20
/**
 * Maximum parallel session look-ups of new connections. Thousands arrive at the same time when another server is lost:
 * a queue leaves the processor and the database to connected people. A connection that waits longer than this (ms), or
 * finds the queue full, returns after a pause: by then the client would give up anyway.
 */
const ENTERING_PLACES = 3
const ENTERING_WAITING_MAX = 2000
const ENTERING_WAIT_MS = 5000
/**
 * Maximum connections of one server that have not joined: each holds some 15 kB, for 18 seconds at most. A stranger
 * fills the share of one network; only members of that network then wait.
 */
const WAITING_MAX = 4000
const WAITING_PER_NETWORK_MAX = 400

export type LiveLimits = ReturnType<typeof createLiveLimits>

/** Limits of all connections of one person to this server together. */
export function createLiveLimits({ local, fairQueue, times }: Limits) {
  /** New live connections: twenty tabs that reconnect three times in a minute. */
  const connections = local({ most: 60, windowS: MINUTE_S })
  /** Packets over all live connections of a person; one over the limit ends its connection. */
  const packets = local({ most: 200, windowS: 1 })
  const entries: Pick<Bulkhead, 'run'> = fairQueue({
    slots: ENTERING_PLACES,
    waitingMax: ENTERING_WAITING_MAX,
    waitingPerKeyMax: Number.POSITIVE_INFINITY,
    waitMs: ENTERING_WAIT_MS,
  })
  /** New connections of one network: 400 tabs immediately, and then seven a second. */
  const openings = local({ most: 400, windowS: MINUTE_S })
  return {
    waitingMax: times(WAITING_MAX),
    waitingPerNetworkMax: times(WAITING_PER_NETWORK_MAX),
    /**
     * Counts a new connection of a network, before its session is known. @returns false when the network opened too
     * many
     */
    mayOpen: openings.tryConsume,
    /** Queue of session look-ups: few at a time, so that thousands of new connections do not delay connected people. */
    entries,
    connectionsMax: times(CONNECTIONS_PER_PERSON),
    /** True when a person may connect once more now. */
    mayConnect: connections.tryConsume,
    /** True when a person may send one more packet now, over any connection. */
    maySend: packets.tryConsume,
  }
}
