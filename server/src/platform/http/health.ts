import type { DatabaseProbe } from '../database/database-probe.ts'
import type { ReplicaStatus } from '../database/replica.ts'
import type { HttpServer } from './http-server.ts'

export type NotReady = 'DRAINING' | 'DATABASE_UNAVAILABLE' | 'MIGRATIONS_MISSING'

export interface HealthOptions {
  database: DatabaseProbe
  /** State of Redis, which is reported but does not affect readiness. Undefined without Redis. */
  isRedisConnected: (() => boolean) | undefined
  replica: (() => ReplicaStatus) | undefined
}

export interface Health {
  drain: () => void
}

/** Serves `/healthz` (200 while alive) and `/readyz` (503 with a code) without sessions, logs or data about people. */
export function serveHealth(server: HttpServer, { database, isRedisConnected, replica }: HealthOptions): Health {
  let isDraining = false

  server.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  server.get('/readyz', async (_request, reply) => {
    const code: NotReady | null = isDraining ? 'DRAINING' : await database.ask()
    const dependencies = {
      redis: isRedisConnected === undefined ? 'none' : isRedisConnected() ? 'connected' : 'away',
      replica: replica?.() ?? 'none',
    }
    reply.header('cache-control', 'no-store')
    return code === null
      ? reply.send({ status: 'ready', ...dependencies })
      : reply.status(503).send({ status: 'not ready', code, ...dependencies })
  })

  return { drain: () => (isDraining = true) }
}
