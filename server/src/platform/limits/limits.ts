import { createHash } from 'node:crypto'

import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

const TABLE = 'rate_limits'

/** So many within a window of time, which begins with the first. */
export interface Rule {
  most: number
  windowS: number
}

/** One thing that is limited, counted per key. */
export interface Limit {
  /**
   * Counts one attempt. Attempts over the limit do not make the window longer.
   * @returns null when it is within the limit, otherwise after how many seconds the next one is
   * @throws whatever the database throws: when nothing can be counted, nothing is let through
   */
  take: (key: string) => Promise<number | null>
  /** Uncounts one: it turned out to be of a kind that is not limited. */
  giveBack: (key: string) => Promise<void>
}

export type MakeLimit = (name: string, rule: Rule) => Limit

export interface LimitsOptions {
  query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
  /** Every `most` is multiplied by this. */
  factor: number
}

/**
 * Makes limits that all servers on one database share. They count in one atomic statement each, so a burst of
 * parallel attempts is counted as a slow one is.
 */
export function createLimits({ query, factor }: LimitsOptions): MakeLimit {
  const storeClient = {
    query: async ({ text, values }: { text: string; values?: unknown[] }) => {
      const { rows } = await query(text, values)
      return { rows, rowCount: rows.length }
    },
  }
  let clearsExpired = true

  return (name, { most, windowS }) => {
    const limiter = new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: TABLE,
      tableCreated: true,
      // All share one table: one of them clears it for all.
      clearExpiredByTimeout: clearsExpired,
      keyPrefix: name,
      points: Math.max(1, Math.round(most * factor)),
      duration: windowS,
    })
    clearsExpired = false
    return {
      take: async (key) => {
        try {
          await limiter.consume(hashOf(key))
          return null
        } catch (error) {
          if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000))
          throw error
        }
      },
      giveBack: async (key) => {
        await limiter.reward(hashOf(key))
      },
    }
  }
}

/** Of a fixed length, whatever a client sends, and without anybody's address in it. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
