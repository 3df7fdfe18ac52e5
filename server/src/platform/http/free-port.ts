import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Checked ports: below those that a system assigns to listeners and to outgoing connections (from 32,768 on Linux, from
 * 49,152 elsewhere).
 */
const LOOKED_AT = { first: 20_000, count: 12_000 }

/** Each process begins at another port. */
let next = randomInt(LOOKED_AT.count)

/**
 * Returns a free loopback port, and another one each time: none is returned twice before it is used.
 * @throws Error when every port is taken
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < LOOKED_AT.count; tried++) {
    const port = LOOKED_AT.first + next
    next = (next + 1) % LOOKED_AT.count
    if (await isFree(port)) return port
  }
  throw new Error('No free port')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
