import { randomUUID } from 'node:crypto'

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { type DatabaseProxy, openDatabaseProxy } from '@kundig/testing/database/database-line'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { type App, startApp } from '../src/app.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { findFreePort } from '../src/platform/http/free-port.ts'
import { createLogger } from '../src/platform/logging/logger.ts'

// The lock timeout is long, because waiting calls must outlast the checks on a busy machine.
const app = useTestApp({ databaseLockTimeoutMs: 14_000 })

interface Health {
  status: string
  code?: string
  redis?: string
}
const ask = (path: '/healthz' | '/readyz', url = app.url) =>
  fetch(`${url}${path}`).then(async (answer) => ({
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Health,
  }))

describe('the health checks of a server', () => {
  it('report a running and ready server, uncached and without cookies', async () => {
    for (const [path, body] of [
      ['/healthz', { status: 'ok' }],
      ['/readyz', { status: 'ready', redis: 'none', replica: 'none' }],
    ] as const) {
      const answer = await ask(path)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual(body)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('set-cookie')).toBe(null)
    }
  })

  it('report a database of an older release until the last migration has run', async () => {
    const [last] = await app.sql<{ id: number; name: string }>('SELECT id, name FROM migrations ORDER BY name DESC')
    await app.sql('DELETE FROM migrations WHERE id = $1', [last?.id])
    const lacking = await ask('/readyz')
    expect(lacking.status).toBe(503)
    expect(lacking.body).toEqual({ status: 'not ready', code: 'MIGRATIONS_MISSING', redis: 'none', replica: 'none' })
    expect((await ask('/healthz')).status).toBe(200)
    await app.sql('INSERT INTO migrations (name, run_on) VALUES ($1, now())', [last?.name])
    expect((await ask('/readyz')).status).toBe(200)
  })

  it('report a ready server on a database of the next release', async () => {
    await app.sql(`INSERT INTO migrations (name, run_on) VALUES ('9999_of_the_next_release', now())`)
    expect(await migrate(app.databaseUrl)).toEqual([])
    expect((await ask('/readyz')).status).toBe(200)
  })

  it('report a ready server while all connections of the pool are busy', async () => {
    const busy = app.settings.databasePool
    await app.sql('BEGIN')
    await app.sql('LOCK TABLE profiles IN ACCESS EXCLUSIVE MODE')
    // The calls read a profile, because searches alone can never use all database connections.
    const waiting = Array.from({ length: 2 * busy }, () => app.api(null, 'GET', `/api/profiles/${randomUUID()}`))
    await expect
      .poll(async () => {
        const [{ count } = { count: 0 }] = await app.sql<{ count: number }>(
          // The query names the database, because copied databases have the same table ids.
          `SELECT count(*)::int FROM pg_locks JOIN pg_database d ON d.oid = database
           WHERE datname = current_database() AND relation = 'profiles'::regclass AND NOT granted`,
        )
        return count
      })
      .toBe(busy)
    expect((await ask('/readyz')).body).toEqual({ status: 'ready', redis: 'none', replica: 'none' })
    await app.sql('ROLLBACK')
    await Promise.all(waiting)
  })
})

describe('readiness while the connection to the database is cut', () => {
  let line: DatabaseProxy
  let second: App

  beforeAll(async () => {
    line = await openDatabaseProxy(app.databaseUrl)
    second = await startApp({
      ...app.settings,
      databaseUrl: line.url,
      port: await findFreePort(),
      authSecrets: [randomUUID()],
      logger: createLogger('silent'),
    })
  })
  afterEach(() => line.mend())
  afterAll(async () => {
    await second.close()
    line.close()
  })
  const readiness = () => ask('/readyz', second.url.replace('localhost', '127.0.0.1'))

  it.each(['refuses', 'answers nothing'] as const)(
    'readiness fails while the database connection %s, and recovers automatically',
    { timeout: 30_000 },
    async (how) => {
      expect((await readiness()).status).toBe(200)
      line.cut(how)
      const answers = await Promise.all(Array.from({ length: 50 }, readiness))
      for (const { status, body } of answers) {
        expect(status).toBe(503)
        expect(body.code).toBe('DATABASE_UNAVAILABLE')
      }
      line.mend()
      await expect.poll(async () => (await readiness()).status).toBe(200)
    },
  )
})
