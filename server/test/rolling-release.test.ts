import { randomUUID } from 'node:crypto'

import { createClient as createRedisClient } from '@redis/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { FORMER_PATHS } from '@kundig/contract/former-paths'
import { type PersistentTab, openPersistentTab } from '@kundig/testing/people/persistent-tab'
import { A_PROFILE, type Client, createClient, type Person } from '@kundig/testing/people/test-client'
import {
  addUnknownFields,
  type Later,
  type LaterRelease,
  startLaterRelease,
} from '@kundig/testing/server/later-release'
import { findRedisServer, startRedisServer } from '@kundig/testing/server/redis-server'
import { createTestApp } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { findFreePort } from '../src/platform/http/free-port.ts'

const LATER = { later_field: { of: 'a later release' } }

const app = useTestApp()
let ann: Person
let bob: Person
let roomId: string
let opened: AsyncDisposableStack

beforeEach(async () => {
  opened = new AsyncDisposableStack()
  ;[ann, bob] = await Promise.all([app.profiled(), app.profiled()])
  roomId = (await app.room(ann, bob)).id
})
afterEach(async () => {
  await opened.disposeAsync()
  app.disconnect()
})

async function openTab(person: Person, later: Later): Promise<{ tab: PersistentTab; between: LaterRelease }> {
  const between = await startLaterRelease(app.url, later)
  opened.defer(between.close)
  const tab = openPersistentTab(person, roomId, [createClient(between.url)])
  opened.defer(() => tab.close())
  await tab.opened
  return { tab, between }
}

const contents = (tab: PersistentTab): string[] => tab.shown.map(({ content }) => content)

async function talk(tab: PersistentTab, between: LaterRelease): Promise<void> {
  await tab.send('One of Ann')
  await app.send(bob, roomId, 'Two of Bob')
  await expect.poll(() => contents(tab)).toEqual(['One of Ann', 'Two of Bob'])
  between.cut()
  await app.send(bob, roomId, 'Three of Bob')
  await tab.send('Four of Ann')
  const all = ['One of Ann', 'Two of Bob', 'Three of Bob', 'Four of Ann']
  await expect.poll(() => contents(tab), { timeout: 15_000 }).toEqual(all)
  expect((await app.allMessages(bob, roomId)).map(({ content }) => content)).toEqual(all)
}

describe('a tab of a later release on this server', () => {
  it('works as usual with unknown fields and unknown events', { tags: 'slow' }, async () => {
    const { tab, between } = await openTab(ann, 'tab')
    await talk(tab, between)
    expect([...between.changed]).toEqual(
      expect.arrayContaining(['message.send', '/rpc/chat/resume', '/rpc/chat/messages']),
    )
  })

  it('read marks and typing events with unknown fields are accepted', async () => {
    const [anns, bobs] = await Promise.all([app.live(ann), app.live(bob)])
    await app.send(bob, roomId, 'Hello')
    const marked = await anns.socket.emitWithAck('room.read', { room_id: roomId, up_to_seq: 1, ...LATER })
    expect(marked).toMatchObject({ ok: true, result: { up_to_seq: 1, unread_count: 0 } })
    anns.socket.emit('typing', { room_id: roomId, ...LATER })
    await expect.poll(() => bobs.listEvents('typing')).toEqual([{ room_id: roomId, user_id: ann.id }])
  })

  it.each<[string, () => Record<string, unknown>]>([
    ['chat/send', () => ({ room_id: roomId, client_id: randomUUID(), content: 'Hello' })],
    ['chat/read', () => ({ room_id: roomId, up_to_seq: 0 })],
    ['chat/resume', () => ({ rooms: [{ room_id: roomId, last_seq: 0, change_seq: 0 }] })],
    ['chat/rooms', () => ({})],
    ['profiles/list', () => ({ query: 'Ada' })],
    ['profiles/save', () => ({ ...A_PROFILE, id: ann.id, expertise: { type: 'custom', value: 'Bees' } })],
    ['connectionRequests/history', () => ({})],
    ['waitingList/join', () => ({ full_name: 'Ada', email: 'ada@example.com', category: 'education', consent: true })],
  ])('calls %s with an unknown field in each object', async (name, input) => {
    const answer = await app.api(ann, 'POST', `/rpc/${name}`, { json: addUnknownFields(input()) })
    expect(answer).toMatchObject({ status: 200 })
    expect(JSON.stringify(answer.body)).not.toContain('later_field')
  })

  it.each([
    ['constructor', { constructor: { prototype: {} } }],
    ['toString', { toString: 'x' }],
  ])('is refused when it sends a field %s', async (_name, extra) => {
    const message = { room_id: roomId, client_id: randomUUID(), content: 'Hello', ...extra }
    expect(await app.api(ann, 'POST', '/rpc/chat/send', { json: message })).toMatchObject({ status: 400 })
    const tab = await app.live(ann)
    expect(await tab.socket.emitWithAck('message.send', message)).toEqual({ ok: false, code: 'INVALID_INPUT' })
  })

  it('a program that sends an unknown field to the API is refused', async () => {
    const message = { client_id: randomUUID(), content: 'Hello', later_field: 1 }
    const answer = await app.api(ann, 'POST', `/api/chat-rooms/${roomId}/messages`, message)
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect(await app.allMessages(ann, roomId)).toEqual([])
  })
})

describe('a server of a later release with this tab', () => {
  it('a later server is understood despite unknown fields and unknown events', { tags: 'slow' }, async () => {
    const { tab, between } = await openTab(ann, 'server')
    await talk(tab, between)
    expect(tab.received.map(({ name }) => name)).toContain('message.pinned')
    expect([...between.changed]).toEqual(expect.arrayContaining(['message.created', '/rpc/chat/resume']))
  })
})

describe('a program of the previous release', () => {
  it('calls each operation at its former path, marked as deprecated in the API document', async () => {
    const { paths } = await app.must<{ paths: Record<string, Record<string, object>> }>(
      null,
      'GET',
      '/api/openapi.json',
    )
    for (const [former, present] of Object.entries(FORMER_PATHS)) {
      const [method = '', operation] = Object.entries(paths[present] ?? {})[0] ?? []
      expect(operation, present).not.toHaveProperty('deprecated')
      expect(paths[former]?.[method], former).toMatchObject({ deprecated: true })
      const [answer, expected] = await Promise.all(
        [former, present].map(async (path) =>
          app.api(
            await app.profiled(),
            method.toUpperCase(),
            `/api${path.replaceAll(/\{\w+\}/gu, randomUUID())}`,
            method === 'get' ? undefined : { wrong: 1 },
          ),
        ),
      )
      expect([former, answer?.status, answer?.body]).toEqual([former, expected?.status, expected?.body])
    }
  })
})

describe('servers of two releases on one Redis', () => {
  const program = findRedisServer()

  it('relay each other’s events, with unknown fields of the later release', async ({ skip }) => {
    if (program === undefined) return skip('This machine has no redis-server')
    const redis = await startRedisServer(program, await findFreePort())
    opened.defer(redis.close)
    const older: Client & { close: () => Promise<void> } = await createTestApp({ redisUrl: redis.url })
    opened.defer(older.close)
    const newer = createRedisClient({ url: redis.url })
    await newer.connect()
    opened.defer(() => newer.destroy())

    const person = await older.signUp()
    const tab = await older.live(person)
    const known = { room_id: randomUUID(), user_id: randomUUID() }
    const packet = {
      from: randomUUID(),
      count: 2,
      events: [
        { userIds: [person.id], name: 'message.pinned', payload: [{ room_id: 'x' }], isVolatile: false },
        { userIds: [person.id], name: 'typing', payload: [known], isVolatile: false },
      ],
    }
    // The older server subscribes in the background. Messages before its subscription are lost.
    await expect.poll(() => newer.publish('kundig:live', JSON.stringify(addUnknownFields(packet)))).toBeGreaterThan(0)
    await expect.poll(() => tab.listEvents('typing')).toEqual([addUnknownFields(known)])
    expect(tab.received.map(({ name }) => name)).toContain('message.pinned')
    return undefined
  })
})
