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
  /** The code for a key of which too much waits already; TOO_MANY_ATTEMPTS by default. */
  crowded?: ErrorCode
  /** After how long a refused key may try again (s); by default as long as one may wait. */
  retryAfterS?: number
}

export interface Bulkhead {
  /**
   * Waits for a place.
   * @param key whose work it is. Keys take turns: each waits for at most one piece of every other key, whatever those
   *   brought before
   * @param signal ends the waiting
   * @returns gives the place back; to be called once
   * @throws Refusal what `crowded` says when too much of this key waits already; what `busy` says when too much waits at
   *   all, its turn did not come in time, the signal ended the waiting, or it gave way to a key with less waiting
   */
  enter: (key: string, signal?: AbortSignal) => Promise<() => void>
  /**
   * Runs a piece of work when it has a place, and passes its result on. It never begins where `enter` throws.
   * @throws what `enter` and the work throw
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
  const { places, placesPerKey = places, waitingMax, waitingPerKeyMax } = options
  const { busy = 'UNAVAILABLE', crowded = 'TOO_MANY_ATTEMPTS' } = options
  const waitMs = Math.min(options.waitMs, TIMER_MAX_MS)
  const retryAfterS = options.retryAfterS ?? Math.max(1, Math.ceil(waitMs / 1000))
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
    if (ownWaiting >= waitingPerKeyMax) throw new Refusal(crowded, undefined, retryAfterS)
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

  /** @returns the line that has the place, and what it waits for; null where it has the place at once */
  function take(key: string, signal: AbortSignal | undefined): { line: Line; waits: Promise<void> | null } {
    if (signal?.aborted) throw new Refusal(busy, undefined, retryAfterS)
    requireRoom(key)
    const line = openLine(key)
    if (!hasPlace(line)) return { line, waits: wait(key, line, signal) }
    begin(line, takeRound(line))
    return { line, waits: null }
  }

  return {
    enter: async (key, signal) => {
      const { line, waits } = take(key, signal)
      await waits
      return () => end(key, line)
    },
    run: async (key, work, signal) => {
      const { line, waits } = take(key, signal)
      // What has a place begins at once.
      if (waits) await waits
      try {
        return await work()
      } finally {
        end(key, line)
      }
    },
  }
}
