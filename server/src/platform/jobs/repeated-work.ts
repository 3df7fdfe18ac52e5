import { setTimeout as sleep } from 'node:timers/promises'

const DRAIN_MS = 10_000
/** Maximum wait of new work for the first round of earlier work (ms). */
const TURN_MS = 50

let lastTurn = Promise.resolve()

const nextRounds = new Set<() => Promise<void>>()

/** Runs all repeated work once, so that tests need not wait. */
export const doRepeatedWork = async (): Promise<void> => {
  await Promise.all([...nextRounds].map((next) => next()))
}

/**
 * Repeats work every `everyMs` (ms), never twice at the same time. The work must not reject. The first rounds of all
 * work begin in sequence, because together they would take the whole connection pool. Returns a function that ends the
 * repetition and waits a while for running work. The next start must be able to finish interrupted work.
 */
export function repeatWork(work: (leaving: AbortSignal) => Promise<void>, everyMs: number): () => Promise<void> {
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
