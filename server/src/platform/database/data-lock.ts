import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** SQLite's error code for a file locked by another process (https://sqlite.org/rescode.html#busy). */
const SQLITE_BUSY = 5

export class FolderInUse extends Error {}

/** Keeps lock holders, and thus their locks, from garbage collection. */
const held = new Set<DatabaseSync>()

/**
 * Locks a folder by a kernel lock (through SQLite, which stores nothing). The lock covers all names of the folder and
 * all containers that mount it, and ends with the process, even by a kill. Throws FolderInUse while another process
 * holds the lock.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const path = realpathSync(folder)
  const lock = openLockFile(path)
  try {
    // Keeps SQLite from writing a journal beside the lock file.
    lock.exec('PRAGMA journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (isSqliteBusy(error)) {
      throw new FolderInUse(
        `Kundig is already running with the data in ${path}. Stop it first, or set DATA_DIR to another folder.`,
        { cause: error },
      )
    }
    throw createLockError(path, error)
  }
  held.add(lock)
  return () => {
    if (held.delete(lock)) lock.close()
  }
}

function openLockFile(folder: string): DatabaseSync {
  try {
    return new DatabaseSync(join(folder, 'lock'))
  } catch (error) {
    throw createLockError(folder, error)
  }
}

function isSqliteBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

function createLockError(folder: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new Error(
    `The folder ${folder} cannot be locked (${reason}). It must belong to the user who starts Kundig, on a file system with locks.`,
    { cause },
  )
}
