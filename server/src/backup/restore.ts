import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, realpath, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

import { lockFolder } from '../platform/database/data-lock.ts'
import {
  readEmbeddedMajorVersion,
  hasEmbeddedDatabase,
  replaceEmbeddedDatabase,
  requireCompatibleCopy,
} from '../platform/database/embedded-copy.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { findNewestMigration } from '../platform/database/migrate.ts'
import { waitForExit, findTool, startTool } from '../platform/database/postgres-tools.ts'
import { openFolderStorage } from '../platform/storage/folder-storage.ts'
import { type DataLocations, PARTS } from './back-up.ts'
import { type Manifest, readManifest, requireIntactBackup } from './backup-manifest.ts'
import { emptyDatabase, readDatabaseState } from './backup.repository.ts'
import { CliError, isDiskFull } from './cli.ts'
import { formatMegabytes } from './format.ts'

export interface FinishedRestore {
  manifest: Manifest
  /** Folders with the previous data. The previous data of a database server is not kept. */
  formerFolders: string[]
  checkedMs: number
  restoredMs: number
}

/**
 * Checks a whole backup, then restores it. The data folder's previous contents are moved aside, not deleted.
 * @param isReplacing permits replacing existing data
 * @throws CliError or readable Error, also while Kundig is running
 */
export async function restoreBackup(
  places: DataLocations,
  backup: string,
  { isReplacing }: { isReplacing: boolean },
): Promise<FinishedRestore> {
  const begun = performance.now()
  const manifest = await readManifest(backup)
  await requireRestorableBackup(places, manifest)
  // The lock fails while a server uses the folder.
  const unlock = places.databaseUrl === undefined ? lockFolder(places.dataDir) : () => undefined
  try {
    await requireReplaceableData(places, isReplacing)
    await requirePostgresTools(places, manifest)
    await requireDiskSpace(places, manifest)
    await requireIntactBackup(backup, manifest)
    const checked = performance.now()
    const formerFolders = await replaceData(places, backup, manifest)
    return { manifest, formerFolders, checkedMs: checked - begun, restoredMs: performance.now() - checked }
  } catch (error) {
    if (!isDiskFull(error)) throw error
    throw new CliError('No space left for the restored data. Make room, and restore again.', { cause: error })
  } finally {
    unlock()
  }
}

async function requireRestorableBackup(
  { databaseUrl, dataDir, files }: DataLocations,
  manifest: Manifest,
): Promise<void> {
  const { migration, database, entries } = manifest
  const newest = await findNewestMigration()
  if (migration > newest) {
    throw new CliError(
      `That backup was made by a later release of Kundig (${manifest.release}, database ${migration}; this one knows ` +
        `${newest}): restore it with that release.`,
    )
  }
  if ('s3' in files && entries.some(({ path }) => path.startsWith(PARTS.files))) {
    throw new CliError(
      'This backup contains files, and S3_BUCKET names a bucket: restore it without S3_*, then copy the files.',
    )
  }
  if (database.way === 'embedded') {
    if (databaseUrl !== undefined) {
      throw new CliError(
        'That backup is of an embedded database, and DATABASE_URL names another one: restore it without DATABASE_URL. ' +
          'To move to another PostgreSQL, make a backup with --dump.',
      )
    }
    await mkdir(dataDir, { recursive: true })
    await requireCompatibleCopy(dataDir, database)
  }
}

/** @throws CliError for data that is in use or must not be replaced */
async function requireReplaceableData(
  { databaseUrl, dataDir, files }: DataLocations,
  isReplacing: boolean,
): Promise<void> {
  const found: string[] = []
  if (databaseUrl === undefined) {
    if (await hasEmbeddedDatabase(dataDir)) found.push(`a database in ${dataDir}`)
  } else {
    const { tables, connections } = await readDatabaseState(databaseUrl)
    if (connections > 0) throw new CliError('Kundig is running on that database: stop all its servers first.')
    if (tables > 0) found.push(`${tables} tables in the database of DATABASE_URL`)
  }
  if ('folder' in files && (await hasFiles(files.folder))) found.push(`files in ${files.folder}`)
  if (found.length === 0 || isReplacing) return
  throw new CliError(
    `There is already data: ${found.join(' and ')}. Nothing was changed. To replace it, add --replace.`,
  )
}

async function hasFiles(folder: string): Promise<boolean> {
  const storage = await openFolderStorage(folder)
  for await (const _ of storage.list()) return true
  return false
}

/** Checks PostgreSQL's version and tools before any file changes. */
async function requirePostgresTools({ databaseUrl, dataDir }: DataLocations, { database }: Manifest): Promise<void> {
  if (database.way === 'embedded') return
  const major =
    databaseUrl === undefined ? await readEmbeddedMajorVersion(dataDir) : (await readDatabaseState(databaseUrl)).major
  findTool('pg_restore', major)
}

async function requireDiskSpace({ dataDir }: DataLocations, { entries }: Manifest): Promise<void> {
  const needed = entries.reduce((sum, { size }) => sum + size, 0)
  await mkdir(dataDir, { recursive: true })
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize >= needed) return
  throw new CliError(
    `That backup needs more than ${formatMegabytes(needed)}, and there are ${formatMegabytes(bavail * bsize)} free in ${dataDir}.`,
  )
}

/** Restores files before rows: a file without its row is unseen, but a row without its file is a broken link. */
async function replaceData(places: DataLocations, backup: string, manifest: Manifest): Promise<string[]> {
  const { dataDir, databaseUrl } = places
  const former = `before-restore-${new Date().toISOString().replaceAll(/[-:]|\.\d+/gu, '')}`
  const formerFolder = join(dataDir, former)
  await restoreFiles(places, backup, manifest, formerFolder)
  await restoreSecret(dataDir, backup, formerFolder)
  const formerDatabase =
    manifest.database.way === 'embedded'
      ? await restoreEmbeddedDatabase(dataDir, backup, former)
      : await restoreDump(databaseUrl, dataDir, backup)
  return [formerDatabase, existsSync(formerFolder) ? formerFolder : undefined].filter((one) => one !== undefined)
}

async function restoreFiles(
  { files }: DataLocations,
  backup: string,
  { entries }: Manifest,
  formerFolder: string,
): Promise<void> {
  if ('s3' in files) return
  const restoring = `${files.folder}.restoring`
  await rm(restoring, { recursive: true, force: true })
  await mkdir(restoring, { recursive: true })
  const storage = await openFolderStorage(restoring)
  for (const { path } of entries) {
    if (!path.startsWith(PARTS.files)) continue
    await storage.put(path.slice(PARTS.files.length), createReadStream(join(backup, path)), 'application/octet-stream')
  }
  const hasFormer = (await readdir(files.folder).catch(() => [])).length > 0
  if (hasFormer) {
    await mkdir(formerFolder, { recursive: true, mode: 0o700 })
    await rename(files.folder, join(formerFolder, 'files'))
  }
  await rename(restoring, files.folder)
}

async function restoreSecret(dataDir: string, backup: string, formerFolder: string): Promise<void> {
  const kept = await readFile(join(backup, PARTS.authSecret), 'utf8').catch(() => undefined)
  const file = join(dataDir, 'auth-secret')
  if (kept === undefined || (await readFile(file, 'utf8').catch(() => undefined)) === kept) return
  if (existsSync(file)) {
    await mkdir(formerFolder, { recursive: true, mode: 0o700 })
    await rename(file, join(formerFolder, 'auth-secret'))
  }
  await writeFile(file, kept, { mode: 0o600 })
}

async function restoreEmbeddedDatabase(dataDir: string, backup: string, former: string): Promise<string | undefined> {
  const password = (await readFile(join(backup, PARTS.password), 'utf8')).trim()
  const packed = createReadStream(join(backup, PARTS.embedded))
  const archive = createGunzip()
  packed.once('error', (error) => archive.destroy(error))
  return replaceEmbeddedDatabase(await realpath(dataDir), packed.pipe(archive), password, former)
}

async function restoreDump(databaseUrl: string | undefined, dataDir: string, backup: string): Promise<undefined> {
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir }) : undefined
  const url = databaseUrl ?? embedded?.url ?? ''
  try {
    const { major, tables } = await readDatabaseState(url)
    const tool = findTool('pg_restore', major)
    const feed = async (args: readonly string[]): Promise<void> => {
      const running = startTool(tool, url, args)
      if (!running.stdin) throw new Error('the tool has no standard input')
      // Ignores errors of the input, because pg_restore itself reports them.
      const fed = pipeline(createReadStream(join(backup, PARTS.dump)), running.stdin).catch(() => undefined)
      running.stdout?.resume()
      await Promise.all([waitForExit(running), fed])
    }
    // `--list` fails if pg_restore is too old for this dump. It runs before anything is deleted.
    await feed(['--list'])
    if (tables > 0) await emptyDatabase(url)
    await feed(['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error'])
  } finally {
    await embedded?.stop()
  }
}
