import { type ErrorCode, Refusal } from '@kundig/contract/errors'

export interface BulkheadOptions {
  /** How many pieces of work run at a time. */
  places: number
  /** How many of them may be of one key; all of them when left out. */
  placesPerKey?: number
  /** How many may wait, of all keys together. */
  waitingMax: number
  /** How many may wait of one key. */
  waitingPerKeyMax: number
  /** How long one may wait (ms). */
  waitMs: number
  /** The code for those whose turn did not come in time, or for whom too much of others waits; UNAVAILABLE by default. */
  busy?: ErrorCode
}

export interface Bulkhead {
  /**
   * Runs a piece of work when it is its turn, and passes its result on.
   * @param key whose work it is. Keys take turns: each waits for at most one piece of every other key, whatever those
   *   brought before
   * @param signal ends the waiting; the work then never begins
   * @throws Refusal TOO_MANY_ATTEMPTS when too much of this key waits already; what `busy` says when too much waits at
   *   all, its turn did not come in time, the signal ended the waiting, or it gave way to a key with less waiting
   */
  run: <T>(key: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>
}

interface Waiting {
  start: () => void
  refuse: () => void
  round: number
}

interface Line {
  running: number
  waiting: Waiting[]
  /** The first round that has no piece of this key yet. */
  nextRound: number
}

/** A timer takes no more (ms). */
const TIMER_MAX_MS = 2_147_483_647

/**
 * Keeps work of one kind, or of one person, from taking all of a resource that others need, too: it gets few places, and a
 * queue that is bounded in length and in time.
 */
export function createBulkhead(options: BulkheadOptions): Bulkhead {
  const { places, placesPerKey = places, waitingMax, waitingPerKeyMax, busy = 'UNAVAILABLE' } = options
  const waitMs = Math.min(options.waitMs, TIMER_MAX_MS)
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000))
  /** Every key of which something runs or waits. */
  const lines = new Map<string, Line>()
  /** The keys of which something waits, in the order of their coming. */
  const turns = new Set<string>()
  let running = 0
  let waiting = 0
  /** Each key has one piece of work in each round. This is the round of the piece that began last. */
  let round = 0

  function openLine(key: string): Line {
    const line = lines.get(key) ?? { running: 0, waiting: [], nextRound: 0 }
    lines.set(key, line)
    return line
  }

  function startNext(): void {
    if (running >= places) return
    let next: Waiting | undefined
    for (const key of turns) {
      const line = openLine(key)
      const [first] = line.waiting
      if (first && line.running < placesPerKey && (!next || first.round < next.round)) next = first
    }
    next?.start()
  }

  function takeRound(line: Line): number {
    const taken = Math.max(round, line.nextRound)
    line.nextRound = taken + 1
    return taken
  }

  function begin(line: Line, ofRound: number): void {
    running++
    line.running++
    round = Math.max(round, ofRound)
  }

  function end(key: string, line: Line): void {
    running--
    line.running--
    forgetIdle(key, line)
    startNext()
  }

  function forgetIdle(key: string, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) lines.delete(key)
  }

  const hasPlace = (line: Line | undefined): boolean => running < places && (line?.running ?? 0) < placesPerKey

  /** @throws Refusal when nothing more may wait */
  function requireRoom(key: string): void {
    const line = lines.get(key)
    if (hasPlace(line)) return
    const ownWaiting = line?.waiting.length ?? 0
    if (ownWaiting >= waitingPerKeyMax) throw new Refusal('TOO_MANY_ATTEMPTS', undefined, retryAfterS)
    if (waiting < waitingMax) return
    // The key with the longest line gives way: a few keys that fill the queue must not exclude all others.
    let longest: Line | undefined
    for (const waitingKey of turns) {
      const other = lines.get(waitingKey)
      if (other && other.waiting.length > (longest?.waiting.length ?? 0)) longest = other
    }
    if (!longest || longest.waiting.length <= ownWaiting + 1) throw new Refusal(busy, undefined, retryAfterS)
    longest.waiting.at(-1)?.refuse()
  }

  /** Waits for a place, and has it once this is done. */
  function wait(key: string, line: Line, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', refuse)
        waiting--
        line.waiting.splice(line.waiting.indexOf(mine), 1)
        if (line.waiting.length === 0) turns.delete(key)
      }
      const start = (): void => {
        leave()
        begin(line, mine.round)
        resolve()
      }
      const refuse = (): void => {
        leave()
        forgetIdle(key, line)
        reject(new Refusal(busy, undefined, retryAfterS))
      }
      const timer = setTimeout(refuse, waitMs)
      const mine = { start, refuse, round: takeRound(line) }
      signal?.addEventListener('abort', refuse, { once: true })
      waiting++
      line.waiting.push(mine)
      turns.add(key)
    })
  }

  return {
    run: async (key, work, signal) => {
      if (signal?.aborted) throw new Refusal(busy, undefined, retryAfterS)
      requireRoom(key)
      const line = openLine(key)
      if (hasPlace(line)) begin(line, takeRound(line))
      else await wait(key, line, signal)
      try {
        return await work()
      } finally {
        end(key, line)
      }
    },
  }
}
