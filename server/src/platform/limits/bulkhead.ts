import { type ErrorCode, Refusal } from '@kundig/contract/errors'

export interface BulkheadOptions {
  slots: number
  /** Maximum running work of one key; by default, only `slots` limits a key. */
  slotsPerKey?: number
  waitingMax: number
  waitingPerKeyMax: number
  waitMs: number
  /** Refusal after the maximum wait, or when too much work of other keys waits; UNAVAILABLE by default. */
  busy?: ErrorCode
  /** Refusal when too much work of the same key waits; TOO_MANY_ATTEMPTS by default. */
  crowded?: ErrorCode
  /** Retry delay of refusals (s); by default, the maximum wait. */
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
  /** First round of the queue without work of this key. */
  nextRound: number
}

const TIMER_MAX_MS = 2_147_483_647

/** Fair queue with a limited number of slots, so that one person or kind of work cannot take a whole resource. */
export class Bulkhead {
  readonly #deps: BulkheadOptions
  readonly #placesPerKey
  readonly #busy
  readonly #crowded
  readonly #waitMs
  readonly #retryAfterS
  readonly #lines = new Map<string, Line>()
  readonly #turns = new Set<string>()
  #running = 0
  #waiting = 0
  /** Latest round whose work has begun. Each key has one piece of work per round. */
  #round = 0

  constructor(deps: BulkheadOptions) {
    this.#deps = deps
    this.#placesPerKey = deps.slotsPerKey ?? deps.slots
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
    if (this.#running >= this.#deps.slots) return
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
    return this.#running < this.#deps.slots && (line?.running ?? 0) < this.#placesPerKey
  }

  #requireRoom(key: string): void {
    const line = this.#lines.get(key)
    if (this.#hasPlace(line)) return
    const ownWaiting = line?.waiting.length ?? 0
    if (ownWaiting >= this.#deps.waitingPerKeyMax) throw new Refusal(this.#crowded, undefined, this.#retryAfterS)
    if (this.#waiting < this.#deps.waitingMax) return
    // The key with the most waiting work loses its last piece, so that a few keys cannot exclude all others.
    let longest: Line | undefined
    for (const waitingKey of this.#turns) {
      const other = this.#lines.get(waitingKey)
      if (other && other.waiting.length > (longest?.waiting.length ?? 0)) longest = other
    }
    if (!longest || longest.waiting.length <= ownWaiting + 1)
      throw new Refusal(this.#busy, undefined, this.#retryAfterS)
    longest.waiting.at(-1)?.refuse()
  }

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

  /** Takes a free slot, or queues the work. `waits` is null for work with a slot. */
  #take(key: string, signal: AbortSignal | undefined): { line: Line; waits: Promise<void> | null } {
    if (signal?.aborted) throw new Refusal(this.#busy, undefined, this.#retryAfterS)
    this.#requireRoom(key)
    const line = this.#openLine(key)
    if (!this.#hasPlace(line)) return { line, waits: this.#wait(key, line, signal) }
    this.#begin(line, this.#takeRound(line))
    return { line, waits: null }
  }

  /**
   * Waits for a slot, but for no more than one piece of work of each other key. Call the returned release once. Throws
   * the refusal `crowded` when too much work of this key waits. Throws `busy` when the whole queue is full, when the
   * wait is too long or aborted, or when a key with less waiting work displaces this work.
   */
  async enter(key: string, signal?: AbortSignal): Promise<() => void> {
    const { line, waits } = this.#take(key, signal)
    await waits
    return () => this.#end(key, line)
  }

  /** Runs work in a slot. Throws the refusals of `enter`; the work then never begins. */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { line, waits } = this.#take(key, signal)
    if (waits) await waits
    try {
      return await work()
    } finally {
      this.#end(key, line)
    }
  }
}
