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

/** Limit on guessing and flooding, counted for all servers together. The window begins with the first attempt. */
export interface SharedLimit {
  /** Counts an attempt. Throws TOO_MANY_ATTEMPTS with the retry delay (s), or the database's errors. */
  consume: (key: string) => Promise<void>
  /** Uncounts an attempt that should not count, such as a successful log-in. */
  refund: (key: string) => Promise<void>
}

/** Limit on frequent actions, in each server's memory: `most` immediate uses, which the window restores evenly. */
export interface LocalLimit {
  /** A refused use does not count. Throws TOO_MANY_ATTEMPTS with the retry delay (s). */
  consume: (key: string) => void
  /** Counts a use. Returns false over the limit; the caller then drops the use. */
  tryConsume: (key: string) => boolean
}

type FairQueueOptions = Omit<BulkheadOptions, 'waitMs'> & { waitMs?: number | undefined }

export interface Limits {
  /** Creates a limit over all servers. `name` is unique in the store. */
  shared: (name: string, rule: Rule) => SharedLimit
  local: (rule: Rule) => LocalLimit
  /** Creates a fair queue. Its maximum wait is 2.5 s by default, and longer with a factor above one. */
  fairQueue: (turns: FairQueueOptions) => Bulkhead
  /** Multiplies a maximum by the factor; returns at least one. */
  times: (most: number) => number
}

/** Creates limits. `factor` multiplies maxima and queue lengths, but not parallel work or the length of windows. */
export function createLimits({ factor, ...store }: CountStore & { factor: number }): Limits {
  const times = (most: number): number => Math.max(1, Math.round(most * factor))
  const timesFactor = ({ most, windowS }: Rule): Rule => ({ most: times(most), windowS })
  const createSharedCount = createSharedCounts(store)
  return {
    times,
    shared: (name, rule) => {
      const { consume, refund } = createSharedCount(name, timesFactor(rule))
      return { consume: async (key) => requireWithinLimit(await consume(key)), refund }
    },
    local: (rule) => {
      const limit = new RateLimit(timesFactor(rule))
      return {
        consume: (key) => requireWithinLimit(limit.consume(key)),
        tryConsume: (key) => limit.consume(key) === null,
      }
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

function requireWithinLimit(waitS: number | null): void {
  if (waitS !== null) throw new Refusal('TOO_MANY_ATTEMPTS', undefined, waitS)
}
