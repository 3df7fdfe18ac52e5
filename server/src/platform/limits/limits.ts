import { Refusal } from '@kundig/contract/errors'

import { type BulkheadOptions, Bulkhead } from './bulkhead.ts'
import { clientNetwork } from './client-network.ts'
import { RateLimit, type Rule } from './rate-limit.ts'
import { type CountStore, createSharedCounts } from './shared-counts.ts'

export const MINUTE_S = 60
export const HOUR_S = 3600
export const DAY_S = 86_400

/** Maximum wait in a fair queue (ms). */
const WAIT_MS = 2500

/** Limit against guessing and flooding, counted for all servers together. The window begins with the first attempt. */
export interface SharedLimit {
  /**
   * Counts one attempt.
   * @throws Refusal TOO_MANY_ATTEMPTS, with the retry delay (s); the database's errors when it is unavailable: without
   *   a count, nothing is admitted
   */
  consume: (key: string) => Promise<void>
  /** Uncounts one attempt that turned out to be of an unlimited kind. */
  refund: (key: string) => Promise<void>
}

/**
 * Limit on frequent actions: `most` immediately, and then as many as the window restores. Each server counts in its own
 * memory.
 */
export interface LocalLimit {
  /**
   * Counts one use; a refused one does not count.
   * @throws Refusal TOO_MANY_ATTEMPTS, with the retry delay (s)
   */
  consume: (key: string) => void
  /** Counts a use that is dropped over the limit. @returns true within the limit */
  tryConsume: (key: string) => boolean
}

type FairQueueOptions = Omit<BulkheadOptions, 'waitMs'> & { waitMs?: number | undefined }

/** Factory for each feature's limits (`<feature>.limits.ts`). */
export interface Limits {
  /** @param name unique name of the count in the store */
  shared: (name: string, rule: Rule) => SharedLimit
  local: (rule: Rule) => LocalLimit
  /**
   * Makes a fair queue for a shared resource. @param turns.waitMs default: 2.5 s, and longer with a factor above one
   */
  fairQueue: (turns: FairQueueOptions) => Bulkhead
  /** Multiplies by the factor, and returns at least one. */
  times: (most: number) => number
}

/**
 * @param store.factor multiplies every limit's maximum and the waiting places, never the parallel work or the length of
 *   a window
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
    fairQueue: ({ waitingMax, waitingPerKeyMax, waitMs = WAIT_MS * Math.max(1, factor), ...slots }) =>
      new Bulkhead({
        ...slots,
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
