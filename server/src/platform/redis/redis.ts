import { setTimeout as sleep } from 'node:timers/promises'

import { createClient } from '@redis/client'

import type { Logger } from '../logging/logger.ts'

/** Maximum wait of a starting server for Redis (ms); the start then continues without Redis. */
const START_LIMIT_MS = 2000
const CONNECT_LIMIT_MS = 2000
const RETRY_MAX_MS = 2000
/** Maximum pending commands, which must not accumulate without Redis. */
const WAITING_MAX = 1000

export type RedisClient = ReturnType<typeof createClient>

export interface RedisConnection {
  client: RedisClient
  /** Creates a client that the caller must connect, close and give an `error` listener. */
  createClient: () => RedisClient
  close: () => void
}

/** Creates a reconnecting client. Without Redis, commands fail immediately. An `error` without a listener ends Node. */
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

/** Connects to a URL such as `rediss://name:password@redis.example:6379`. Also resolves while Redis is unavailable. */
export async function connectRedis(url: string, logger: Logger): Promise<RedisConnection> {
  const client = createRedisClient(url)
  let isAway = false
  client.on('error', (error: Error) => {
    // An outage is logged once, not for each try to reconnect.
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
