import { retryUntilDone } from './retry-until-done.ts'

/** However many events say that what was asked for may be old, it is asked for again after this time (ms). */
const AGAIN_AFTER_MS = 1000

/** What is asked, and when again. */
export interface SingleFlightOptions {
  /** What was asked for elsewhere before this, if anything: its answer is waited for, and not taken for the new one. */
  earlier?: () => Promise<void> | undefined
  /** Asks once; it throws what kept an answer from coming. */
  ask: () => Promise<void>
  /** Whether it is known that the last answer did not bring everything. */
  isBehind?: () => boolean
  /** Ends it: nothing is asked for any more after the answer that is under way. */
  ended?: AbortSignal
}

export interface SingleFlight {
  /**
   * Asks: at once, or once more after what is under way, however often this is called meanwhile.
   * @returns resolves when the answer is as new as this call, or when the server has refused
   */
  request: () => Promise<void>
  /** Asks unless something is under way, which looks by itself whether it is behind. @returns as `request` */
  start: () => Promise<void>
}

/** Asks one thing at a time, until there is an answer, with one follow-up for all that happens meanwhile. */
export function createSingleFlight({ earlier, ask, isBehind = () => false, ended }: SingleFlightOptions): SingleFlight {
  let running: Promise<void> | null = null
  /** Something happened since the question was asked that its answer may not know of. */
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
      // A refusal is an answer, too: whoever is not logged in any more misses nothing.
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
