import type { DatabaseProbe } from '../database/database-probe.ts'
import type { ReplicaStatus } from '../database/replica.ts'
import type { HttpServer } from './http-server.ts'

/** Why a server is not to be given work: stable codes, for whoever watches. */
export type NotReady = 'DRAINING' | 'DATABASE_UNAVAILABLE' | 'MIGRATIONS_MISSING'

export interface HealthOptions {
  database: DatabaseProbe
  /** Whether Redis is connected; undefined for a server that has none. It is told, and decides nothing. */
  isRedisConnected: (() => boolean) | undefined
  /** How the replica is; undefined for a server that has none. The same goes for it. */
  replica: (() => ReplicaStatus) | undefined
}

export interface Health {
  /** From now on the server is not ready, for good. */
  drain: () => void
}

/**
 * Two addresses for load balancers and whoever else watches:
 * - `GET /healthz`: 200 while the process can answer at all. Restart it when it cannot.
 * - `GET /readyz`: 200 when it can do its work, else 503 with the code of what is missing. Send it nobody meanwhile.
 *
 * Neither looks up a session, writes to the log, or says anything of anybody.
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
