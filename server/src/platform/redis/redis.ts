import { setTimeout as sleep } from 'node:timers/promises'

import { createClient } from '@redis/client'

import type { Logger } from '../logging/logger.ts'

/** A start waits this long for Redis and then goes on without it (ms). */
const START_LIMIT_MS = 2000
const CONNECT_LIMIT_MS = 2000
/** The longest pause between two tries to get it back (ms). */
const RETRY_MAX_MS = 2000
/** A Redis that answers nothing must not gather commands for ever. */
const WAITING_MAX = 1000

export type RedisClient = ReturnType<typeof createClient>

export interface RedisConnection {
  client: RedisClient
  /** Another client of the same Redis. Whoever asks for one connects it, listens to its errors and ends it. */
  createClient: () => RedisClient
  close: () => void
}

/**
 * A client that comes back by itself once it was asked to connect. While Redis is away, commands fail at once instead
 * of waiting. Whoever makes one listens to its errors: an `error` that nobody listens to ends the whole process.
 */
function createRedisClient(url: string): RedisClient {
  return createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: WAITING_MAX,
    socket: {
      connectTimeout: CONNECT_LIMIT_MS,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 10), RETRY_MAX_MS),
    },
  })
}

/**
 * Connects to Redis, and reconnects whenever it was away. Resolves without it, too: nothing may depend on it.
 * @param url such as `rediss://name:password@redis.example:6379`
 */
export async function connectRedis(url: string, logger: Logger): Promise<RedisConnection> {
  const client = createRedisClient(url)
  let isAway = false
  client.on('error', (error: Error) => {
    // Said once for each time that it is away, not for each try to get it back.
    if (!isAway) logger.warn({ reason: error.message.slice(0, 200) }, 'Redis is away')
    isAway = true
  })
  client.on('ready', () => (isAway = false))
  const connected = client.connect().then(
    () => true,
    () => false,
  )
  const waiting = new AbortController()
  await Promise.race([connected, sleep(START_LIMIT_MS, false, { signal: waiting.signal }).catch(() => false)])
  waiting.abort()
  return {
    client,
    createClient: () => createRedisClient(url),
    close: () => {
      if (client.isOpen) client.destroy()
    },
  }
}
