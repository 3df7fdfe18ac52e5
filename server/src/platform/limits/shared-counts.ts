import { createHash } from 'node:crypto'

import { RateLimiterPostgres, RateLimiterRedis, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible'

import type { RedisClient } from '../redis/redis.ts'
import type { Rule } from './rate-limit.ts'

const TABLE = 'rate_limits'
/** Time after which a silent Redis counts as unavailable (ms). */
const REDIS_LIMIT_MS = 500

/** Period after a refusal without queries (ms): otherwise each attempt of a flood would take a connection. */
const REFUSED_MS = 1000
/** Maximum keys remembered as refused; for other keys, the store is queried. */
const REFUSED_MAX = 10_000

export interface SharedCount {
  /** Counts an attempt. Returns null, or the retry delay (s) of a refused attempt. Throws the database's errors. */
  consume: (key: string) => Promise<number | null>
  refund: (key: string) => Promise<void>
}

export interface CountStore {
  query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
  /** Redis is preferred to the database while it answers. */
  redis: RedisClient | undefined
}

/**
 * Counts attempts of all servers, each in one atomic statement, so that parallel attempts count like sequential ones.
 * When Redis fails, the database counts from zero: each client gets at most its limit once more.
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
      // One limiter clears expired rows of the table that all limiters share.
      clearExpiredByTimeout: clearsExpired,
      keyPrefix: name,
      ...rule,
    })
    clearsExpired = false
    const limiter = redis ? createRedisLimiter(redis, name, rule, inDatabase) : inDatabase
    /** Start and end of each key's refusals (`performance.now`), by the key's hash. */
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

/** Counts in Redis, or in the database while Redis is unavailable or silent. */
function createRedisLimiter(
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

/** Hashes a key to a fixed length, which also keeps addresses out of the store. */
function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
