import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

const lastBackupSchema = z.object({
  /** Where it is, as the machine calls it that made it. */
  folder: z.string(),
  /** What was committed before is in it. */
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  sizeBytes: z.number(),
})

export type LastBackup = z.infer<typeof lastBackupSchema>

const fileOf = (dataDir: string): string => join(dataDir, 'last-backup.json')

/** Notes beside the data that a backup is complete. */
export async function noteLastBackup(dataDir: string, backup: LastBackup): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const aside = `${fileOf(dataDir)}.${process.pid}`
  await writeFile(aside, `${JSON.stringify(backup)}\n`, { mode: 0o644 })
  await rename(aside, fileOf(dataDir))
}

/** @returns null when none was made by `npm run backup`, or what was noted cannot be read */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    return lastBackupSchema.parse(JSON.parse(await readFile(fileOf(dataDir), 'utf8')))
  } catch {
    return null
  }
}
