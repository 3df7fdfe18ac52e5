import { randomUUID } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

import type { FileStorage, ListedFile } from './file-storage.ts'
import { requireSafeKey } from './storage-key.ts'

/** Folder of incomplete files on the same file system, so that moves are atomic. Keys never begin with a dot. */
const INCOMING = '.incoming'
/** Age at which an incomplete file belongs to a killed process (ms). */
const ABANDONED_MS = 3_600_000

/** Opens a folder as storage for one machine. The first file creates the folder. */
export async function openFolderStorage(folder: string): Promise<FileStorage> {
  const incoming = join(folder, INCOMING)
  const toPath = (key: string): string => join(folder, ...requireSafeKey(key).split('/'))
  await removeAbandonedFiles(incoming)

  return {
    put: async (key, content) => {
      const path = toPath(key)
      const arriving = join(incoming, randomUUID())
      await mkdir(incoming, { recursive: true })
      try {
        const file = await open(arriving, 'wx', 0o600)
        try {
          await file.writeFile(content)
          // The sync precedes the move, so that after a power cut the name does not belong to an empty file.
          await file.sync()
        } finally {
          await file.close()
        }
        await mkdir(dirname(path), { recursive: true })
        await rename(arriving, path)
      } catch (error) {
        await rm(arriving, { force: true })
        throw error
      }
    },

    get: async (key, range) => {
      const file = await open(toPath(key), constants.O_RDONLY | constants.O_NOFOLLOW).catch(ignoreMissingFile)
      if (!file) return null
      try {
        const { size } = await file.stat()
        if (range && range.first >= size) throw new RangeError('range outside the file')
        return { sizeBytes: size, stream: file.createReadStream(range ? { start: range.first, end: range.last } : {}) }
      } catch (error) {
        await file.close()
        throw error
      }
    },

    delete: (key) => rm(toPath(key), { force: true }),

    list: () => listFilesRecursively(folder, folder),

    close: () => undefined,
  }
}

async function* listFilesRecursively(folder: string, root: string): AsyncGenerator<ListedFile> {
  const entries: Dirent[] | null = await readdir(folder, { withFileTypes: true }).catch(ignoreMissingFile)
  for (const entry of entries ?? []) {
    const path = join(folder, entry.name)
    // Skips names with a leading dot: only the folder of incomplete files has such a name.
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) yield* listFilesRecursively(path, root)
    const found = entry.isFile() ? await stat(path).catch(ignoreMissingFile) : null
    if (found) yield { key: relative(root, path).split(sep).join('/'), sizeBytes: found.size }
  }
}

function ignoreMissingFile(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function removeAbandonedFiles(incoming: string): Promise<void> {
  const names = await readdir(incoming).catch(ignoreMissingFile)
  for (const name of names ?? []) {
    const path = join(incoming, name)
    const found = await stat(path).catch(ignoreMissingFile)
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true })
  }
}
