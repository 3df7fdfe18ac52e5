import { Refusal } from '@kundig/contract/errors'

import { type BulkheadOptions, Bulkhead } from './bulkhead.ts'
import { clientNetwork } from './client-network.ts'
import { RateLimit, type Rule } from './rate-limit.ts'
import { type CountStore, createSharedCounts } from './shared-counts.ts'

export const MINUTE_S = 60
export const HOUR_S = 3600
export const DAY_S = 86_400

/** How long anything waits for its turn (ms). */
const WAIT_MS = 2500

/**
 * A limit on what a guesser or a flooder would try, counted for all servers together. The window begins with the first
 * attempt.
 */
export interface SharedLimit {
  /**
   * Counts one attempt.
   * @throws Refusal TOO_MANY_ATTEMPTS, with after how many seconds the next one is; whatever the database throws when it
   *   is away: when nothing can be counted, nothing is let through
   */
  consume: (key: string) => Promise<void>
  /** Uncounts one: it turned out to be of a kind that is not limited. */
  refund: (key: string) => Promise<void>
}

/**
 * A limit on what people do all the time: `most` at once, and after that as many as come back over the window. Each server
 * counts in its own memory.
 */
export interface LocalLimit {
  /**
   * Counts one use; one that is refused does not count.
   * @throws Refusal TOO_MANY_ATTEMPTS, with after how many seconds the next one is
   */
  consume: (key: string) => void
  /** The same for what is dropped when it is too much. @returns whether it is within the limit */
  tryConsume: (key: string) => boolean
}

type Turns = Omit<BulkheadOptions, 'waitMs'> & { waitMs?: number | undefined }

/** What each feature makes its limits with (`<feature>.limits.ts`). */
export interface Limits {
  /** @param name under which it is counted in the store: no two limits have the same */
  shared: (name: string, rule: Rule) => SharedLimit
  local: (rule: Rule) => LocalLimit
  /** Turns at what others need, too. @param turns.waitMs 2.5 s, and longer by a factor above one, when left out */
  turns: (turns: Turns) => Bulkhead
  /** So many times the factor, and at least one. */
  times: (most: number) => number
}

/**
 * @param store.factor multiplies how much every limit lets through and how many may wait, never how much is done at a
 *   time or how long a window is
 */
export function createLimits({ factor, ...store }: CountStore & { factor: number }): Limits {
  const times = (most: number): number => Math.max(1, Math.round(most * factor))
  const timesFactor = ({ most, windowS }: Rule): Rule => ({ most: times(most), windowS })
  const createSharedCount = createSharedCounts(store)
  return {
    times,
    shared: (name, rule) => {
      const { consume, refund } = createSharedCount(name, timesFactor(rule))
      return { consume: async (key) => refuseOver(await consume(key)), refund }
    },
    local: (rule) => {
      const limit = new RateLimit(timesFactor(rule))
      return { consume: (key) => refuseOver(limit.consume(key)), tryConsume: (key) => limit.consume(key) === null }
    },
    turns: ({ waitingMax, waitingPerKeyMax, waitMs = WAIT_MS * Math.max(1, factor), ...places }) =>
      new Bulkhead({
        ...places,
        waitingMax: times(waitingMax),
        waitingPerKeyMax: times(waitingPerKeyMax),
        waitMs,
      }),
  }
}

/** Counts a shared limit per IP: per IPv4 address, or /64 of IPv6 addresses. */
export function perIp({ consume }: SharedLimit): (clientAddress: string) => Promise<void> {
  return (clientAddress) => consume(clientNetwork(clientAddress))
}

function refuseOver(waitS: number | null): void {
  if (waitS !== null) throw new Refusal('TOO_MANY_ATTEMPTS', undefined, waitS)
}
