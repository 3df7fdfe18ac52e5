import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

const lastBackupSchema = z.object({
  /** Path of the backup on the machine that made the backup. */
  folder: z.string(),
  /** Start of the backup, which includes everything committed before. */
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  sizeBytes: z.number(),
})

export type LastBackup = z.infer<typeof lastBackupSchema>

const toFile = (dataDir: string): string => join(dataDir, 'last-backup.json')

export async function recordLastBackup(dataDir: string, backup: LastBackup): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const aside = `${toFile(dataDir)}.${process.pid}`
  await writeFile(aside, `${JSON.stringify(backup)}\n`, { mode: 0o644 })
  await rename(aside, toFile(dataDir))
}

/** @returns null without a readable note that `npm run backup` wrote */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    return lastBackupSchema.parse(JSON.parse(await readFile(toFile(dataDir), 'utf8')))
  } catch {
    return null
  }
}
