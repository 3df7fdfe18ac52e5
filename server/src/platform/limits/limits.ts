import { Refusal } from '@kundig/contract/errors'

import { type BulkheadOptions, Bulkhead } from './bulkhead.ts'
import { toClientNetwork } from './client-network.ts'
import { RateLimit, type Rule } from './rate-limit.ts'
import { type CountStore, createSharedCounts } from './shared-counts.ts'

export const MINUTE_S = 60
export const HOUR_S = 3600
export const DAY_S = 86_400

/** Maximum wait in a fair queue (ms). */
const WAIT_MS = 2500

/** For guessing and flooding, counted for all servers together. The window begins with the first attempt. */
export interface SharedLimit {
  /** Throws TOO_MANY_ATTEMPTS with the retry delay (s), or the database's errors: without a count, nothing is admitted. */
  consume: (key: string) => Promise<void>
  /** Uncounts an attempt that should not count, such as a successful one. */
  refund: (key: string) => Promise<void>
}

/** For frequent actions, in each server's memory: `most` immediately, then as many as the window restores. */
export interface LocalLimit {
  /** A refused use does not count. Throws TOO_MANY_ATTEMPTS with the retry delay (s). */
  consume: (key: string) => void
  /** Counts a use that is dropped over the limit; true within it. */
  tryConsume: (key: string) => boolean
}

type FairQueueOptions = Omit<BulkheadOptions, 'waitMs'> & { waitMs?: number | undefined }

export interface Limits {
  /** `name` is unique in the store. */
  shared: (name: string, rule: Rule) => SharedLimit
  local: (rule: Rule) => LocalLimit
  /** `waitMs` is 2.5 s by default, and longer with a factor above one. */
  fairQueue: (turns: FairQueueOptions) => Bulkhead
  /** Multiplies by the factor; at least one. */
  times: (most: number) => number
}

/** `factor` multiplies maxima and waiting places, never parallel work or a window's length. */
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

export function createIpLimit({ consume }: SharedLimit): (clientAddress: string) => Promise<void> {
  return (clientAddress) => consume(toClientNetwork(clientAddress))
}

function refuseOver(waitS: number | null): void {
  if (waitS !== null) throw new Refusal('TOO_MANY_ATTEMPTS', undefined, waitS)
}
