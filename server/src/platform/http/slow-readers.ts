import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Period in which a client must read some pending data (ms). For a file, the minimum is 64 KB, about 2 KB/s. */
const WINDOW_MS = 30_000

/** Cuts off clients that hold memory because they hardly read (live: 1 KB/s). Node itself limits only slow senders. */
export function cutOffSlowReaders(server: Server): void {
  /** Bytes that each client had read at the last check; null when no data was pending. */
  const lastTaken = new Map<Socket, number | null>()
  server.on('connection', (socket: Socket) => {
    lastTaken.set(socket, null)
    socket.once('close', () => lastTaken.delete(socket))
  })
  const check = setInterval(() => {
    for (const [socket, before] of lastTaken) {
      const taken = socket.writableLength > 0 ? socket.bytesWritten - socket.writableLength : null
      // The connection is reset instead of closed, so that the kernel drops its buffers too.
      if (taken !== null && taken === before) socket.resetAndDestroy()
      else lastTaken.set(socket, taken)
    }
  }, WINDOW_MS)
  check.unref()
  server.once('close', () => clearInterval(check))
}
