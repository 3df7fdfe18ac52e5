// @module-tag slow
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { openPersistentTab } from '@kundig/testing/people/persistent-tab'
import { type Answer, type Client, createClient, type Person } from '@kundig/testing/people/test-client'
import { findHaproxy, type Haproxy, startHaproxy } from '@kundig/testing/server/haproxy'
import { findRedisServer, type RedisServer, startRedisServer } from '@kundig/testing/server/redis-server'
import { type ServerChild, startServerChild } from '@kundig/testing/server/server-child'
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '@kundig/testing/server/test-app'

import { findFreePort } from '../src/platform/http/free-port.ts'

const redisServer = findRedisServer() ?? ''
const program = findHaproxy() ?? ''
const MISSING = redisServer === '' ? 'redis-server' : program === '' ? 'haproxy' : ''
const LEFT_OUT = `LEFT OUT: restarts behind a proxy. This machine has no ${MISSING} (Debian: apt-get install ${MISSING})`
if (MISSING !== '') process.stderr.write(`\n${LEFT_OUT}\n\n`)

const PAIRS = 4
/** Drain delay in which the proxy notices a stop (ms). */
const DRAIN_DELAY_MS = 4000
/** Maximum time from SIGTERM to the end of a server under load (ms). */
const DRAIN_LIMIT_MS = 30_000

let database: TestDatabase
let servers: { name: 'one' | 'two'; server: ServerChild }[]
let proxy: Haproxy
let client: Client
const undo: (() => unknown)[] = []

beforeAll(async () => {
  if (MISSING !== '') return
  database = await createTestDatabase()
  undo.push(database.drop)
  const redis: RedisServer = await startRedisServer(redisServer, await findFreePort())
  undo.push(redis.close)
  const start = async (): Promise<ServerChild> => {
    const server = await startServerChild({
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      AUTH_SECRET: TEST_SECRET,
      DRAIN_DELAY_MS: String(DRAIN_DELAY_MS),
    })
    undo.push(server.kill)
    return server
  }
  const [one, two] = await Promise.all([start(), start()])
  servers = [
    { name: 'one', server: one },
    { name: 'two', server: two },
  ]
  proxy = await startHaproxy(program, [one.url, two.url])
  undo.push(proxy.close)
  client = createClient(proxy.url)
  undo.push(client.disconnect)
})
afterAll(async () => {
  for (const action of undo.toReversed()) await action()
})
beforeEach(({ skip }) => {
  if (MISSING !== '') skip(LEFT_OUT)
})

const untilTaken = (name: string, as: string) =>
  expect.poll(async () => (await proxy.servers())[name], { timeout: 20_000 }).toBe(as)
const watched = async (server: ServerChild, path: string): Promise<unknown> => {
  const answer = await fetch(`${server.url}${path}`)
  return [answer.status, await answer.json()]
}

describe('a restart of each of two servers in turn, behind a proxy that checks readiness', () => {
  it(
    'loses no acknowledged message, shows no error, and ends each server within 30 s',
    { timeout: 240_000 },
    async () => {
      for (const { name } of servers) await untilTaken(name, 'UP')
      const over = new AbortController()
      const acknowledged: { room_id: string; seq: number; client_id: string }[] = []
      const trouble: string[] = []

      const answered = async <Body>(asked: Promise<Answer<Body>>): Promise<Body[]> => {
        try {
          const { status, body } = await asked
          if (status === 200) return [body]
          trouble.push(`${status} ${JSON.stringify(body)}`)
        } catch (error) {
          trouble.push(String(error))
        }
        return []
      }
      const overHttp = async (person: Person, roomId: string): Promise<void> => {
        while (!over.signal.aborted) {
          acknowledged.push(...(await answered(client.send(person, roomId, 'Over HTTP'))))
          await answered(client.api(person, 'GET', `/api/chat-rooms/${roomId}`))
          await sleep(10)
        }
      }

      const talks: Promise<void>[] = []
      const tabs: ReturnType<typeof openPersistentTab>[] = []
      const rooms: string[] = []
      for (let pair = 0; pair < PAIRS; pair++) {
        const people = [await client.profiled(), await client.profiled()] as const
        const { id } = await client.room(people[0], people[1])
        rooms.push(id)
        const opened = people.map((person) => ({ person, tab: openPersistentTab(person, id, [client]) }))
        await Promise.all(opened.map(({ tab }) => tab.opened))
        for (const { person, tab } of opened) {
          tabs.push(tab)
          talks.push(
            (async () => {
              while (!over.signal.aborted) {
                acknowledged.push(await tab.send('Over the live connection'))
                await sleep(10)
              }
            })(),
            overHttp(person, id),
          )
        }
      }

      for (const { name, server } of servers) {
        const other = servers.find((one) => one.name !== name)?.name ?? ''
        const before = acknowledged.length
        await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 200)
        server.process.signal('SIGTERM')
        await expect
          .poll(() => watched(server, '/readyz'))
          .toEqual([503, { status: 'not ready', code: 'DRAINING', redis: 'connected', replica: 'none' }])
        // A server that is not ready still answers requests.
        expect(await watched(server, '/healthz')).toEqual([200, { status: 'ok' }])
        await untilTaken(name, 'DOWN')
        expect(await Promise.race([server.process.ended, sleep(DRAIN_LIMIT_MS, 'still running')])).toBe(0)

        const alone = acknowledged.length
        await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(alone + 200)
        expect(await proxy.servers()).toMatchObject({ [name]: 'DOWN', [other]: 'UP' })
        await server.start()
        await untilTaken(name, 'UP')
      }
      over.abort()
      await Promise.all(talks)

      expect(trouble).toEqual([])
      const stored = await database.sql.query<{ room_id: string; seq: number; client_id: string }>(
        'SELECT room_id, seq, client_id FROM chat_messages ORDER BY room_id, seq',
      )
      const key = (message: { room_id: string; seq: number; client_id: string }): string =>
        `${message.room_id} ${message.seq} ${message.client_id}`
      // All stored messages were acknowledged: no sender gave up, and no message was stored twice.
      expect(stored.map(key).toSorted()).toEqual(acknowledged.map(key).toSorted())
      for (const [index, tab] of tabs.entries()) {
        const theirs = stored.filter(({ room_id }) => room_id === rooms[Math.floor(index / 2)])
        expect(theirs.map(({ seq }) => seq)).toEqual(theirs.map((_, place) => place + 1))
        await expect.poll(() => tab.shown.map(key)).toEqual(theirs.map(key))
        tab.close()
      }
    },
  )

  it(
    'routes every long-polling request to the server that began the session, however many tabs are open',
    { timeout: 60_000 },
    async () => {
      for (const { name } of servers) await untilTaken(name, 'UP')
      const [ann, bob] = [await client.profiled(), await client.profiled()]
      const { id } = await client.room(ann, bob)
      const tabs = await Promise.all(
        Array.from({ length: 8 }, (_, index) => client.live(index % 2 === 0 ? ann : bob, { transports: ['polling'] })),
      )
      for (let round = 0; round < 5; round++) {
        const answers = await Promise.all(tabs.map((tab) => tab.send(id, `Of round ${round}`)))
        expect(answers.filter(({ ok }) => !ok)).toEqual([])
      }
      for (const tab of tabs) {
        const places = () => new Set(tab.listEvents('message.created').map(({ seq }) => seq)).size
        await expect.poll(places, { timeout: 10_000 }).toBe(35)
        expect(tab.socket.io.engine.transport.name).toBe('polling')
      }
      client.disconnect()
    },
  )

  it('hides the health checks from the public', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await fetch(`${proxy.url}${path}`)).status).toBe(404)
  })
})
