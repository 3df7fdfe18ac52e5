import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Of what waits for a client, something must go within this time (ms): 64 KB of a file, so about 2 KB/s. */
const WINDOW_MS = 30_000

/**
 * Cuts off clients that hardly read what they asked for, over HTTP and on the live connection alike (1 KB/s
 * for one). Node has limits for slow senders only; a slow reader would hold a connection, an open file and
 * memory for as long as it likes.
 */
export function cutOffSlowReaders(server: Server): void {
  /** What each connection had taken when it was last looked at (bytes); null when nothing waited for it then. */
  const lastTaken = new Map<Socket, number | null>()
  server.on('connection', (socket: Socket) => {
    lastTaken.set(socket, null)
    socket.once('close', () => lastTaken.delete(socket))
  })
  const check = setInterval(() => {
    for (const [socket, before] of lastTaken) {
      const taken = socket.writableLength > 0 ? socket.bytesWritten - socket.writableLength : null
      // Reset, not closed: so the kernel drops its buffers, too.
      if (taken !== null && taken === before) socket.resetAndDestroy()
      else lastTaken.set(socket, taken)
    }
  }, WINDOW_MS)
  check.unref()
  server.once('close', () => clearInterval(check))
}
