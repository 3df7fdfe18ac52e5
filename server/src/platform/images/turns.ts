import { Refusal } from '@kundig/contract/errors'

/** When those who wait may all be through (s). */
const RETRY_AFTER_S = 5

/** Has a piece of work done when it is that person's turn, and passes its result on. */
export type Turns = <T>(personId: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/**
 * Does heavy work a few pieces at a time. People take turns, however much each of them brings: whoever had a turn goes behind
 * everybody else who waits.
 * @param waiting how much may wait, over all people
 * @returns what has work done; it throws Refusal UNAVAILABLE (503) when too much waits, and when the signal ends the
 *   waiting: then the work is never begun
 */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  /** By person; who had a turn goes to the end. */
  const lines = new Map<string, (() => void)[]>()
  let waitingNow = 0
  let running = 0

  function leave(personId: string, begin: () => void): void {
    const line = lines.get(personId)
    const place = line?.indexOf(begin) ?? -1
    if (!line || place < 0) return
    line.splice(place, 1)
    waitingNow -= 1
    if (line.length === 0) lines.delete(personId)
  }

  /** Hands a place on, so that nobody slips in between. */
  function handOn(): void {
    const next = lines.entries().next()
    if (next.done) {
      running -= 1
      return
    }
    const [personId, line] = next.value
    const begin = line.shift()
    waitingNow -= 1
    lines.delete(personId)
    if (line.length > 0) lines.set(personId, line)
    begin?.()
  }

  function wait(personId: string, signal: AbortSignal | undefined): Promise<void> {
    if (waitingNow >= waiting) throw new Refusal('UNAVAILABLE', undefined, RETRY_AFTER_S)
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        leave(personId, begin)
        reject(new Refusal('UNAVAILABLE'))
      }
      const begin = (): void => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      waitingNow += 1
      const line = lines.get(personId)
      if (line) line.push(begin)
      else lines.set(personId, [begin])
    })
  }

  return async (personId, work, signal) => {
    if (signal?.aborted) throw new Refusal('UNAVAILABLE')
    if (running >= atOnce) await wait(personId, signal)
    else running += 1
    try {
      return await work()
    } finally {
      handOn()
    }
  }
}
