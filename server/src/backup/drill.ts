import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findEmbeddedHome, connectOrStartEmbeddedPostgres } from '../platform/database/embedded-copy.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import {
  compareContents,
  type Contents,
  readTableContents,
  type TableDifference,
} from '../platform/database/table-contents.ts'
import { openFolderStorage } from '../platform/storage/folder-storage.ts'
import { type DataLocations, PARTS } from './back-up.ts'
import { type Manifest, readManifest } from './backup-manifest.ts'
import { findFileReferences } from './backup.repository.ts'
import { CliError } from './cli.ts'
import { restoreBackup } from './restore.ts'

export interface DrillReport {
  manifest: Manifest
  tables: number
  rows: number
  files: number
  /** Files that are missing or differ from a restored row: the backup is unusable. */
  brokenFiles: string[]
  /** Number of pictures that were replaced during the backup; the next read of a picture corrects its row. */
  newerPictures: number
  /** Number of rows that a restore would lose or bring back, by table; null without a current database. */
  differences: TableDifference[] | null
  /** Number of stored files that the backup lacks. */
  lostFiles: number | null
  unreachable: string | null
  checkedMs: number
  restoredMs: number
  /** Start-up time of PostgreSQL on the restored data (ms). */
  startedMs: number
  comparedMs: number
}

interface EmbeddedLocations {
  dataDir: string
  folder: string
}

/**
 * Restores a backup into a temporary folder, reads all rows, and compares them with the current data. Changes nothing
 * else.
 * @throws CliError or readable Error when the backup cannot be restored, or is of a database server or a bucket
 */
export async function runDrill({ databaseUrl, dataDir, files }: DataLocations, backup: string): Promise<DrillReport> {
  if (databaseUrl !== undefined || 's3' in files || (await readManifest(backup)).database.way === 'dump') {
    throw new CliError(
      'A drill needs a backup of the embedded database with a folder of files. Restore this one into an empty database instead.',
    )
  }
  const places = { dataDir, folder: files.folder }
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'kundig-drill-')))
  // PostgreSQL may run as another user, who must have access to the folder.
  await chmod(scratch, 0o755)
  try {
    const target = { databaseUrl: undefined, dataDir: scratch, files: { folder: join(scratch, 'files') } }
    const { manifest, checkedMs, restoredMs } = await restoreBackup(target, backup, { isReplacing: false })
    const restored = performance.now()
    const embedded = await startEmbeddedPostgres({ dataDir: scratch })
    try {
      const startedMs = performance.now() - restored
      const copy = await readTableContents(embedded.url)
      try {
        return { manifest, checkedMs, restoredMs, startedMs, ...(await compareWithManifest(places, manifest, copy)) }
      } finally {
        await copy.close()
      }
    } finally {
      await embedded.stop()
    }
  } finally {
    await rm(await findEmbeddedHome(scratch), { recursive: true, force: true })
    await rm(scratch, { recursive: true, force: true })
  }
}

async function compareWithManifest(places: EmbeddedLocations, manifest: Manifest, copy: Contents) {
  const begun = performance.now()
  const entries = new Map(manifest.entries.map(({ path, sha256 }) => [path, sha256]))
  const references = await findFileReferences(copy.query)
  const unlike = references.filter(({ key, hash }) => entries.get(`${PARTS.files}${key}`)?.startsWith(hash) !== true)
  const isBroken = ({ key, isFixed }: { key: string; isFixed: boolean }): boolean =>
    isFixed || !entries.has(`${PARTS.files}${key}`)
  const now = await compareWithCurrentData(places, entries, copy)
  return {
    tables: copy.tables.size,
    rows: Array.from(copy.tables.values()).reduce((sum, { rows }) => sum + rows, 0),
    files: references.length,
    brokenFiles: unlike.filter(isBroken).map(({ key }) => key),
    newerPictures: unlike.filter((one) => !isBroken(one)).length,
    ...now,
    comparedMs: performance.now() - begun,
  }
}

/** Compares the backup with the current database and files. Without a reachable database, returns the reason. */
async function compareWithCurrentData(
  { dataDir, folder }: EmbeddedLocations,
  entries: ReadonlyMap<string, string>,
  copy: Contents,
): Promise<Pick<DrillReport, 'differences' | 'lostFiles' | 'unreachable'>> {
  let source: { url: string; close: () => Promise<void> }
  let original: Contents
  try {
    source = await connectOrStartEmbeddedPostgres(dataDir)
    original = await readTableContents(source.url).catch(async (error: unknown) => {
      await source.close()
      throw error
    })
  } catch (error) {
    return { differences: null, lostFiles: null, unreachable: error instanceof Error ? error.message : String(error) }
  }
  const storage = await openFolderStorage(folder)
  try {
    let lostFiles = 0
    for await (const { key } of storage.list()) if (!entries.has(`${PARTS.files}${key}`)) lostFiles++
    return { differences: await compareContents(original, copy), lostFiles, unreachable: null }
  } finally {
    await original.close()
    await source.close()
  }
}
