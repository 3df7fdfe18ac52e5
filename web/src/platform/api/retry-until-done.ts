import { toFailure, isWorthRetrying } from './failure.ts'

/** First and maximum pause between retries (ms). */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

const waiting = new Set<() => void>()

/** Retries failed work after growing random pauses, which spread many tabs. Refusals other than rate limits end it. */
export async function retryUntilDone(work: () => Promise<unknown>): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      await work()
      return
    } catch (error) {
      if (!isWorthRetrying(error) && toFailure(error).code !== 'TOO_MANY_ATTEMPTS') return
    }
    await waitForRetry(pauseMs * (0.5 + Math.random() / 2))
  }
}

/** Runs all waiting retries immediately, after a reconnect. */
export function runWaitingRetries(): void {
  for (const go of waiting) go()
}

function waitForRetry(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer)
      waiting.delete(go)
      resolve()
    }
    const timer = setTimeout(go, ms)
    waiting.add(go)
  })
}
