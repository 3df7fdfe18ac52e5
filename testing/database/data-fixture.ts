import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import type { DataLocations } from '@kundig/server/backup/back-up'
import { seedDemo } from '@kundig/server/demo/seed-demo'
import { lockFolder } from '@kundig/server/platform/database/data-lock'
import { startEmbeddedPostgres } from '@kundig/server/platform/database/embedded-postgres'
import { migrate } from '@kundig/server/platform/database/migrate'
import type { FileStorage } from '@kundig/server/platform/storage/file-storage'
import { openFileStorage } from '@kundig/server/platform/storage/open-file-storage'

import { openSql, type Sql } from './test-database.ts'

export const KEPT_SECRET = 'a secret of thirty-two characters'

/** Data of a running server: the folder is locked, and the database accepts connections. */
export interface DataFixture {
  locations: DataLocations
  url: string
  files: FileStorage
  sql: Sql
  close: () => Promise<void>
}

export interface DataFolders {
  create: () => Promise<string>
  open: (places: DataLocations) => Promise<DataFixture>
  openDemo: () => Promise<DataFixture>
  remove: () => Promise<void>
}

export function toEmbeddedLocations(dataDir: string): DataLocations {
  return { databaseUrl: undefined, dataDir, files: { folder: join(dataDir, 'files') } }
}

export function makeDataFolders(): DataFolders {
  // A database may lie outside the server's data folder.
  const made = new Set<string>()
  async function createDataFolder(): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), 'kundig-data-'))
    // PostgreSQL may run as another user, who must be able to enter the folder.
    await chmod(path, 0o755)
    made.add(path)
    return path
  }
  async function openDataFixture(locations: DataLocations): Promise<DataFixture> {
    const unlock = lockFolder(locations.dataDir)
    const postgres = await startEmbeddedPostgres({ dataDir: locations.dataDir })
    made.add(dirname(postgres.location))
    const files = await openFileStorage(locations.files)
    const sql = await openSql(postgres.url)
    const close = async (): Promise<void> => {
      await sql.close()
      files.close()
      await postgres.stop()
      unlock()
    }
    return { locations, url: postgres.url, files, sql, close }
  }
  return {
    create: createDataFolder,
    open: openDataFixture,
    openDemo: async () => {
      const places = toEmbeddedLocations(await createDataFolder())
      await writeFile(join(places.dataDir, 'auth-secret'), `${KEPT_SECRET}\n`)
      const data = await openDataFixture(places)
      await migrate(data.url)
      await seedDemo(data.url, data.files)
      return data
    },
    remove: async () => {
      for (const path of made) await rm(path, { recursive: true, force: true })
    },
  }
}
