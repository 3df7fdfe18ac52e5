import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes sure that one process at a time uses a data folder. The lock is a listening local socket: the
 * operating system lets go of it however the process ends, so a kill -9 never blocks the next start.
 * @param dataDir absolute path
 * @returns lets go of the lock
 * @throws Error when another process uses the folder
 */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const name = `kundig-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
  const server =
    (await listen(path)) ??
    ((await isAlive(path)) ? undefined : await rm(path, { force: true }).then(() => listen(path)))
  if (!server)
    throw new Error(
      `Kundig is already running with the data in ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    )
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}

function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(path, () => resolve(server))
  })
}

function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
