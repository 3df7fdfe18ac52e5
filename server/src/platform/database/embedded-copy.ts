import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

import { FolderInUse, lockFolder } from './data-lock.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { findPaths } from './postgres-paths.ts'
import { toDataFolder, stopLeftOverServer } from './postmaster.ts'

const PORT_LINE = 3
const STATUS_LINE = 7

export interface ReachedPostgres {
  url: string
  /** Stops the PostgreSQL server if this call started it; a server that was already running keeps running. */
  close: () => Promise<void>
}

/** PostgreSQL version and machine that a copy must match to start. */
export interface EmbeddedKind {
  version: string
  machine: string
}

export async function connectOrStartEmbeddedPostgres(dataDir: string): Promise<ReachedPostgres & EmbeddedKind> {
  if (!existsSync(dataDir)) throw new Error(`There is no database in ${dataDir}: the folder does not exist.`)
  const { home, binaries } = await findPaths(await realpath(dataDir), dataDir)
  if (!existsSync(join(toDataFolder(home), 'PG_VERSION'))) throw new Error(`There is no database in ${dataDir}.`)
  const kind = { version: binaries.version, machine: describeMachine() }
  let unlock: () => void
  try {
    unlock = lockFolder(dataDir)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    return { url: await findRunningAddress(home), close: () => Promise.resolve(), ...kind }
  }
  try {
    const { url, stop } = await startEmbeddedPostgres({ dataDir })
    return { url, close: () => stop().finally(unlock), ...kind }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Returns the database's folder, which may lie outside the data folder. */
export async function findEmbeddedHome(dataDir: string): Promise<string> {
  return (await findPaths(await realpath(dataDir), dataDir)).home
}

export async function readEmbeddedPassword(dataDir: string): Promise<string> {
  return (await readFile(join(await findEmbeddedHome(dataDir), 'password'), 'utf8')).trim()
}

async function findRunningAddress(home: string): Promise<string> {
  const lines = (await readFile(join(toDataFolder(home), 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [port, status] = [lines[PORT_LINE]?.trim(), lines[STATUS_LINE]?.trim()]
  if (port === undefined || status !== 'ready') {
    throw new Error('A running Kundig uses the data folder, and its database is starting or stopping. Try again.')
  }
  const password = (await readFile(join(home, 'password'), 'utf8')).trim()
  return `postgresql://kundig:${password}@127.0.0.1:${port}/kundig`
}

export async function hasEmbeddedDatabase(dataDir: string): Promise<boolean> {
  await mkdir(dataDir, { recursive: true })
  return existsSync(join(toDataFolder(await findEmbeddedHome(dataDir)), 'PG_VERSION'))
}

export async function readEmbeddedMajorVersion(dataDir: string): Promise<number> {
  const { binaries } = await findPaths(await realpath(dataDir), dataDir)
  return Number.parseInt(binaries.version, 10)
}

/** Throws a readable Error when a copy with that version and machine cannot start here. */
export async function requireCompatibleCopy(dataDir: string, { version, machine }: EmbeddedKind): Promise<void> {
  const { binaries } = await findPaths(await realpath(dataDir), dataDir)
  const major = (full: string): string => full.split('.')[0] ?? ''
  if (major(version) === major(binaries.version) && machine === describeMachine()) return
  throw new Error(
    `That copy is of PostgreSQL ${major(version)} for ${machine}, and this is PostgreSQL ${major(binaries.version)} for ` +
      `${describeMachine()}: restore it on a machine with the same version and kind.`,
  )
}

function describeMachine(): string {
  return `${process.platform}-${process.arch}`
}

/** Replaces a database, unless the tar copy is broken. Returns the former data's folder. The caller locks `dataDir`. */
export async function replaceEmbeddedDatabase(
  dataDir: string,
  archive: Readable,
  password: string,
  former: string,
): Promise<string | undefined> {
  const places = await findPaths(await realpath(dataDir), dataDir)
  const { home, account } = places
  const unlock = lockFolder(home)
  try {
    const [data, aside, away] = [toDataFolder(home), join(home, 'data.restoring'), join(home, former)]
    await rm(aside, { recursive: true, force: true })
    await mkdir(aside, { mode: 0o700 })
    if (account) await chown(aside, account.uid, account.gid)
    try {
      await unpackArchive(archive, aside, account)
    } catch (error) {
      await rm(aside, { recursive: true, force: true })
      throw error
    }
    const hadOne = existsSync(join(data, 'PG_VERSION'))
    if (hadOne) {
      await stopLeftOverServer(places)
      await mkdir(away, { mode: 0o700 })
      await rename(join(home, 'password'), join(away, 'password')).catch(() => undefined)
      await rename(data, join(away, 'data'))
    }
    await writeFile(join(home, 'password'), `${password}\n`, { mode: 0o600 })
    await rename(aside, data)
    return hadOne ? away : undefined
  } finally {
    unlock()
  }
}

/** Unpacks an archive with the system's tar, as the account that must own the files. */
async function unpackArchive(
  archive: Readable,
  folder: string,
  account: { uid: number; gid: number } | undefined,
): Promise<void> {
  const tar = spawn('tar', ['-x', '-f', '-', '-C', folder], {
    cwd: '/',
    ...account,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    tar.once('error', reject)
    tar.once('close', resolve)
  })
  const said = text(tar.stderr)
  // A failing tar also breaks the pipeline, but only tar's own message gives the reason.
  const broken = await pipeline(archive, tar.stdin).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )
  const code = await ended
  if (code !== 0) throw new Error(`The copy cannot be unpacked: ${(await said).trim() || broken?.message}`)
  if (broken) throw broken
}
