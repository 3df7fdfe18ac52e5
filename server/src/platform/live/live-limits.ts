import type { Bulkhead } from '../limits/bulkhead.ts'
import { type Limits, MINUTE_S } from '../limits/limits.ts'

/** Maximum live connections of one person on one server. */
const CONNECTIONS_PER_PERSON = 20
/**
 * Maximum parallel and waiting session look-ups, and their maximum wait (ms). When another server fails, thousands of
 * tabs reconnect. Few parallel look-ups leave capacity for connected people. Clients give up after this wait anyway.
 */
const ENTERING_PLACES = 3
const ENTERING_WAITING_MAX = 2000
const ENTERING_WAIT_MS = 5000
/** Maximum connections that have not joined, in all and per network: each costs some 15 kB for at most 18 seconds. */
const WAITING_MAX = 4000
const WAITING_PER_NETWORK_MAX = 400

export type LiveLimits = ReturnType<typeof createLiveLimits>

export function createLiveLimits({ local, fairQueue, times }: Limits) {
  /** Limit on a person's new connections: twenty tabs may reconnect three times in a minute. */
  const connections = local({ most: 60, windowS: MINUTE_S })
  /** Limit on packets over all connections of a person; a packet over the limit ends its connection. */
  const packets = local({ most: 200, windowS: 1 })
  const entries: Pick<Bulkhead, 'run'> = fairQueue({
    slots: ENTERING_PLACES,
    waitingMax: ENTERING_WAITING_MAX,
    waitingPerKeyMax: Number.POSITIVE_INFINITY,
    waitMs: ENTERING_WAIT_MS,
  })
  /** Limit on a network's new connections: 400 immediately, then seven a second. */
  const openings = local({ most: 400, windowS: MINUTE_S })
  return {
    waitingMax: times(WAITING_MAX),
    waitingPerNetworkMax: times(WAITING_PER_NETWORK_MAX),
    mayOpen: openings.tryConsume,
    entries,
    connectionsMax: times(CONNECTIONS_PER_PERSON),
    mayConnect: connections.tryConsume,
    maySend: packets.tryConsume,
  }
}
