import type { Bulkhead } from '../limits/bulkhead.ts'
import { type Limits, MINUTE_S } from '../limits/limits.ts'

/** Live connections that one person may have on one server; one more is refused. */
const CONNECTIONS_PER_PERSON = 20
/**
 * Whose a live connection is, is looked up for so many at a time. Thousands come at once when another server is lost: in
 * turns they leave the processor and the database to those who are there. Whoever waits for longer than this (ms), or finds
 * the line full, comes again after a pause: by then the client would give up anyway.
 */
const ENTERING_PLACES = 3
const ENTERING_WAITING_MAX = 2000
const ENTERING_WAIT_MS = 5000
/**
 * Connections that have not joined, on one server: each holds some 15 kB, for 18 seconds at most. A stranger
 * fills the share of one network; the members of that network then wait, and no others do.
 */
const WAITING_MAX = 4000
const WAITING_PER_NETWORK_MAX = 400

export type LiveLimits = ReturnType<typeof createLiveLimits>

/** What all connections of one person to this server are held to together. */
export function createLiveLimits({ local, turns, times }: Limits) {
  /** Live connections made: twenty tabs that come back three times in a minute. */
  const connections = local({ most: 60, windowS: MINUTE_S })
  /** Packets over all live connections of a person; the one that is too much ends its connection. */
  const packets = local({ most: 200, windowS: 1 })
  const entries: Pick<Bulkhead, 'run'> = turns({
    places: ENTERING_PLACES,
    waitingMax: ENTERING_WAITING_MAX,
    waitingPerKeyMax: Number.POSITIVE_INFINITY,
    waitMs: ENTERING_WAIT_MS,
  })
  /** New connections of one network: 400 tabs at once, and then seven a second. */
  const openings = local({ most: 400, windowS: MINUTE_S })
  return {
    waitingMax: times(WAITING_MAX),
    waitingPerNetworkMax: times(WAITING_PER_NETWORK_MAX),
    /** Counts a new connection of a network, before its session is known. @returns false when the network opened too many */
    mayOpen: openings.tryConsume,
    /** Looking up whose a connection is: few at a time, so that thousands that come at once do not hold up who is there. */
    entries,
    connectionsMax: times(CONNECTIONS_PER_PERSON),
    /** Whether a person may connect once more now. */
    mayConnect: connections.tryConsume,
    /** Whether a person may send one more packet now, over whichever connection. */
    maySend: packets.tryConsume,
  }
}
