/** More keys than these at a time are not remembered: what was used longest ago is forgotten (some 10 MB at most). */
const KEYS_MAX = 100_000

/** So many within a window of time. */
export interface Rule {
  most: number
  windowS: number
}

/**
 * A token bucket for each key: `most` at once, and after that as many as come back, evenly, over `windowS`. Nothing is
 * asked of a store, so it costs nothing to be counted; each server counts for itself. An idle key takes no place.
 * @param rule.most tokens in a full bucket
 * @param now the time that has passed (ms), for tests
 */
export class RateLimit {
  readonly #now: () => number
  readonly #windowMs
  readonly #tokenMs
  /** By key, when its bucket will be full again. What was used last stands last. */
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
   * Counts one use. One that is refused does not count.
   * @returns null when it is within the limit, otherwise after how many seconds the next one is
   */
  consume(key: string): number | null {
    const at = this.#now()
    const full = Math.max(this.#fullAt.get(key) ?? at, at) + this.#tokenMs
    const tooEarlyMs = full - at - this.#windowMs
    // Less than that is what adding up fractions leaves over.
    if (tooEarlyMs > 0.001) return Math.max(1, Math.ceil(tooEarlyMs / 1000))
    this.#fullAt.delete(key)
    this.#forget(at)
    this.#fullAt.set(key, full)
    return null
  }
}
