import { randomUUID } from 'node:crypto'

import { inject } from 'vitest'

import { startApp } from '../src/app.ts'
import { freePort } from '../src/platform/http/free-port.ts'
import { createLogger } from '../src/platform/logging/logger.ts'
import { createClient, type Client } from './test-client.ts'
import { createDatabase, dropDatabase, openSql, type Sql, TEMPLATE } from './test-database.ts'

export const TEST_SECRET = 'a secret for tests only, of 32 characters or more'

export interface TestDatabase {
  url: string
  sql: Sql
  drop: () => Promise<void>
}

/** A database of one's own, copied from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = await createDatabase(server, name, TEMPLATE)
  const sql = await openSql(url)
  return {
    url,
    sql,
    drop: async () => {
      await sql.close()
      await dropDatabase(server, name)
    },
  }
}

export interface TestApp extends Client {
  databaseUrl: string
  sql: Sql['query']
  close: () => Promise<void>
}

/** The real server on a database of its own, and a client to use it with. */
export async function createTestApp(): Promise<TestApp> {
  const database = await createTestDatabase()
  const app = await startApp({
    databaseUrl: database.url,
    databasePool: 10,
    publicUrl: undefined,
    host: '127.0.0.1',
    port: await freePort(),
    authSecret: TEST_SECRET,
    logger: createLogger('silent'),
    withPages: false,
  })
  // By address, as "localhost" may resolve to IPv6 first.
  const client = createClient(app.url.replace('localhost', '127.0.0.1'))
  return {
    ...client,
    databaseUrl: database.url,
    sql: database.sql.query,
    close: async () => {
      client.disconnect()
      await app.close()
      await database.drop()
    },
  }
}
