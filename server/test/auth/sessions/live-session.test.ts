// @module-tag slow
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { holdTransaction } from '@kundig/testing/database/held-transaction'
import { openRecordingDatabase } from '@kundig/testing/database/recording-database'
import { type Client, createClient } from '@kundig/testing/people/test-client'
import { createTestDatabase, type TestDatabase } from '@kundig/testing/server/test-app'

import {
  findActiveSessions,
  findEndedSessions,
  forgetEndedSessions,
} from '../../../src/features/auth/auth.repository.ts'
import { type DatabaseConnection, openDatabase } from '../../../src/platform/database/database.ts'
import { findFreePort } from '../../../src/platform/http/free-port.ts'
import { createOrigins } from '../../../src/platform/http/origins.ts'
import { LiveServer } from '../../../src/platform/live/live-server.ts'
import { SessionWatch } from '../../../src/platform/live/session-watch.ts'
import { createLogger } from '../../../src/platform/logging/logger.ts'

/** The live server reads the real session table. Sessions expire here, because only the application prolongs them. */
const USER = '01890000-0000-7000-8000-000000000001'
const SESSION = '01890000-0000-7000-8000-000000000002'
const logger = createLogger('silent')

let database: TestDatabase
let connection: DatabaseConnection
let live: LiveServer
let client: Client

beforeAll(async () => {
  database = await createTestDatabase()
  connection = openDatabase(database.url, 4, logger)
  const port = await findFreePort()
  const server = createServer()
  live = new LiveServer({
    server,
    origins: createOrigins(undefined, port),
    logger,
    trustedProxies: [],
    createRedisClient: undefined,
  })
  await live.authenticateWith({
    authenticate: async () => {
      const expiresAt = (await findActiveSessions(connection.db, [SESSION])).get(SESSION)
      return expiresAt ? { userId: USER, sessionId: SESSION, expiresAt } : null
    },
    endedSince: (mark) => findEndedSessions(connection.db, mark),
    active: (sessionIds) => findActiveSessions(connection.db, sessionIds),
    changed: async () => new Set(),
    limits: {
      entries: { run: (_key, work) => work() },
      connectionsMax: 20,
      mayConnect: () => true,
      maySend: () => true,
      waitingMax: 20,
      waitingPerNetworkMax: 20,
      mayOpen: () => true,
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  client = createClient(`http://127.0.0.1:${port}`)
  await database.sql.query(`INSERT INTO "user" (id, name, email) VALUES ($1, '', 'someone@example.com')`, [USER])
  await database.sql.query(`INSERT INTO session (id, user_id, token, expires_at) VALUES ($1, $2, 'token', now())`, [
    SESSION,
    USER,
  ])
})
afterAll(async () => {
  client.disconnect()
  await live.close()
  await connection.close()
  await database.drop()
})

const expireIn = (ms: number) =>
  database.sql.query(`UPDATE session SET expires_at = now() + $1 * interval '1 millisecond'`, [ms])

/** Time that a busy machine needs for a connection (ms). */
const A_WHILE_MS = 3000

it('an expired session’s live connection is notified, then closed', async () => {
  await expireIn(A_WHILE_MS)
  const tab = await client.live(null)
  const reasons: string[] = []
  tab.socket.on('disconnect', (reason) => reasons.push(reason))
  await expect.poll(() => reasons).toEqual(['io server disconnect'])
  expect(tab.received).toEqual([{ name: 'session.ended', payload: undefined }])
  await expect(client.live(null)).rejects.toThrow('NO_SESSION')
})

it('a prolonged session keeps its live connection', async () => {
  await expireIn(A_WHILE_MS)
  const tab = await client.live(null)
  await expireIn(60_000)
  await sleep(A_WHILE_MS + 4000)
  expect(tab.socket.connected).toBe(true)
  tab.socket.disconnect()
})

it('a session deleted in the database loses its live connection before its expiry', async () => {
  await expireIn(3_600_000)
  const tab = await client.live(null)
  await database.sql.query('DELETE FROM session')
  await expect.poll(() => tab.listEvents('session.ended').length, { timeout: 5000 }).toBe(1)
  await expect.poll(() => tab.socket.connected).toBe(false)
})

/** Starts a session watch on real tables. `cut` omits sessions that ended before, which old transactions may repeat. */
async function startSessionWatch() {
  const recorded = await openRecordingDatabase(database.url)
  const before = await database.sql.query<{ id: string }>('SELECT session_id::text AS id FROM ended_sessions')
  const endedBefore = new Set(before.map(({ id }) => id))
  const cut: string[] = []
  const watch = new SessionWatch({
    log: {
      endedSince: (mark) => findEndedSessions(recorded.db, mark),
      active: (ids) => findActiveSessions(recorded.db, ids),
    },
    cut: (id) => {
      if (!endedBefore.has(id)) cut.push(id)
    },
    logger,
  })
  await watch.start()
  return {
    watch,
    cut,
    statements: recorded.statements,
    close: async () => {
      watch.stop()
      await recorded.close()
    },
  }
}

const makeSession = async (): Promise<string> => {
  const id = randomUUID()
  await database.sql.query(
    `INSERT INTO session (id, user_id, token, expires_at) VALUES ($1, $2, $3, now() + interval '1 hour')`,
    [id, USER, id],
  )
  return id
}

it('ten thousand watched sessions cost one statement per check, also when one ends', async () => {
  const { watch, cut, statements, close } = await startSessionWatch()
  const ended = await makeSession()
  const expiresAt = new Date(Date.now() + 3_600_000)
  for (let made = 0; made < 10_000; made++) watch.add({ sessionId: randomUUID(), expiresAt })
  watch.add({ sessionId: ended, expiresAt })
  const before = statements.length
  const startedAt = performance.now()
  await expect.poll(() => statements.length, { timeout: 10_000 }).toBeGreaterThan(before + 1)
  await database.sql.query('DELETE FROM session WHERE id = $1', [ended])
  await expect.poll(() => cut, { timeout: 10_000 }).toEqual([ended])
  expect(statements.length - before).toBeLessThanOrEqual(Math.ceil((performance.now() - startedAt) / 2000) + 1)
  await close()
})

it('a deletion of a session is found even if its transaction commits late', async () => {
  const { watch, cut, close } = await startSessionWatch()
  const [slow, quick] = [await makeSession(), await makeSession()]
  const expiresAt = new Date(Date.now() + 3_600_000)
  for (const sessionId of [slow, quick]) watch.add({ sessionId, expiresAt })
  const deletion = await holdTransaction(database.url, ['DELETE FROM session WHERE id = $1', slow])
  await database.sql.query('DELETE FROM session WHERE id = $1', [quick])
  await expect.poll(() => cut, { timeout: 10_000 }).toEqual([quick])
  await deletion.commit()
  await expect.poll(() => cut, { timeout: 10_000 }).toContain(slow)
  await close()
})

it('a session that has just ended opens no live connection', async () => {
  const { watch, cut, close } = await startSessionWatch()
  const sessionId = await makeSession()
  await database.sql.query('DELETE FROM session WHERE id = $1', [sessionId])
  await expect.poll(() => cut, { timeout: 10_000 }).toEqual([sessionId])
  expect(watch.add({ sessionId, expiresAt: new Date(Date.now() + 3_600_000) })).toBe(false)
  await close()
})

it('deleting a person closes the live connections of all their sessions', async () => {
  const { cut, close } = await startSessionWatch()
  const ids = [await makeSession(), await makeSession()]
  await database.sql.query('BEGIN')
  await database.sql.query('DELETE FROM "user"')
  await database.sql.query('COMMIT')
  await expect.poll(() => cut.toSorted(), { timeout: 10_000 }).toEqual(ids.toSorted())
  await close()
})

it('records of ended sessions are deleted only after a day', async () => {
  const [old, recent] = [randomUUID(), randomUUID()]
  await database.sql.query(
    `INSERT INTO ended_sessions (session_id, ended_at)
     VALUES ($1, now() - interval '25 hours'), ($2, now() - interval '23 hours')`,
    [old, recent],
  )
  await forgetEndedSessions(connection.db, 86_400_000)
  const left = await database.sql.query<{ session_id: string }>(
    'SELECT session_id FROM ended_sessions WHERE session_id = ANY ($1)',
    [[old, recent]],
  )
  expect(left.map(({ session_id }) => session_id)).toEqual([recent])
})
