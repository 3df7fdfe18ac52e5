import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import { z } from 'zod'

import { openBaseBackup } from '../platform/database/base-backup.ts'
import { FolderInUse, lockFolder } from '../platform/database/data-lock.ts'
import { readEmbeddedPassword, connectOrStartEmbeddedPostgres } from '../platform/database/embedded-copy.ts'
import { waitForExit, findTool, startTool } from '../platform/database/postgres-tools.ts'
import type { FileStorage, FileStorageSettings } from '../platform/storage/file-storage.ts'
import { openFolderStorage } from '../platform/storage/folder-storage.ts'
import { type Entry, type Manifest, writeManifest } from './backup-manifest.ts'
import { type DatabaseState, readDatabaseState } from './backup.repository.ts'
import { CliError, isDiskFull } from './cli.ts'
import { writeEntry } from './entry-writer.ts'
import { formatMegabytes } from './format.ts'
import { recordLastBackup } from './last-backup.ts'

export interface DataLocations {
  /** Undefined for the embedded database. */
  databaseUrl: string | undefined
  dataDir: string
  /** Backups exclude files in a bucket: the bucket's provider backs them up. */
  files: FileStorageSettings
}

export const PARTS = {
  embedded: 'database.tar.gz',
  dump: 'database.dump',
  files: 'files/',
  password: 'secrets/password',
  authSecret: 'secrets/auth-secret',
} as const

const INCOMPLETE = '.part'
const NAME = /^kundig-\d{8}T\d{6}Z\.part$/u
/** Low compression level, because pictures and most documents are already compressed. */
const GZIP_LEVEL = 3

export interface FinishedBackup {
  folder: string
  sizeBytes: number
  /** Number of files; null for a bucket, whose files are not in the backup. */
  files: number | null
  tookMs: number
}

const packageSchema = z.object({ version: z.string() })

interface Source {
  url: string
  /** Version and machine of an embedded database. Undefined for a dump by PostgreSQL's tools. */
  embedded: { version: string; machine: string } | undefined
  close: () => Promise<void>
}

/**
 * Backs up a running site: a snapshot of the database first, then the files, so every referenced file is included. The
 * folder gets its final name once it is complete. @param into parent folder of all backups
 * @param asDump also dumps an embedded database by PostgreSQL's tools
 * @throws CliError or readable Error; partial output is removed
 */
export async function backUp(places: DataLocations, into: string, { asDump = false } = {}): Promise<FinishedBackup> {
  const begun = performance.now()
  const startedAt = new Date()
  await mkdir(into, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new CliError(`The folder ${into} cannot be created: ${String(error)}`, { cause: error })
  })
  const unlock = lockBackups(into)
  const stamp = startedAt.toISOString().replaceAll(/[-:]|\.\d+/gu, '')
  const folder = join(into, `kundig-${stamp}`)
  const incomplete = `${folder}${INCOMPLETE}`
  try {
    await removeIncompleteBackups(into)
    await mkdir(incomplete, { mode: 0o700 })
    const manifest = await writeBackup(places, incomplete, startedAt, asDump)
    await rename(incomplete, folder)
    await syncFolder(into)
    const sizeBytes = manifest.entries.reduce((sum, { size }) => sum + size, 0)
    const { startedAt: from, endedAt } = manifest
    await recordLastBackup(places.dataDir, { folder, startedAt: from, endedAt, sizeBytes })
    const files =
      'folder' in places.files ? manifest.entries.filter(({ path }) => path.startsWith(PARTS.files)).length : null
    return { folder, sizeBytes, files, tookMs: performance.now() - begun }
  } catch (error) {
    await rm(incomplete, { recursive: true, force: true })
    if (!isDiskFull(error)) throw error
    throw new CliError(`No space left in ${into}. The incomplete backup was deleted. Make room, and back up again.`, {
      cause: error,
    })
  } finally {
    unlock()
  }
}

function lockBackups(into: string): () => void {
  try {
    return lockFolder(into)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new CliError(`Another backup into ${into} is running. Wait until it has finished.`, { cause: error })
  }
}

/** Removes the partial output of a killed backup. The caller holds the lock on backups into this folder. */
async function removeIncompleteBackups(into: string): Promise<void> {
  for (const name of await readdir(into)) {
    if (NAME.test(name)) await rm(join(into, name), { recursive: true, force: true })
  }
}

async function writeBackup(places: DataLocations, folder: string, startedAt: Date, asDump: boolean): Promise<Manifest> {
  const source = await openBackupSource(places, asDump)
  const storage = 'folder' in places.files ? await openFolderStorage(places.files.folder) : undefined
  try {
    const state = await readDatabaseState(source.url)
    const { migration } = state
    if (migration === null) {
      throw new CliError('Nothing to back up: Kundig has never been started on this database.')
    }
    await requireDiskSpace(folder, state, storage)
    const entries: Entry[] = [await writeDatabase(source, state, folder)]
    for await (const { key } of storage?.list() ?? []) {
      const file = await storage?.get(key)
      // A missing file was deleted after the snapshot, together with its row.
      if (file) entries.push(await writeEntry(folder, `${PARTS.files}${key}`, file.stream))
    }
    if (source.embedded)
      entries.push(await writeSecret(folder, PARTS.password, await readEmbeddedPassword(places.dataDir)))
    const authSecret = join(places.dataDir, 'auth-secret')
    if (existsSync(authSecret)) {
      entries.push(await writeSecret(folder, PARTS.authSecret, await readFile(authSecret, 'utf8')))
    }
    const manifest: Manifest = {
      release: await readRelease(),
      migration,
      startedAt: startedAt.toISOString(),
      endedAt: new Date().toISOString(),
      database: source.embedded ? { way: 'embedded', ...source.embedded } : { way: 'dump', version: state.version },
      entries,
    }
    await writeManifest(folder, manifest)
    return manifest
  } finally {
    storage?.close()
    await source.close()
  }
}

async function openBackupSource({ databaseUrl, dataDir }: DataLocations, asDump: boolean): Promise<Source> {
  if (databaseUrl !== undefined) return { url: databaseUrl, embedded: undefined, close: () => Promise.resolve() }
  const { url, close, version, machine } = await connectOrStartEmbeddedPostgres(dataDir)
  return { url, close, embedded: asDump ? undefined : { version, machine } }
}

/** Estimates the needed disk space before writing; compressed data may need less. */
async function requireDiskSpace(folder: string, { sizeBytes }: DatabaseState, storage?: FileStorage): Promise<void> {
  let needed = sizeBytes
  for await (const file of storage?.list() ?? []) needed += file.sizeBytes
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= needed) return
  throw new CliError(
    `A backup may need ${formatMegabytes(needed)}, and there are ${formatMegabytes(bavail * bsize)} free in ${folder}. ` +
      'Make room, or name another folder.',
  )
}

async function writeDatabase({ url, embedded }: Source, { major }: DatabaseState, folder: string): Promise<Entry> {
  if (embedded) {
    const archive = await openBaseBackup(url)
    const packed = createGzip({ level: GZIP_LEVEL })
    // A failed stream ends both streams; the writer reports the failure.
    const [written, packing] = await Promise.allSettled([
      writeEntry(folder, PARTS.embedded, packed),
      pipeline(archive, packed),
    ])
    if (written.status === 'rejected') throw written.reason
    if (packing.status === 'rejected') throw packing.reason
    return written.value
  }
  const dump = startTool(findTool('pg_dump', major), url, ['--format=custom', '--no-owner', '--no-privileges'])
  dump.stdin?.end()
  if (!dump.stdout) throw new Error('the tool has no standard output')
  const [entry] = await Promise.all([writeEntry(folder, PARTS.dump, dump.stdout), waitForExit(dump)])
  return entry
}

function writeSecret(folder: string, path: string, secret: string): Promise<Entry> {
  return writeEntry(folder, path, Readable.from([Buffer.from(`${secret.trim()}\n`)]))
}

async function readRelease(): Promise<string> {
  const written = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return packageSchema.parse(JSON.parse(written)).version
}

/** Syncs the folder to disk: after a power cut, its rename is either complete or did not happen. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
