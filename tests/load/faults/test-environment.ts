import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { startEmbeddedPostgres } from '@kundig/server/platform/database/embedded-postgres'
import { migrate } from '@kundig/server/platform/database/migrate'
import { createDatabase, openSql, type Sql } from '@kundig/testing/database/test-database'
import { type ServerChild, startServerChild } from '@kundig/testing/server/server-child'

export const SECRET = 'a secret for faults only, of 32 characters or more'

/** Environment with servers, and a migrated database in a PostgreSQL with fsync. */
export interface TestEnvironment {
  folder: string
  databaseUrl: string
  openSql: () => Promise<Sql>
  startServer: (settings?: Record<string, string>, options?: readonly '--simulator'[]) => Promise<ServerChild>
  killPostgres: () => Promise<void>
  restartPostgres: () => Promise<void>
  close: () => Promise<void>
}

export async function createTestEnvironment(): Promise<TestEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'kundig-faults-'))
  // PostgreSQL may run as another user, who must have access to the folder.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  const databaseUrl = await createDatabase(postgres.url, `faults_${randomUUID().replaceAll('-', '')}`)
  await migrate(databaseUrl)
  const servers: ServerChild[] = []

  return {
    folder,
    databaseUrl,
    openSql: () => openSql(databaseUrl),
    startServer: async (settings = {}, options = []) => {
      const server = await startServerChild(
        { DATABASE_URL: databaseUrl, DATA_DIR: folder, AUTH_SECRET: SECRET, ...settings },
        options,
      )
      servers.push(server)
      return server
    },
    killPostgres: async () => {
      const [pid] = (await readFile(join(postgres.location, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    restartPostgres: async () => {
      await postgres.ended()
      await postgres.restart()
    },
    close: async () => {
      for (const server of servers) {
        server.disconnect()
        await server.kill()
      }
      await postgres.stop()
      await rm(dirname(postgres.location), { recursive: true, force: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}
