import { execFile } from 'node:child_process'
import { type FileHandle, open, readdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const SOURCE = fileURLToPath(new URL('undo-log.c', import.meta.url))

/** Size of the log file (bytes). The file is sparse: only the saved old contents occupy disk space. */
const LOG_BYTES = 4 * 1024 ** 3
const SLOTS = 65_536
const SLOT_BYTES = 16
const HEADER_BYTES = 64 + SLOTS * SLOT_BYTES
const ENTRY_BYTES = 64
/** Offsets of the header's fields, as `undo-log.c` declares them (bytes). */
const AT = { lock: 0, closed: 4, device: 8, size: 16, end: 24, last: 32, syncs: 48, slots: 64 }

export interface UndoLog {
  /** Environment of processes whose writes are logged. */
  environment: { LD_PRELOAD: string; UNDO_LOG: string }
  /** Stops all logged processes from writing and syncing, at the moment of the power cut. */
  freeze: () => Promise<void>
  /**
   * Undoes all writes since the start that no sync has made durable. All logged processes must have ended.
   * @returns numbers of undone writes and of syncs before the power cut
   */
  undo: () => Promise<{ undone: number; syncs: number }>
}

/** @param data folder of the database, the only folder that PostgreSQL writes on this file system */
export async function createUndoLog(folder: string, data: string): Promise<UndoLog> {
  const library = join(folder, 'undo-log.so')
  await run('gcc', ['-O2', '-Wall', '-Werror', '-shared', '-fPIC', '-o', library, SOURCE])
  const path = join(folder, 'undo.log')
  const { dev } = await stat(data, { bigint: true })
  await using file = await open(path, 'w')
  // PostgreSQL may run as another user, who must be able to write the log.
  await file.chmod(0o666)
  await writeHeader(file, dev)
  return {
    environment: { LD_PRELOAD: library, UNDO_LOG: path },
    freeze: async () => {
      await using log = await open(path, 'r+')
      const closed = Buffer.from([1, 0, 0, 0])
      await log.write(closed, 0, closed.length, AT.closed)
      // A process that holds the lock may still be writing.
      while ((await readBytes(log, AT.lock, 4)).readUInt32LE() === 1) await sleep(1)
    },
    undo: async () => {
      await using log = await open(path, 'r+')
      const result = await undoEntries(log, await listFiles(data))
      await log.truncate(0)
      await writeHeader(log, dev)
      return result
    },
  }
}

async function writeHeader(file: FileHandle, device: bigint): Promise<void> {
  await file.truncate(LOG_BYTES)
  const header = Buffer.alloc(AT.slots)
  header.writeBigUInt64LE(device, AT.device)
  header.writeBigUInt64LE(BigInt(LOG_BYTES), AT.size)
  header.writeBigUInt64LE(BigInt(HEADER_BYTES), AT.end)
  await file.write(header, 0, header.length, 0)
}

async function listFiles(folder: string): Promise<Map<bigint, string>> {
  const files = new Map<bigint, string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const { ino } = await stat(path, { bigint: true })
    files.set(ino, path)
  }
  return files
}

async function undoEntries(
  log: FileHandle,
  files: ReadonlyMap<bigint, string>,
): Promise<{ undone: number; syncs: number }> {
  const header = await readBytes(log, 0, HEADER_BYTES)
  const syncedBy = new Map<bigint, bigint>()
  for (let at = AT.slots; at < HEADER_BYTES; at += SLOT_BYTES)
    syncedBy.set(header.readBigUInt64LE(at), header.readBigUInt64LE(at + 8))
  let undone = 0
  for (let at = Number(header.readBigUInt64LE(AT.last)); at !== 0;) {
    const entry = await readBytes(log, at, ENTRY_BYTES)
    const [before = 0n, number = 0n, inode = 0n, offset = 0n, oldSize = 0n, length = 0n] = Array.from(
      { length: 6 },
      (_, field) => entry.readBigUInt64LE(field * 8),
    )
    const path = files.get(inode)
    if (path !== undefined && number > (syncedBy.get(inode) ?? 0n)) {
      const bytes = await readBytes(log, at + ENTRY_BYTES, Number(length))
      const file = await open(path, 'r+')
      await file.write(bytes, 0, bytes.length, Number(offset))
      await file.close()
      await truncate(path, Number(oldSize))
      undone++
    }
    at = Number(before)
  }
  return { undone, syncs: Number(header.readBigUInt64LE(AT.syncs)) }
}

async function readBytes(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
  if (bytesRead < length) throw new Error('The undo log ends too early')
  return buffer
}
