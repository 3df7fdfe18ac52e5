// @module-tag slow
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, beforeEach, expect, it } from 'vitest'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { createClient } from '@kundig/testing/people/test-client'

import { createOrigins } from '../../../src/platform/http/origins.ts'
import { LiveServer } from '../../../src/platform/live/live-server.ts'
import { createLogger } from '../../../src/platform/logging/logger.ts'

const USER = '01890000-0000-7000-8000-000000000001'
/** The operating system's buffers hold some megabytes in addition to the process's own buffers. */
const SENT_MAX_CHARACTERS = 60_000_000

let server: Server
let live: LiveServer
let port: number
const sockets: Socket[] = []
beforeEach(async () => {
  server = createServer()
  live = new LiveServer({
    server,
    origins: createOrigins(undefined, 0),
    logger: createLogger('silent'),
    trustedProxies: [],
    createRedisClient: undefined,
  })
  await live.authenticateWith({
    authenticate: async () => ({ userId: USER, sessionId: USER, expiresAt: new Date(Date.now() + 3_600_000) }),
    endedSince: async () => ({ sessionIds: [], mark: '' }),
    active: async () => new Map(),
    changed: async () => new Set(),
    limits: {
      entries: { run: (_key, work) => work() },
      connectionsMax: 20,
      mayConnect: () => true,
      maySend: () => true,
      waitingMax: 20,
      waitingPerNetworkMax: 20,
      mayOpen: () => true,
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ;({ port } = server.address() as AddressInfo)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await live.close()
})

interface SlowTab {
  socket: Socket
  answer: (text: string) => void
  isOver: () => boolean
}

async function openSlowTab(): Promise<SlowTab> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let isOver = false
  socket.on('error', () => undefined)
  socket.on('close', () => (isOver = true))
  socket.write(
    [
      'GET /live/?EIO=4&transport=websocket HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      '\r\n',
    ].join('\r\n'),
  )
  const answer = (text: string): void => {
    const body = Buffer.from(text)
    socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | body.length, 0, 0, 0, 0]), body]))
  }
  let heard = ''
  const hear = (chunk: Buffer): void => {
    heard += chunk.toString('latin1')
  }
  socket.on('data', hear)
  await expect.poll(() => heard).toContain('pingInterval')
  answer('40')
  await expect.poll(() => heard).toMatch(/40\{"sid"/u)
  socket.off('data', hear)
  socket.pause()
  return { socket, answer, isOver: () => isOver }
}

const messageOf = (content: string): Message => ({ id: randomUUID(), content }) as Message

it.each([
  ['large messages', 8000],
  ['many small ones', 300],
])(
  'a slow tab that answers pings is cut before %s fill the memory; other tabs get all events',
  { timeout: 60_000 },
  async (_what, length) => {
    const slow = await openSlowTab()
    const quick = await createClient(`http://127.0.0.1:${port}`).live(null)
    const pongs = setInterval(() => slow.answer('3'), 2000)
    const content = 'ü'.repeat(length)
    let sent = 0
    while (sent * content.length < SENT_MAX_CHARACTERS && !slow.isOver()) {
      for (let characters = 0; characters < 50_000; characters += content.length, sent++)
        live.emitToUser(USER, 'message.created', messageOf(content))
      await sleep(2)
      slow.socket.read(1000)
    }
    // A tab that reads nothing notices a cut connection only when it sends.
    await expect.poll(slow.isOver, { timeout: 30_000 }).toBe(true)
    clearInterval(pongs)
    await expect.poll(() => quick.listEvents('message.created').length, { timeout: 30_000 }).toBe(sent)
    expect(quick.socket.connected).toBe(true)
    quick.socket.disconnect()
  },
)

it('a tab that reads nothing does not hold up a stopping server', { timeout: 20_000 }, async () => {
  await openSlowTab()
  for (let sent = 0; sent < 100; sent++) live.emitToUser(USER, 'message.created', messageOf('ü'.repeat(5000)))
  await expect(live.close()).resolves.toBeUndefined()
})

it('a stopping server disconnects tabs gradually, and sends each tab a delay for reconnecting', async () => {
  const client = createClient(`http://127.0.0.1:${port}`)
  const tabs = await Promise.all(Array.from({ length: 20 }, () => client.live(null)))
  const goneAt: number[] = []
  for (const { socket } of tabs) socket.on('disconnect', () => goneAt.push(performance.now()))
  const startedAt = performance.now()
  await live.disconnectGradually(2000)
  await expect.poll(() => goneAt.length).toBe(20)
  // A pause never ends too early, even on a busy machine.
  expect(Math.min(...goneAt) - startedAt).toBeGreaterThan(990)
  expect(Math.max(...goneAt) - startedAt).toBeGreaterThan(1900)
  for (const tab of tabs) expect(tab.listEvents('server.leaving')).toEqual([{ back_within_ms: 500 }])
})
