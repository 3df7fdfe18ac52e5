/** More keys than these at a time are not remembered: what was used longest ago is forgotten (some 10 MB at most). */
const KEYS_MAX = 100_000

/** So many within a window of time. */
export interface Rule {
  most: number
  windowS: number
}

/** How much somebody may use of what is used all the time; counted in this process, per key. */
export interface RateLimit {
  /**
   * Counts one use. One that is refused does not count.
   * @returns null when it is within the limit, otherwise after how many seconds the next one is
   */
  consume: (key: string) => number | null
}

/**
 * A token bucket for each key: `most` at once, and after that as many as come back, evenly, over `windowS`. Nothing is
 * asked of a store, so it costs nothing to be counted; each server counts for itself. An idle key takes no place.
 * @param rule.most tokens in a full bucket
 * @param now the time that has passed (ms), for tests
 */
export function createRateLimit(rule: Rule, now: () => number = () => performance.now()): RateLimit {
  const windowMs = rule.windowS * 1000
  const tokenMs = windowMs / rule.most
  /** By key, when its bucket will be full again. What was used last stands last. */
  const fullAt = new Map<string, number>()

  function forget(at: number): void {
    for (const [key, full] of fullAt) {
      if (full > at && fullAt.size < KEYS_MAX) return
      fullAt.delete(key)
    }
  }

  return {
    consume: (key) => {
      const at = now()
      const full = Math.max(fullAt.get(key) ?? at, at) + tokenMs
      const tooEarlyMs = full - at - windowMs
      // Less than that is what adding up fractions leaves over.
      if (tooEarlyMs > 0.001) return Math.max(1, Math.ceil(tooEarlyMs / 1000))
      fullAt.delete(key)
      forget(at)
      fullAt.set(key, full)
      return null
    },
  }
}
