import { setTimeout as sleep } from 'node:timers/promises'

import { createClient } from '@redis/client'

import type { Logger } from '../logging/logger.ts'

/** Maximum wait of a start (ms), which then continues without Redis. */
const START_LIMIT_MS = 2000
const CONNECT_LIMIT_MS = 2000
const RETRY_MAX_MS = 2000
/** Maximum pending commands: they must not accumulate without Redis. */
const WAITING_MAX = 1000

export type RedisClient = ReturnType<typeof createClient>

export interface RedisConnection {
  client: RedisClient
  /** The caller connects it, listens to its errors and ends it. */
  createClient: () => RedisClient
  close: () => void
}

/** Reconnects after its first connect. Without Redis, commands fail immediately. An `error` without a listener ends Node. */
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

/** Resolves without Redis, too: nothing may depend on it. `url`: `rediss://name:password@redis.example:6379`. */
export async function connectRedis(url: string, logger: Logger): Promise<RedisConnection> {
  const client = createRedisClient(url)
  let isAway = false
  client.on('error', (error: Error) => {
    // Once per outage, not for each reconnect.
    if (!isAway) logger.warn({ reason: error.message.slice(0, 200) }, 'Redis unavailable')
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
