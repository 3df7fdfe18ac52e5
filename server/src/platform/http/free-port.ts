import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Searched ports, below the ports that systems assign (from 32,768 on Linux, from 49,152 elsewhere). */
const LOOKED_AT = { first: 20_000, count: 12_000 }

let next = randomInt(LOOKED_AT.count)

/** Returns a free loopback port, a different port at each call. */
export async function findFreePort(): Promise<number> {
  for (let tried = 0; tried < LOOKED_AT.count; tried++) {
    const port = LOOKED_AT.first + next
    next = (next + 1) % LOOKED_AT.count
    if (await isFree(port)) return port
  }
  throw new Error('no free port')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
