import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Client } from 'pg'

import { findFreePort } from '../http/free-port.ts'
import { lockFolder } from './data-lock.ts'
import { findPaths, type PostgresPaths } from './postgres-paths.ts'
import { toDataFolder, type Postmaster, runTool, startPostmaster, stopPostmaster } from './postmaster.ts'

const USER = 'kundig'
const PORTS_TRIED = 5

/** Lists PostgreSQL's settings for every start: it listens on loopback only. */
export const listPostgresSettings = (port: number): string[] => [
  `port=${port}`,
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=120',
]

export interface EmbeddedPostgres {
  /** Connection string of the database; on loopback only, with a random password. */
  url: string
  location: string
  ended: () => Promise<void>
  restart: () => Promise<void>
  stop: () => Promise<void>
}

export interface EmbeddedPostgresOptions {
  dataDir: string
  settings?: readonly string[]
}

/** Locks the folder, stops a left-over server, and starts PostgreSQL (for root as `postgres`, as it refuses root). */
export async function startEmbeddedPostgres({
  dataDir,
  settings = [],
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true })
  const places = await findPaths(await realpath(dataDir), dataDir)
  const unlock = lockFolder(places.home)
  try {
    return await openPostgres(places, unlock, settings)
  } catch (error) {
    unlock()
    throw error
  }
}

async function openPostgres(
  places: PostgresPaths,
  unlock: () => void,
  settings: readonly string[],
): Promise<EmbeddedPostgres> {
  const { home } = places
  const location = toDataFolder(home)
  const password = await readOrCreatePassword(home)
  if (!existsSync(join(location, 'PG_VERSION'))) await initialiseCluster(places, password)
  let isRunning = false
  const startOn = async (port: number): Promise<Postmaster> => {
    const started = await startPostmaster(places, [...listPostgresSettings(port), ...settings])
    isRunning = true
    void started.ended.then(() => (isRunning = false))
    return started
  }
  const stop = async (): Promise<void> => {
    try {
      if (isRunning) {
        // Keeps this process running until PostgreSQL has ended, because pg_ctl returns shortly before.
        postmaster.hold()
        await stopPostmaster(places)
        await postmaster.ended
      }
    } finally {
      unlock()
    }
  }

  const first = await startOnFreePort(startOn)
  const { port } = first
  let { postmaster } = first
  const url = `postgresql://${USER}:${password}@127.0.0.1:${port}`
  try {
    await createDatabaseOnce(`${url}/postgres`)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `${url}/${USER}`,
    location,
    ended: () => postmaster.ended,
    restart: async () => {
      postmaster = await startOn(port)
    },
    stop,
  }
}

/** Retries on another port: a free port may be taken before PostgreSQL listens. */
async function startOnFreePort(
  startOn: (port: number) => Promise<Postmaster>,
): Promise<{ postmaster: Postmaster; port: number }> {
  for (let tried = 1; ; tried++) {
    const port = await findFreePort()
    try {
      return { postmaster: await startOn(port), port }
    } catch (error) {
      const isTaken = error instanceof Error && error.message.includes('Address already in use')
      if (!isTaken || tried === PORTS_TRIED) throw error
    }
  }
}

async function createDatabaseOnce(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [USER])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${USER}`)
  } finally {
    await client.end()
  }
}

async function readOrCreatePassword(home: string): Promise<string> {
  const file = join(home, 'password')
  const known = await readFile(file, 'utf8').catch(() => '')
  if (known) return known.trim()
  const password = randomBytes(24).toString('hex')
  await writeFile(file, `${password}\n`, { mode: 0o600 })
  return password
}

async function initialiseCluster(places: PostgresPaths, password: string): Promise<void> {
  const { home, account } = places
  const data = toDataFolder(home)
  // The new cluster is renamed when complete, so an interrupted start leaves no partial cluster.
  const aside = `${data}.new`
  const passwordFile = join(home, 'password.initdb')
  await rm(aside, { recursive: true, force: true })
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  if (account) await chown(passwordFile, account.uid, account.gid)
  try {
    await runTool(places, 'initdb', [
      `--pgdata=${aside}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ])
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(aside, data)
}
