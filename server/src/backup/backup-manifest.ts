import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { z } from 'zod'

import { requireSafeKey } from '../platform/storage/storage-key.ts'
import { CliError } from './cli.ts'

/** Format number of backups, incremented when older releases cannot restore the format. */
const FORMAT = 1
const NAME = 'manifest.json'
/** Fields of every format, so that a later format is recognised. */
const anyManifest = z.object({ product: z.literal('kundig'), format: z.number().int() })

const entrySchema = z.object({
  /** Path relative to the backup's folder, with slashes. */
  path: z.string().refine(isInsideFolder),
  size: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/u),
})
const manifestSchema = anyManifest.extend({
  release: z.string(),
  migration: z.string(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  database: z.discriminatedUnion('way', [
    /** Copy of PostgreSQL's files; needs the same version and machine. */
    z.object({ way: z.literal('embedded'), version: z.string(), machine: z.string() }),
    /** Dump by pg_dump; `version` is the server's version. */
    z.object({ way: z.literal('dump'), version: z.string() }),
  ]),
  entries: z.array(entrySchema),
})

function isInsideFolder(path: string): boolean {
  try {
    return requireSafeKey(path) === path
  } catch {
    return false
  }
}

export type Entry = z.infer<typeof entrySchema>
/** Manifest of a backup, written last: a folder without a manifest is no backup. */
export type Manifest = Omit<z.infer<typeof manifestSchema>, 'product' | 'format'>

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = await open(join(folder, NAME), 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify({ product: 'kundig', format: FORMAT, ...manifest }, null, 1)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** @throws CliError when the folder has no backup that this release can read */
export async function readManifest(folder: string): Promise<Manifest> {
  const written = await readFile(join(folder, NAME), 'utf8').catch(() => undefined)
  if (written === undefined) {
    throw new CliError(
      `${folder} is not a complete backup: it has no ${NAME}, which is written last. Use another backup.`,
    )
  }
  let content: unknown
  try {
    content = JSON.parse(written)
  } catch {
    throw new CliError(`${join(folder, NAME)} is damaged. Use another backup.`)
  }
  const any = anyManifest.safeParse(content)
  if (any.success && any.data.format > FORMAT) {
    throw new CliError('That backup was made by a later release of Kundig: restore it with that release.')
  }
  const manifest = manifestSchema.safeParse(content)
  if (!manifest.success) throw new CliError(`${join(folder, NAME)} is damaged. Use another backup.`)
  return manifest.data
}

/** Compares the whole backup with its checksums. @throws CliError that names missing and damaged files */
export async function requireIntactBackup(folder: string, { entries }: Manifest): Promise<void> {
  for (const { path, size, sha256 } of entries) {
    const file = join(folder, path)
    const found = await stat(file).catch(() => undefined)
    if (found === undefined) throw new CliError(`The backup is incomplete: ${path} is missing. Use another backup.`)
    const hash = createHash('sha256')
    if (found.size === size) await pipeline(createReadStream(file), hash)
    if (found.size !== size || hash.digest('hex') !== sha256) {
      throw new CliError(`The backup is damaged: ${path} has changed. Use another backup.`)
    }
  }
}
