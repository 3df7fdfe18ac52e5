import { createHash } from 'node:crypto'

import { RateLimiterPostgres, RateLimiterRedis, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible'

import type { RedisClient } from '../redis/redis.ts'
import type { Rule } from './rate-limit.ts'

const TABLE = 'rate_limits'
/** Time after which a Redis without an answer counts as unavailable (ms). */
const REDIS_LIMIT_MS = 500

/**
 * Time for which a refused key stays refused without another query (ms): a flood under one key would otherwise wait for
 * its single row, each attempt with a database connection.
 */
const REFUSED_MS = 1000
/** Maximum such keys; beyond it, the store is queried again. */
const REFUSED_MAX = 10_000

/** Count per key in the store that all servers share. */
export interface SharedCount {
  /**
   * Counts one attempt. Attempts over the limit do not extend the window.
   * @returns null within the limit, otherwise the retry delay (s)
   * @throws the database's errors: without a count, nothing is admitted
   */
  consume: (key: string) => Promise<number | null>
  /** Uncounts one attempt that turned out to be of an unlimited kind. */
  refund: (key: string) => Promise<void>
}

export interface CountStore {
  query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
  /** Preferred store, while it answers. */
  redis: RedisClient | undefined
}

/**
 * Creates counts that all servers on one database, or one Redis, share. Each counts in one atomic statement, so that
 * parallel attempts are counted like sequential ones. While Redis is unavailable, the database counts from zero: no
 * client is locked out, and none gets more than one further limit.
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
    /** Times of the refusal and of its end, by hash (both of `performance.now`). */
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

/** Counts in Redis; while that is unavailable or does not answer, in a substitute limiter. */
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

/** Hashes a key: fixed length for all input, and no addresses in the store. */
function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
