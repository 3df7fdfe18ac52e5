import { setTimeout as sleep } from 'node:timers/promises'

/** Maximum delay of a drain by unfinished work (ms). */
const DRAIN_MS = 10_000
/** Maximum wait of a first round for the previous work's one (ms). */
const TURN_MS = 50

/** Resolves when the last started first round has ended, or had its time. */
let lastTurn = Promise.resolve()

/** Each starts the next round of one repeated work of this process, and resolves at its end. */
const nextRounds = new Set<() => Promise<void>>()

/** Runs all repeated work of this process once, now. For tests, so that they need not wait for an interval. */
export const doRepeatedWork = async (): Promise<void> => {
  await Promise.all([...nextRounds].map((next) => next()))
}

/**
 * Runs work immediately and at intervals, never twice at the same time. The first rounds of a starting server begin one
 * after the other, and so do all later ones: together they would take every connection of the pool, and open each
 * again.
 * @param work must not reject; once its signal is aborted it begins nothing more
 * @param everyMs from one start to the next (ms)
 * @returns stops it, and waits a while for running work; the next start must be able to finish interrupted work
 */
export function repeat(work: (leaving: AbortSignal) => Promise<void>, everyMs: number): () => Promise<void> {
  const leaving = new AbortController()
  let working = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const doNext = (): void => {
    working = working.then(() => (leaving.signal.aborted ? undefined : work(leaving.signal)))
  }
  const nextRound = (): Promise<void> => {
    doNext()
    return working
  }
  const beginAfter = async (turn: Promise<void>): Promise<void> => {
    await turn
    if (leaving.signal.aborted) return
    timer = setInterval(doNext, everyMs)
    timer.unref()
    nextRounds.add(nextRound)
    doNext()
    await Promise.race([working, sleep(TURN_MS, undefined, { ref: false })])
  }
  lastTurn = beginAfter(lastTurn)
  return async () => {
    clearInterval(timer)
    nextRounds.delete(nextRound)
    leaving.abort()
    await Promise.race([working, sleep(DRAIN_MS, undefined, { ref: false })])
  }
}
