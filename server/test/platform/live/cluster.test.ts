// @module-tag slow
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { type PersistentTab, openPersistentTab } from '@kundig/testing/people/persistent-tab'
import type { Person } from '@kundig/testing/people/test-client'
import { findRedisServer, type RedisServer, startRedisServer } from '@kundig/testing/server/redis-server'
import { type ServerChild, startServerChild } from '@kundig/testing/server/server-child'
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '@kundig/testing/server/test-app'

import { insertNextMessage } from '../../../src/features/chat/messages/message.repository.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { findFreePort } from '../../../src/platform/http/free-port.ts'
import { createLogger } from '../../../src/platform/logging/logger.ts'

const program = findRedisServer() ?? ''
const NO_REDIS =
  'LEFT OUT: two servers with one Redis. This machine has no redis-server (Debian: apt-get install redis-server)'
if (program === '') process.stderr.write(`\n${NO_REDIS}\n\n`)

let database: TestDatabase
let redisPort: number
let redis: RedisServer
let one: ServerChild
let two: ServerChild
let ann: Person
let bob: Person
let roomId: string
const tabs = new Set<PersistentTab>()

const startServer = (): Promise<ServerChild> =>
  startServerChild({ DATABASE_URL: database.url, REDIS_URL: redis.url, AUTH_SECRET: TEST_SECRET })

async function open(person: Person, first: ServerChild): Promise<PersistentTab> {
  const tab = openPersistentTab(person, roomId, [first, first === one ? two : one])
  tabs.add(tab)
  await expect.poll(() => tab.isConnectedTo(first)).toBe(true)
  return tab
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const contents = (tab: PersistentTab): string[] => tab.shown.map(({ content }) => content)
const of = (tab: PersistentTab, name: string): unknown[] =>
  tab.received.filter((event) => event.name === name).map(({ payload }) => payload)

async function expectComplete(acknowledged: number, ...shownBy: PersistentTab[]): Promise<void> {
  for (const tab of shownBy) await expect.poll(() => tab.shown.length, { timeout: 40_000 }).toBe(acknowledged)
  const stored = await database.sql.query<{ seq: number; content: string; client_id: string }>(
    'SELECT seq, content, client_id FROM chat_messages WHERE room_id = $1 ORDER BY seq',
    [roomId],
  )
  expect(stored.map(({ seq }) => seq)).toEqual(upTo(acknowledged))
  expect(new Set(stored.map(({ client_id }) => client_id)).size).toBe(acknowledged)
  for (const tab of shownBy) expect(contents(tab)).toEqual(stored.map(({ content }) => content))
}

beforeAll(async () => {
  if (program === '') return
  database = await createTestDatabase()
  redisPort = await findFreePort()
  redis = await startRedisServer(program, redisPort)
  ;[one, two] = await Promise.all([startServer(), startServer()])
})
afterAll(async () => {
  if (program === '') return
  await Promise.all([one.kill(), two.kill()])
  await redis.close()
  await database.drop()
})
beforeEach(async ({ skip }) => {
  if (program === '') return skip(NO_REDIS)
  ;[ann, bob] = await Promise.all([one.profiled(), two.profiled()])
  roomId = (await one.room(ann, bob)).id
  return () => {
    for (const tab of tabs) tab.close()
    tabs.clear()
    one.disconnect()
    two.disconnect()
  }
})

describe('two servers on one PostgreSQL and one Redis', () => {
  it('deliver messages between people on different servers live and in order', async () => {
    const [anns, bobs] = await Promise.all([one.live(ann), two.live(bob)])
    for (const n of upTo(20)) {
      expect(await anns.send(roomId, `${n} of Ann`)).toMatchObject({ ok: true })
      expect(await bobs.send(roomId, `${n} of Bob`)).toMatchObject({ ok: true })
    }
    // A tab's own messages are acknowledged, not sent as events.
    for (const [tab, partner] of [
      [anns, 'Bob'],
      [bobs, 'Ann'],
    ] as const) {
      const said = () => tab.listEvents('message.created').map(({ content }) => content)
      await expect.poll(said).toEqual(upTo(20).map((n) => `${n} of ${partner}`))
    }
  })

  it('relay requests, decisions, read marks and closes', async () => {
    const carla = await two.profiled()
    const [anns, carlas] = await Promise.all([one.live(ann), two.live(carla)])
    const request = await two.request(carla, ann)
    await expect.poll(() => anns.listEvents('request.created').map(({ id }) => id)).toEqual([request.id])
    const { room } = await one.accept(ann, request.id)
    await expect.poll(() => carlas.listEvents('request.decided').map(({ status }) => status)).toEqual(['accepted'])
    await expect.poll(() => carlas.listEvents('room.opened').map(({ partner }) => partner.id)).toEqual([ann.id])
    await anns.send(room.id, 'Read me')
    await carlas.read(room.id, 1)
    await expect.poll(() => anns.listEvents('room.read').map(({ reader_id }) => reader_id)).toEqual([carla.id])
    await two.must(carla, 'POST', `/api/chat-rooms/${room.id}/close`)
    await expect.poll(() => anns.listEvents('room.updated').map(({ status }) => status)).toEqual(['closed'])
    expect(await anns.send(room.id, 'Too late')).toEqual({ ok: false, code: 'ROOM_CLOSED' })
  })

  it('relay typing to the partner only', async () => {
    const [anns, annsSecond, bobs] = await Promise.all([one.live(ann), two.live(ann), two.live(bob)])
    anns.socket.emit('typing', { room_id: roomId })
    await expect.poll(() => bobs.listEvents('typing')).toEqual([{ room_id: roomId, user_id: ann.id }])
    await annsSecond.send(roomId, 'After it')
    await expect.poll(() => bobs.listEvents('message.created').length).toBe(1)
    expect(anns.listEvents('typing')).toEqual([])
    expect(annsSecond.listEvents('typing')).toEqual([])
  })

  it(
    'relay the end of a session immediately to its live connection, and to no other',
    // The check of all sessions runs every four seconds. Five rounds of waiting for it would exceed sixteen seconds.
    { timeout: 15_000 },
    async () => {
      const kept = await two.live(ann)
      for (let round = 0; round < 5; round++) {
        const person = await one.signIn(ann)
        const tab = await two.live(person)
        await one.must(person, 'POST', '/api/auth/sign-out')
        await expect.poll(() => tab.socket.connected).toBe(false)
        expect(tab.listEvents('session.ended')).toHaveLength(1)
        await expect(two.live(person)).rejects.toThrow('NO_SESSION')
      }
      expect(kept.socket.connected).toBe(true)
    },
  )
})

describe('a Redis outage', () => {
  it(
    'a kill of Redis during a conversation loses no message: tabs are complete once Redis is back',
    { timeout: 120_000 },
    async () => {
      const [anns, bobs, bobsNearAnn] = await Promise.all([open(ann, one), open(bob, two), open(bob, one)])
      const sent = { count: 0 }
      const over = new AbortController()
      const talk = async (tab: PersistentTab, name: string): Promise<void> => {
        while (!over.signal.aborted) {
          await tab.send(`${name} ${++sent.count}`)
          await sleep(20)
        }
      }
      const talking = Promise.all([talk(anns, 'Ann'), talk(bobs, 'Bob')])
      await expect.poll(() => sent.count).toBeGreaterThan(20)
      await redis.close()
      const before = sent.count
      await expect.poll(() => sent.count, { timeout: 40_000 }).toBeGreaterThan(before + 100)
      const alone = await anns.send('While it is away')
      await expect.poll(() => contents(bobsNearAnn)).toContain(alone.content)
      over.abort()
      await talking
      const total = sent.count + 1
      // No later message reveals the gap, so only the return of Redis brings the last message to the other server.
      await anns.send('The last one')

      redis = await startRedisServer(program, redisPort)
      await expectComplete(total + 1, anns, bobs, bobsNearAnn)
      await expect.poll(() => of(bobs, 'events.missed').length).toBeGreaterThan(0)

      await bobs.send('And on it goes')
      const across = (await one.live(ann)).listEvents
      await expect
        .poll(async () => {
          await bobs.send('live')
          return across('message.created').length
        })
        .toBeGreaterThan(0)
      expect(anns.isConnectedTo(one)).toBe(true)
      expect(bobs.isConnectedTo(two)).toBe(true)
      for (const server of [one, two]) expect(server.process.output()).not.toMatch(/unhandled|uncaught/iu)
    },
  )

  it(
    'a stall of Redis does not stop the conversation, and tabs are complete once it is over',
    { timeout: 120_000 },
    async () => {
      const [anns, bobs] = await Promise.all([open(ann, one), open(bob, two)])
      await anns.send('Before')
      redis.signal('SIGSTOP')
      for (const n of upTo(30)) {
        await anns.send(`${n} of Ann`)
        await bobs.send(`${n} of Bob`)
        await sleep(200)
      }
      redis.signal('SIGCONT')
      await expectComplete(61, anns, bobs)
      expect(anns.isConnectedTo(one)).toBe(true)
      expect(bobs.isConnectedTo(two)).toBe(true)
    },
  )

  it('the end of a session closes its connection on another server during a Redis outage', async () => {
    const elsewhere = await one.signIn(ann)
    const tab = await two.live(elsewhere)
    await redis.close()
    await one.must(elsewhere, 'POST', '/api/auth/sign-out')
    await expect.poll(() => tab.socket.connected).toBe(false)
    redis = await startRedisServer(program, redisPort)
  })
})

describe('a killed server', () => {
  it(
    'people of a killed server reconnect to the other server without lost or duplicate messages',
    { timeout: 120_000 },
    async () => {
      const [anns, bobs] = await Promise.all([open(ann, one), open(bob, two)])
      const acknowledged: string[] = []
      const talk = async (tab: PersistentTab, name: string): Promise<void> => {
        for (const n of upTo(150)) acknowledged.push((await tab.send(`${n} of ${name}`)).content)
      }
      const talking = Promise.all([talk(anns, 'Ann'), talk(bobs, 'Bob')])
      await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(60)
      await one.kill()
      await expect.poll(() => anns.isConnectedTo(two), { timeout: 30_000 }).toBe(true)
      await talking
      await expectComplete(300, anns, bobs)
      for (const name of ['Ann', 'Bob']) {
        const theirs = contents(bobs).filter((content) => content.endsWith(name))
        expect(theirs).toEqual(upTo(150).map((n) => `${n} of ${name}`))
      }
      await one.start()
    },
  )

  it('a message committed just before a server is killed reaches the other server', async () => {
    const bobs = await open(bob, two)
    await one.send(ann, roomId, 'Passed on')
    await expect.poll(() => contents(bobs)).toEqual(['Passed on'])
    const direct = openDatabase(database.url, 1, createLogger('silent'))
    await insertNextMessage(direct.db, { roomId, senderId: ann.id, clientId: randomUUID(), content: 'Committed last' })
    await direct.close()
    await one.kill()
    await expect.poll(() => contents(bobs)).toEqual(['Passed on', 'Committed last'])
    await one.start()
  })
})
