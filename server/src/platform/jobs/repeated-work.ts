import { setTimeout as sleep } from 'node:timers/promises'

/** Work that does not end must not hold a drain up for longer (ms). */
const DRAIN_MS = 10_000

/**
 * Does something at once and every so often, never twice at a time.
 * @param work must not reject; it takes on nothing more once it is told that we leave
 * @param everyMs from one beginning to the next (ms)
 * @returns ends it, and waits for what is under way, if that does not take long: the next start must be able to do what
 *   is cut off
 */
export function repeat(work: (leaving: AbortSignal) => Promise<void>, everyMs: number): () => Promise<void> {
  const leaving = new AbortController()
  let working = work(leaving.signal)
  const timer = setInterval(() => {
    working = working.then(() => (leaving.signal.aborted ? undefined : work(leaving.signal)))
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    leaving.abort()
    await Promise.race([working, sleep(DRAIN_MS, undefined, { ref: false })])
  }
}
