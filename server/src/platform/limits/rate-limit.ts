/** Maximum remembered keys: the least recently used one is forgotten (some 10 MB at most). */
const KEYS_MAX = 100_000

/** Maximum within a period. */
export interface Rule {
  most: number
  windowS: number
}

/**
 * Token bucket per key: `most` immediately, and then as many as return, evenly, over `windowS`. It uses no store, so
 * counting costs nothing; each server counts for itself. An idle key takes no memory.
 * @param rule.most tokens in a full bucket
 * @param now clock for tests (ms)
 */
export class RateLimit {
  readonly #now: () => number
  readonly #windowMs
  readonly #tokenMs
  /** Time at which each key's bucket is full again. The last used key stands last. */
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

  /**
   * Counts one use; a refused one does not count.
   * @returns null within the limit, otherwise the retry delay (s)
   */
  consume(key: string): number | null {
    const at = this.#now()
    const full = Math.max(this.#fullAt.get(key) ?? at, at) + this.#tokenMs
    const tooEarlyMs = full - at - this.#windowMs
    // Smaller values are rounding errors of added fractions.
    if (tooEarlyMs > 0.001) return Math.max(1, Math.ceil(tooEarlyMs / 1000))
    this.#fullAt.delete(key)
    this.#forget(at)
    this.#fullAt.set(key, full)
    return null
  }
}
