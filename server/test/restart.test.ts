// @module-tag slow
import { randomInt, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { openPersistentTab } from '@kundig/testing/people/persistent-tab'
import { type Client, createClient, type Person, type Tab, createTab } from '@kundig/testing/people/test-client'
import { type ChildServer, startChild } from '@kundig/testing/server/child-server'
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '@kundig/testing/server/test-app'

import { findFreePort } from '../src/platform/http/free-port.ts'

const KILLS = 9
const MESSAGES_EACH = 150

let database: TestDatabase
let port: number
let server: ChildServer
let client: Client
let ann: Person
let bob: Person
let roomId: string

async function startServer(): Promise<ChildServer> {
  const child = startChild('@kundig/testing/server/server-process', {
    DATABASE_URL: database.url,
    PORT: String(port),
    AUTH_SECRET: TEST_SECRET,
    ATTEMPT_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'error',
  })
  await child.printed('ready')
  return child
}

beforeAll(async () => {
  database = await createTestDatabase()
  port = await findFreePort()
  client = createClient(`http://127.0.0.1:${port}`)
})
afterAll(() => database.drop())

beforeEach(async () => {
  server = await startServer()
  ;[ann, bob] = await Promise.all([client.profiled(), client.profiled()])
  roomId = (await client.room(ann, bob)).id
})
afterEach(async () => {
  client.disconnect()
  server.signal('SIGKILL')
  await server.ended
})

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

function openTab(person: Person): Tab {
  const tab = createTab(client.openSocket(person, { reconnects: true }))
  tab.socket.connect()
  return tab
}

async function sendUntilAcknowledged(way: (clientId: string) => Promise<Message | undefined>): Promise<Message> {
  const clientId = randomUUID()
  const deadline = performance.now() + 60_000
  for (;;) {
    const message = await way(clientId).catch(() => undefined)
    if (message) return message
    if (performance.now() > deadline) throw new Error('It was never acknowledged')
    await sleep(20)
  }
}

const overSocket =
  (tab: Tab, content: string) =>
  async (clientId: string): Promise<Message | undefined> => {
    const answer = await tab.send(roomId, content, clientId)
    return answer.ok ? answer.result : undefined
  }

const overHttp =
  (person: Person, content: string) =>
  async (clientId: string): Promise<Message | undefined> => {
    const { status, body } = await client.send(person, roomId, content, clientId)
    return status === 200 ? body : undefined
  }

const storedMessages = () =>
  database.sql.query<{ seq: number; sender_id: string; client_id: string; content: string }>(
    'SELECT seq, sender_id, client_id, content FROM chat_messages WHERE room_id = $1 ORDER BY seq',
    [roomId],
  )

describe('kill -9 of the server', () => {
  it(
    `${KILLS} times while two people send: no acknowledged message is lost, duplicated or reordered, and the partner sees all`,
    { timeout: 240_000 },
    async () => {
      const acknowledged: Message[] = []
      const sender = openPersistentTab(ann, roomId, [client])
      const listener = openPersistentTab(bob, roomId, [client])
      await Promise.all([sender.opened, listener.opened])

      const sending = Promise.all([
        (async () => {
          for (const n of upTo(MESSAGES_EACH)) acknowledged.push(await sender.send(`${n} of Ann`))
        })(),
        (async () => {
          for (const n of upTo(MESSAGES_EACH))
            acknowledged.push(await sendUntilAcknowledged(overHttp(bob, `${n} of Bob`)))
        })(),
      ])

      // Spreads the kills over the run. Each kill waits for its share of the messages, then for a random moment.
      for (const kill of upTo(KILLS)) {
        const share = Math.floor(((kill - 0.5) / KILLS) * 2 * MESSAGES_EACH)
        while (acknowledged.length < share) await sleep(1)
        await sleep(randomInt(8))
        server.signal('SIGKILL')
        expect(await server.ended).toBe(null)
        server = await startServer()
      }
      await sending

      const stored = await storedMessages()
      expect(acknowledged).toHaveLength(2 * MESSAGES_EACH)
      expect(stored.map(({ seq }) => seq)).toEqual(upTo(2 * MESSAGES_EACH))
      expect(new Set(stored.map(({ client_id }) => client_id)).size).toBe(2 * MESSAGES_EACH)
      for (const { seq, content, client_id } of acknowledged)
        expect(stored[seq - 1]).toMatchObject({ seq, content, client_id })
      for (const [person, name] of [
        [ann, 'Ann'],
        [bob, 'Bob'],
      ] as const) {
        const theirs = stored.filter(({ sender_id }) => sender_id === person.id)
        expect(theirs.map(({ content }) => content)).toEqual(upTo(MESSAGES_EACH).map((n) => `${n} of ${name}`))
      }

      for (const tab of [sender, listener]) {
        await expect
          .poll(() => tab.shown.map(({ seq, content }) => ({ seq, content })), { timeout: 30_000 })
          .toEqual(stored.map(({ seq, content }) => ({ seq, content })))
        tab.close()
      }
      expect(await client.getRoom(bob, roomId)).toMatchObject({
        last_seq: 2 * MESSAGES_EACH,
        unread_count: MESSAGES_EACH,
      })
      expect(await client.getRoom(ann, roomId)).toMatchObject({
        last_seq: 2 * MESSAGES_EACH,
        unread_count: MESSAGES_EACH,
      })
    },
  )

  it('a kill loses no session; a tab reconnects automatically and fetches missed messages', async () => {
    const tab = openPersistentTab(bob, roomId, [client])
    await expect.poll(() => tab.isConnectedTo(client)).toBe(true)
    await client.send(ann, roomId, 'Before')
    server.signal('SIGKILL')
    await server.ended
    server = await startServer()
    await client.send(ann, roomId, 'While the tab was away, or just back')
    await expect.poll(() => tab.shown.map(({ seq }) => seq)).toEqual([1, 2])
    tab.close()
    expect((await client.session(bob))?.user.id).toBe(bob.id)
  })
})

describe('SIGTERM under load', () => {
  it(
    'SIGTERM finishes requests in progress: the server ends soon, and stores all acknowledged messages',
    { timeout: 60_000 },
    async () => {
      const acknowledged: Message[] = []
      const tabs = upTo(6).map((n) => openTab(n % 2 === 0 ? ann : bob))
      const over = new AbortController()
      const keepSending = async (way: (clientId: string) => Promise<Message | undefined>): Promise<void> => {
        while (!over.signal.aborted) {
          const message = await way(randomUUID()).catch(() => undefined)
          if (message) acknowledged.push(message)
          else await sleep(5)
        }
      }
      const sending = Promise.all([
        ...tabs.map((tab) => keepSending(overSocket(tab, 'Over the live connection'))),
        ...upTo(6).map((n) => keepSending(overHttp(n % 2 === 0 ? ann : bob, 'Over HTTP'))),
      ])
      while (acknowledged.length < 200) await sleep(5)
      const askedAt = performance.now()
      server.signal('SIGTERM')
      const code = await Promise.race([server.ended, sleep(30_000, 'still running')])
      const took = performance.now() - askedAt
      over.abort()
      client.disconnect()
      await sending
      expect(code, server.output()).toBe(0)
      expect(took).toBeLessThan(10_000)
      const stored = await storedMessages()
      expect(stored.map(({ seq }) => seq)).toEqual(upTo(stored.length))
      expect(acknowledged.length).toBeGreaterThanOrEqual(200)
      for (const { seq, client_id } of acknowledged) expect(stored[seq - 1]?.client_id).toBe(client_id)
    },
  )

  it('a stop is not delayed by a client that falls silent after an answer', async () => {
    const body = '{}'
    const head = `POST /api/auth/sign-out HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`
    const connection = connect(port, '127.0.0.1')
    let answer = ''
    connection.setEncoding('utf8').on('data', (text: string) => (answer += text))
    connection.write(head)
    await expect.poll(() => answer).toContain('HTTP/1.1 100')
    connection.write(body.slice(0, 1))
    server.signal('SIGTERM')
    // The server is stopping once it refuses connections.
    const isRefused = () =>
      new Promise<boolean>((resolve) => {
        const other = connect(port, '127.0.0.1', () => resolve(false))
        other.on('connect', () => other.destroy()).on('error', () => resolve(true))
      })
    await expect.poll(isRefused).toBe(true)
    connection.write(body.slice(1))
    await expect.poll(() => answer).toContain('HTTP/1.1 200')
    expect(await Promise.race([server.ended, sleep(10_000, 'still running')]), server.output()).toBe(0)
    connection.destroy()
  })

  it('SIGTERM ends an idle server immediately, despite open tabs and connections', async () => {
    const tab = openTab(ann)
    await expect.poll(() => tab.socket.connected).toBe(true)
    const askedAt = performance.now()
    server.signal('SIGTERM')
    expect(await server.ended, server.output()).toBe(0)
    expect(performance.now() - askedAt).toBeLessThan(2000)
  })
})
