import { setTimeout as sleep } from 'node:timers/promises'

/** Work that does not end must not hold a drain up for longer (ms). */
const DRAIN_MS = 10_000

/**
 * Does work at once and at intervals, never twice at a time.
 * @param work must not reject; once its signal is aborted it begins nothing more
 * @param everyMs from one beginning to the next (ms)
 * @returns stops it, and waits a while for work under way; what is cut off, the next start must be able to do
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
