import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { type EmbeddedPostgres, startEmbeddedPostgres } from '@kundig/server/platform/database/embedded-postgres'
import { migrate } from '@kundig/server/platform/database/migrate'

import { createDatabase, openSql, TEMPLATE } from './test-database.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const KEPT = join(ROOT, '.cache/test-postgres')
/** Files that determine the cached data folder: binaries, setup and migrations. */
const MADE_OF = [
  'server/package.json',
  'server/src/platform/database/{embedded-postgres,migrate}.ts',
  'server/migrations/*',
  'testing/database/test-postgres.ts',
]
/** A power cut may lose the data of tests. */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=256MB']
const IN_MEMORY = '/dev/shm'
/** Ample space for a run (bytes): 20 MB for each open database, and the write-ahead log. */
const ROOM = 4 * 1024 ** 3

/** Prefers memory: copying and deleting a database of 750 files takes three times as long on disk. */
async function chooseParentFolder(): Promise<string> {
  const memory = await statfs(IN_MEMORY).catch(() => null)
  const hasRoom = memory !== null && memory.bavail * memory.bsize >= ROOM && freemem() >= ROOM
  return hasRoom ? IN_MEMORY : tmpdir()
}

export interface TestPostgres {
  url: string
  stop: () => Promise<void>
}

/** Starts PostgreSQL with a migrated `TEMPLATE`, on a copy of the folder in `.cache`. Each run has its own copy. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dataDir = await mkdtemp(join(await chooseParentFolder(), 'kundig-test-'))
  // PostgreSQL may run as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o755)
  const home = join(dataDir, 'postgres')
  const kept = join(KEPT, await hashFiles(MADE_OF))
  let postgres: EmbeddedPostgres | undefined
  const stop = async (): Promise<void> => {
    await postgres?.stop()
    if (postgres) await rm(dirname(postgres.location), { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const isKept = existsSync(kept)
    if (isKept) await copyFolder(kept, home)
    postgres = await startEmbeddedPostgres({ dataDir, settings: SETTINGS })
    if (!isKept) {
      await migrate(await createDatabase(postgres.url, TEMPLATE))
      await waitUntilDisconnected(postgres.url, TEMPLATE)
      postgres = await replaceCachedCopy(postgres, dataDir, kept)
    }
    return { url: postgres.url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits until a database has no connections: an error from a stopping PostgreSQL would end this process. */
async function waitUntilDisconnected(url: string, database: string): Promise<void> {
  const sql = await openSql(url)
  try {
    while ((await sql.query('SELECT FROM pg_stat_activity WHERE datname = $1', [database])).length > 0) await sleep(10)
  } finally {
    await sql.close()
  }
}

/** Replaces the cached copy by a copy of this PostgreSQL, which stops while it is copied. */
async function replaceCachedCopy(postgres: EmbeddedPostgres, dataDir: string, kept: string): Promise<EmbeddedPostgres> {
  const home = dirname(postgres.location)
  // If root runs this in a folder that others may not enter, PostgreSQL's data lies elsewhere and is not cached.
  if (dirname(home) !== dataDir) return postgres
  await postgres.stop()
  await mkdir(KEPT, { recursive: true })
  for (const former of await readdir(KEPT)) {
    if (!former.startsWith('.')) await rm(join(KEPT, former), { recursive: true, force: true })
  }
  const aside = await mkdtemp(join(KEPT, '.'))
  await copyFolder(home, join(aside, 'postgres'))
  // The rename fails if a concurrent run has cached the same copy first. This failure can be ignored.
  await rename(join(aside, 'postgres'), kept).catch(() => undefined)
  await rm(aside, { recursive: true, force: true })
  return startEmbeddedPostgres({ dataDir, settings: SETTINGS })
}

/** Copies a folder with owners and modes, which PostgreSQL checks. */
async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true })
  else await promisify(execFile)('cp', ['-Rp', from, to])
}

async function hashFiles(patterns: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const file of globSync(patterns, { cwd: ROOT }).toSorted()) {
    hash.update(`${file}\0`).update(await readFile(join(ROOT, file)))
  }
  return hash.digest('hex').slice(0, 16)
}
