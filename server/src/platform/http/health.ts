import type { DatabaseProbe } from '../database/database-probe.ts'
import type { ReplicaStatus } from '../database/replica.ts'
import type { HttpServer } from './http-server.ts'

/** Reason for which a server must not receive requests: stable codes for monitoring. */
export type NotReady = 'DRAINING' | 'DATABASE_UNAVAILABLE' | 'MIGRATIONS_MISSING'

export interface HealthOptions {
  database: DatabaseProbe
  /** True when Redis is connected; undefined without Redis. It is reported, and decides nothing. */
  isRedisConnected: (() => boolean) | undefined
  /** State of the replica; undefined without one. It is reported, and decides nothing. */
  replica: (() => ReplicaStatus) | undefined
}

export interface Health {
  /** Makes the server permanently not ready. */
  drain: () => void
}

/**
 * Serves two addresses for load balancers and monitoring:
 * - `GET /healthz`: 200 while the process can answer at all. Restart it when it cannot.
 * - `GET /readyz`: 200 when it can work, else 503 with the code of the missing part. Send it no requests until then.
 * Neither looks up a session, writes to the log, or reveals anything about people.
 */
export function serveHealth(server: HttpServer, { database, isRedisConnected, replica }: HealthOptions): Health {
  let isDraining = false

  server.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  server.get('/readyz', async (_request, reply) => {
    const code: NotReady | null = isDraining ? 'DRAINING' : await database.ask()
    const told = {
      redis: isRedisConnected === undefined ? 'none' : isRedisConnected() ? 'connected' : 'away',
      replica: replica?.() ?? 'none',
    }
    reply.header('cache-control', 'no-store')
    return code === null
      ? reply.send({ status: 'ready', ...told })
      : reply.status(503).send({ status: 'not ready', code, ...told })
  })

  return { drain: () => (isDraining = true) }
}
