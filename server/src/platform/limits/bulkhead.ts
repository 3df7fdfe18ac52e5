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
export class Bulkhead {
  readonly #deps: BulkheadOptions
  readonly #placesPerKey
  readonly #busy
  readonly #crowded
  readonly #waitMs
  readonly #retryAfterS
  /** Every key of which something runs or waits. */
  readonly #lines = new Map<string, Line>()
  /** The keys of which something waits, in the order of their coming. */
  readonly #turns = new Set<string>()
  #running = 0
  #waiting = 0
  /** Each key has one piece of work in each round. This is the round of the piece that began last. */
  #round = 0

  constructor(deps: BulkheadOptions) {
    this.#deps = deps
    this.#placesPerKey = deps.placesPerKey ?? deps.places
    this.#busy = deps.busy ?? 'UNAVAILABLE'
    this.#crowded = deps.crowded ?? 'TOO_MANY_ATTEMPTS'
    this.#waitMs = Math.min(deps.waitMs, TIMER_MAX_MS)
    this.#retryAfterS = deps.retryAfterS ?? Math.max(1, Math.ceil(this.#waitMs / 1000))
  }

  #openLine(key: string): Line {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [], nextRound: 0 }
    this.#lines.set(key, line)
    return line
  }

  #startNext(): void {
    if (this.#running >= this.#deps.places) return
    let next: Waiting | undefined
    for (const key of this.#turns) {
      const line = this.#openLine(key)
      const [first] = line.waiting
      if (first && line.running < this.#placesPerKey && (!next || first.round < next.round)) next = first
    }
    next?.start()
  }

  #takeRound(line: Line): number {
    const taken = Math.max(this.#round, line.nextRound)
    line.nextRound = taken + 1
    return taken
  }

  #begin(line: Line, ofRound: number): void {
    this.#running++
    line.running++
    this.#round = Math.max(this.#round, ofRound)
  }

  #end(key: string, line: Line): void {
    this.#running--
    line.running--
    this.#forgetIdle(key, line)
    this.#startNext()
  }

  #forgetIdle(key: string, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(key)
  }

  #hasPlace(line: Line | undefined): boolean {
    return this.#running < this.#deps.places && (line?.running ?? 0) < this.#placesPerKey
  }

  /** @throws Refusal when nothing more may wait */
  #requireRoom(key: string): void {
    const line = this.#lines.get(key)
    if (this.#hasPlace(line)) return
    const ownWaiting = line?.waiting.length ?? 0
    if (ownWaiting >= this.#deps.waitingPerKeyMax) throw new Refusal(this.#crowded, undefined, this.#retryAfterS)
    if (this.#waiting < this.#deps.waitingMax) return
    // The key with the longest line gives way: a few keys that fill the queue must not exclude all others.
    let longest: Line | undefined
    for (const waitingKey of this.#turns) {
      const other = this.#lines.get(waitingKey)
      if (other && other.waiting.length > (longest?.waiting.length ?? 0)) longest = other
    }
    if (!longest || longest.waiting.length <= ownWaiting + 1)
      throw new Refusal(this.#busy, undefined, this.#retryAfterS)
    longest.waiting.at(-1)?.refuse()
  }

  /** Waits for a place, and has it once this is done. */
  #wait(key: string, line: Line, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', refuse)
        this.#waiting--
        line.waiting.splice(line.waiting.indexOf(mine), 1)
        if (line.waiting.length === 0) this.#turns.delete(key)
      }
      const start = (): void => {
        leave()
        this.#begin(line, mine.round)
        resolve()
      }
      const refuse = (): void => {
        leave()
        this.#forgetIdle(key, line)
        reject(new Refusal(this.#busy, undefined, this.#retryAfterS))
      }
      const timer = setTimeout(refuse, this.#waitMs)
      const mine = { start, refuse, round: this.#takeRound(line) }
      signal?.addEventListener('abort', refuse, { once: true })
      this.#waiting++
      line.waiting.push(mine)
      this.#turns.add(key)
    })
  }

  /** @returns the line that has the place, and what it waits for; null where it has the place at once */
  #take(key: string, signal: AbortSignal | undefined): { line: Line; waits: Promise<void> | null } {
    if (signal?.aborted) throw new Refusal(this.#busy, undefined, this.#retryAfterS)
    this.#requireRoom(key)
    const line = this.#openLine(key)
    if (!this.#hasPlace(line)) return { line, waits: this.#wait(key, line, signal) }
    this.#begin(line, this.#takeRound(line))
    return { line, waits: null }
  }

  /**
   * Waits for a place.
   * @param key whose work it is. Keys take turns: each waits for at most one piece of every other key, whatever those
   *   brought before
   * @param signal ends the waiting
   * @returns gives the place back; to be called once
   * @throws Refusal what `crowded` says when too much of this key waits already; what `busy` says when too much waits at
   *   all, its turn did not come in time, the signal ended the waiting, or it gave way to a key with less waiting
   */
  async enter(key: string, signal?: AbortSignal): Promise<() => void> {
    const { line, waits } = this.#take(key, signal)
    await waits
    return () => this.#end(key, line)
  }

  /**
   * Runs a piece of work when it has a place, and passes its result on. It never begins where `enter` throws.
   * @throws what `enter` and the work throw
   */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { line, waits } = this.#take(key, signal)
    // What has a place begins at once.
    if (waits) await waits
    try {
      return await work()
    } finally {
      this.#end(key, line)
    }
  }
}
