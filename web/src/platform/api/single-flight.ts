import { retryUntilDone } from './retry-until-done.ts'

/** Minimum delay between two fetches (ms), however many events arrive. */
const AGAIN_AFTER_MS = 1000

export interface SingleFlightOptions {
  /** Waits for an earlier fetch from elsewhere, whose answer may be too old. */
  earlier?: () => Promise<void> | undefined
  ask: () => Promise<void>
  isBehind?: () => boolean
  ended?: AbortSignal
}

export interface SingleFlight {
  /** Fetches now, or once after the running fetch. @returns resolves when as new as this call, or refused */
  request: () => Promise<void>
  /** Fetches unless a fetch is running, which checks for changes itself. @returns as `request` */
  start: () => Promise<void>
}

/** Runs one fetch at a time until it is answered, with one follow-up for all requests during it. */
export function createSingleFlight({ earlier, ask, isBehind = () => false, ended }: SingleFlightOptions): SingleFlight {
  let running: Promise<void> | null = null
  /** The answer may miss a change made since the fetch began. */
  let isStale = false

  async function run(): Promise<void> {
    for (;;) {
      const asked = earlier?.()
      if (asked) await asked
      let isAnswered = false
      await retryUntilDone(async () => {
        if (ended?.aborted) return
        isStale = false
        await ask()
        isAnswered = true
      })
      // A refusal ends the loop too: a logged-out person misses nothing.
      if (!isAnswered || !(isStale || isBehind())) return
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
    }
  }

  const start = (): Promise<void> => {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
  return {
    start,
    request: () => {
      isStale = true
      return start()
    },
  }
}
