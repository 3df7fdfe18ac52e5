import { toFailure, isWorthRetrying } from './failure.ts'

/** The first pause and the longest (ms). */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

/** What waits for its next try. */
const waiting = new Set<() => void>()

/**
 * Repeats what failed because the network or the server did, with growing pauses of random length, so that many tabs do
 * not come back at one instant. A refusal is an answer and ends the tries, but for the one that says: not so often.
 * @param work one try
 */
export async function retryUntilDone(work: () => Promise<unknown>): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      await work()
      return
    } catch (error) {
      if (!isWorthRetrying(error) && toFailure(error).code !== 'TOO_MANY_ATTEMPTS') return
    }
    await pause(pauseMs * (0.5 + Math.random() / 2))
  }
}

/** Lets everything that waits for its next try begin it now: the connection is back. */
export function retryNow(): void {
  for (const go of waiting) go()
}

function pause(ms: number): Promise<void> {
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
