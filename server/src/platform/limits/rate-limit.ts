/** Maximum remembered keys, in some 10 MB: the least recently used key is forgotten. */
const KEYS_MAX = 100_000

export interface Rule {
  most: number
  windowS: number
}

/** In-memory token bucket per key: `most` immediate uses, restored evenly over `windowS`. Idle keys take no memory. */
export class RateLimit {
  readonly #now: () => number
  readonly #windowMs
  readonly #tokenMs
  /** Time at which each key's bucket is full again, in order of last use. */
  readonly #fullAt = new Map<string, number>()

  constructor(rule: Rule, now: () => number = () => performance.now()) {
    this.#now = now
    this.#windowMs = rule.windowS * 1000
    this.#tokenMs = this.#windowMs / rule.most
  }

  #forget(at: number): void {
    for (const [key, full] of this.#fullAt) {
      if (full > at && this.#fullAt.size < KEYS_MAX) return
      this.#fullAt.delete(key)
    }
  }

  /** Counts a use. Returns null, or the retry delay (s) of a refused use, which does not count. */
  consume(key: string): number | null {
    const at = this.#now()
    const full = Math.max(this.#fullAt.get(key) ?? at, at) + this.#tokenMs
    const tooEarlyMs = full - at - this.#windowMs
    // Smaller differences are rounding errors.
    if (tooEarlyMs > 0.001) return Math.max(1, Math.ceil(tooEarlyMs / 1000))
    this.#fullAt.delete(key)
    this.#forget(at)
    this.#fullAt.set(key, full)
    return null
  }
}
