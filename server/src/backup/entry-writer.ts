import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

import type { Entry } from './backup-manifest.ts'

/** Writes a file of a backup, and syncs it to disk. @param path relative, with slashes @returns size and checksum */
export async function writeEntry(folder: string, path: string, content: Readable): Promise<Entry> {
  const target = join(folder, path)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let size = 0
  const file = await open(target, 'wx', 0o600)
  try {
    for await (const bytes of content.iterator() as AsyncIterable<Buffer>) {
      hash.update(bytes)
      size += bytes.length
      await file.writeFile(bytes)
    }
    await file.sync()
  } finally {
    content.destroy()
    await file.close()
  }
  return { path, size, sha256: hash.digest('hex') }
}
