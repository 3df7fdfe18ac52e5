import { retryUntilDone } from './retry-until-done.ts'

/** Minimum delay between two fetches (ms). */
const AGAIN_AFTER_MS = 1000

export interface SingleFlightOptions {
  /** Returns a fetch that other code is running. Our fetch starts after the end of that fetch. */
  earlier?: () => Promise<void> | undefined
  ask: () => Promise<void>
  isBehind?: () => boolean
  ended?: AbortSignal
}

export interface SingleFlight {
  /** Fetches now, or once after the running fetch. Resolves after a fetch that began later than this call. */
  request: () => Promise<void>
  /** Fetches unless a fetch is already running. Resolves after that fetch. */
  start: () => Promise<void>
}

/** Runs one fetch at a time and retries failures. All requests during a fetch cause one further fetch. */
export function createSingleFlight({ earlier, ask, isBehind = () => false, ended }: SingleFlightOptions): SingleFlight {
  let running: Promise<void> | null = null
  /** True when a change came after the running fetch began, so that the fetch may miss the change. */
  let isStale = false

  async function runFetches(): Promise<void> {
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
      // A refusal, such as after a log-out, also ends the loop.
      if (!isAnswered || !(isStale || isBehind())) return
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
    }
  }

  const start = (): Promise<void> => {
    running ??= runFetches().finally(() => {
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
