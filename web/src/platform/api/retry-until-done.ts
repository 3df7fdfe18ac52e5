import { toFailure, isWorthRetrying } from './failure.ts'

/** First and maximum pause (ms). */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

const waiting = new Set<() => void>()

/** Retries failures with growing random pauses, to spread many tabs. Refusals end it, except rate limits. */
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

/** Starts all waiting retries: the connection is back. */
export function retryNow(): void {
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
