import { setTimeout as sleep } from 'node:timers/promises'

/** Work that does not end must not hold a drain up for longer (ms). */
const DRAIN_MS = 10_000
/** The first round of one thing does not wait longer for that of another (ms). */
const TURN_MS = 50

/** Until the first round that was begun last has ended, or has had its turn. */
let lastTurn = Promise.resolve()

/** Begins the next round of each repeated work of this process, and answers once it has ended. */
const nextRounds = new Set<() => Promise<void>>()

/** Does all repeated work of this process once, now. Tests call it, so that they wait for no interval. */
export const doRepeatedWork = async (): Promise<void> => {
  await Promise.all([...nextRounds].map((next) => next()))
}

/**
 * Does work at once and at intervals, never twice at a time. The first rounds of a server that starts begin one after
 * the other, and so do all later ones: together they would take every connection of the pool, and have each opened anew.
 * @param work must not reject; once its signal is aborted it begins nothing more
 * @param everyMs from one beginning to the next (ms)
 * @returns stops it, and waits a while for work under way; what is cut off, the next start must be able to do
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
