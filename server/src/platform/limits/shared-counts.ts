import { createHash } from 'node:crypto'

import { RateLimiterPostgres, RateLimiterRedis, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible'

import type { RedisClient } from '../redis/redis.ts'
import type { Rule } from './rate-limit.ts'

const TABLE = 'rate_limits'
/** A Redis that has not answered by then is taken to be away (ms). */
const REDIS_LIMIT_MS = 500

/**
 * A key that was refused is refused for so long without asking the store again (ms): all who flood under one key would
 * wait for its one row, each with a connection to the database.
 */
const REFUSED_MS = 1000
/** More such keys than these at a time are asked for again. */
const REFUSED_MAX = 10_000

/** A count per key in the store that all servers share. */
export interface SharedCount {
  /**
   * Counts one attempt. Attempts over the limit do not make the window longer.
   * @returns null when it is within the limit, otherwise after how many seconds the next one is
   * @throws whatever the database throws: when nothing can be counted, nothing is let through
   */
  consume: (key: string) => Promise<number | null>
  /** Uncounts one: it turned out to be of a kind that is not limited. */
  refund: (key: string) => Promise<void>
}

export interface CountStore {
  query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
  /** Where to count instead, as long as it answers. */
  redis: RedisClient | undefined
}

/**
 * Makes counts that all servers on one database, or one Redis, share. They count in one atomic statement each,
 * so a burst of parallel attempts is counted as a slow one is. While Redis is away the database counts, from
 * nothing: nobody is locked out, and nobody gets further than one limit more.
 */
export function createSharedCounts({ query, redis }: CountStore): (name: string, rule: Rule) => SharedCount {
  const storeClient = {
    query: async ({ text, values }: { text: string; values?: unknown[] }) => {
      const { rows } = await query(text, values)
      return { rows, rowCount: rows.length }
    },
  }
  let clearsExpired = true

  return (name, { most, windowS }) => {
    const rule = { points: most, duration: windowS }
    const inDatabase = new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: TABLE,
      tableCreated: true,
      // All share one table: one of them clears it for all.
      clearExpiredByTimeout: clearsExpired,
      keyPrefix: name,
      ...rule,
    })
    clearsExpired = false
    const limiter = redis ? inRedis(redis, name, rule, inDatabase) : inDatabase
    /** By hash, when it was refused, and until when (both of `performance.now`). */
    const refused = new Map<string, { at: number; until: number }>()
    return {
      consume: async (key) => {
        const hash = hashKey(key)
        const now = performance.now()
        const known = refused.get(hash)
        if (known && now - known.at < REFUSED_MS && now < known.until) return toSeconds(known.until - now)
        refused.delete(hash)
        try {
          await limiter.consume(hash)
          return null
        } catch (error) {
          if (!(error instanceof RateLimiterRes)) throw error
          if (refused.size >= REFUSED_MAX) refused.clear()
          refused.set(hash, { at: performance.now(), until: performance.now() + error.msBeforeNext })
          return toSeconds(error.msBeforeNext)
        }
      },
      refund: async (key) => {
        const hash = hashKey(key)
        refused.delete(hash)
        await limiter.reward(hash)
      },
    }
  }
}

function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}

/** Counts in Redis, and where it is away or says nothing by a limiter that takes its place. */
function inRedis(
  redis: RedisClient,
  name: string,
  rule: { points: number; duration: number },
  otherwise: RateLimiterPostgres,
): RLWrapperTimeouts {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    keyPrefix: `${TABLE}:${name}`,
    ...rule,
  })
  return new RLWrapperTimeouts({ limiter, timeoutMs: REDIS_LIMIT_MS, insuranceLimiter: otherwise })
}

/** Of a fixed length, whatever a client sends, and without anybody's address in it. */
function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
