import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { livingSessions } from '../src/features/auth/auth.repository.ts'
import { type DatabaseConnection, openDatabase } from '../src/platform/database/database.ts'
import { freePort } from '../src/platform/http/free-port.ts'
import { createOrigins } from '../src/platform/http/origins.ts'
import { createLiveServer, type LiveServer } from '../src/platform/live/live-server.ts'
import { createLogger } from '../src/platform/logging/logger.ts'
import { createTestDatabase, type TestDatabase } from './test-app.ts'
import { type Client, createClient } from './test-client.ts'

/**
 * A session that is used is prolonged, so through the whole application none would end while a test waits.
 * Here the live server meets the real table, with sessions that nobody prolongs.
 */
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
  const port = await freePort()
  const server = createServer()
  live = createLiveServer({
    server,
    origins: createOrigins(undefined, port),
    logger,
    redisUrl: undefined,
  })
  live.admit({
    authenticate: async () => {
      const alive = await livingSessions(connection.db, [SESSION])
      return alive.has(SESSION) ? { userId: USER, sessionId: SESSION } : null
    },
    living: (sessionIds) => livingSessions(connection.db, sessionIds),
    limits: { connectionsMax: 20, mayConnect: () => true, maySend: () => true },
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

it('a session that expires ends its live connection: it is told, then closed', async () => {
  await expireIn(600)
  const tab = await client.live(null)
  const reasons: string[] = []
  tab.socket.on('disconnect', (reason) => reasons.push(reason))
  await expect.poll(() => reasons, { timeout: 5000 }).toEqual(['io server disconnect'])
  expect(tab.received).toEqual([{ name: 'session.ended', payload: undefined }])
  await expect(client.live(null)).rejects.toThrow('NO_SESSION')
})

it('a session that was prolonged meanwhile keeps its live connection', async () => {
  await expireIn(600)
  const tab = await client.live(null)
  await expireIn(60_000)
  await sleep(5000)
  expect(tab.socket.connected).toBe(true)
  tab.socket.disconnect()
})

it('a session that is gone from the table when its time comes ends its live connection', async () => {
  await expireIn(600)
  const tab = await client.live(null)
  await database.sql.query('DELETE FROM session')
  await expect.poll(() => tab.of('session.ended').length, { timeout: 5000 }).toBe(1)
  await expect.poll(() => tab.socket.connected).toBe(false)
})
