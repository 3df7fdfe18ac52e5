import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

import { startEmbeddedPostgres } from '@kundig/server/platform/database/embedded-postgres'
import { migrate } from '@kundig/server/platform/database/migrate'
import { createDatabase, dropDatabase, openSql, type Sql } from '@kundig/testing/database/test-database'

import { type Child, startChild } from './start-child.ts'

export interface TestEnvironment {
  /** Creates an empty database, or a copy of `from`. @returns the connection string */
  freshDatabase: (name: string, from?: string) => Promise<string>
  keptDatabase: (name: string, fill: (sql: Sql) => Promise<void>) => Promise<string>
  /** Folder for other programs' files. */
  folder: string
  /** Reads the process id of the shared PostgreSQL, the parent of its connections. */
  readPostgresPid: () => Promise<number>
  child: (script: URL, settings: Record<string, string>) => Promise<Child>
  /** Registers a server to be stopped before PostgreSQL. The server may already be stopped. @returns the server */
  stopAtEnd: <Started extends { stop: () => Promise<void> }>(started: Started) => Started
  close: () => Promise<void>
}

export async function createTestEnvironment(kept: string | undefined): Promise<TestEnvironment> {
  const folder = kept === undefined ? await mkdtemp(join(tmpdir(), 'kundig-bench-')) : resolve(kept)
  await mkdir(folder, { recursive: true })
  // PostgreSQL may run as another user, who must have access to the folder.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  const running: { stop: () => Promise<void> }[] = []
  const stopAtEnd: TestEnvironment['stopAtEnd'] = (started) => {
    running.push(started)
    return started
  }

  const freshDatabase: TestEnvironment['freshDatabase'] = async (name, from) => {
    await dropDatabase(postgres.url, name)
    return createDatabase(postgres.url, name, from)
  }

  async function closeEnvironment(): Promise<void> {
    await Promise.all(running.map((one) => one.stop()))
    await postgres.stop()
    if (kept !== undefined) return
    await rm(dirname(postgres.location), { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
  let closing: Promise<void> | undefined

  return {
    freshDatabase,
    folder,
    readPostgresPid: async () => Number.parseInt(await readFile(join(postgres.location, 'postmaster.pid'), 'utf8'), 10),
    keptDatabase: async (name, fill) => {
      const admin = await openSql(postgres.url)
      const found = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
      if (found.length === 0) {
        // The database has a temporary name until it is complete: an interrupted run leaves no partly filled database.
        const url = await freshDatabase('being_filled')
        await migrate(url)
        const sql = await openSql(url)
        await fill(sql)
        await sql.close()
        await admin.query(`ALTER DATABASE being_filled RENAME TO "${name}"`)
      }
      await admin.close()
      const url = new URL(postgres.url)
      url.pathname = `/${name}`
      await migrate(url.href)
      return url.href
    },
    child: async (script, settings) =>
      stopAtEnd(await startChild(script, { FILES: join(folder, 'files'), ...settings })),
    stopAtEnd,
    close: () => (closing ??= closeEnvironment()),
  }
}
