// @module-tag slow
import { randomUUID } from 'node:crypto'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import { type DatabaseProxy, openDatabaseProxy } from '@kundig/testing/database/database-line'
import { type ReplicatedDatabase, startReplicatedDatabase } from '@kundig/testing/database/replicated-database'
import { type Client, createClient, type Person } from '@kundig/testing/people/test-client'
import { createTestApp, type TestApp } from '@kundig/testing/server/test-app'

import { type App, startApp } from '../../../src/app.ts'
import { paymentAttachments } from '../../../src/features/books/ports.ts'
import { MessageService } from '../../../src/features/chat/messages/message.service.ts'
import { createSitemapService } from '../../../src/features/profiles/sitemap/sitemap.service.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { openReplica } from '../../../src/platform/database/replica.ts'
import { findFreePort } from '../../../src/platform/http/free-port.ts'
import { createLogger } from '../../../src/platform/logging/logger.ts'

const logger = createLogger('silent')

let database: ReplicatedDatabase
let line: DatabaseProxy
let app: TestApp
let other: { app: App; client: Client }
let ann: Person
let bob: Person

beforeAll(async () => {
  database = await startReplicatedDatabase()
  line = await openDatabaseProxy(database.replica.url)
  app = await createTestApp({ databaseUrl: database.url, databaseReplicaUrl: line.url })
  const port = await findFreePort()
  other = {
    app: await startApp({ ...app.settings, port }),
    client: createClient(`http://127.0.0.1:${port}`),
  }
}, 120_000)
afterAll(async () => {
  other.client.disconnect()
  await other.app.close()
  await app.close()
  line.close()
  await database.close()
})

const statusAt = async ({ url }: Client): Promise<unknown> => {
  const answer = (await (await fetch(`${url}/readyz`)).json()) as { replica: unknown }
  return answer.replica
}
const untilUsed = () =>
  expect.poll(() => Promise.all([statusAt(app), statusAt(other.client)]), { timeout: 20_000 }).toEqual(['used', 'used'])

beforeEach(async () => {
  ;[ann, bob] = await Promise.all([app.profiled(), app.profiled()])
  await untilUsed()
})
afterEach(() => {
  app.disconnect()
  other.client.disconnect()
})

async function tablesReadWhile(work: () => Promise<unknown>): Promise<string[]> {
  const before = (await database.replica.statements()).length
  await work()
  const asked = (await database.replica.statements()).slice(before)
  return [...new Set(asked.flatMap((text) => Array.from(text.matchAll(/from "(\w+)"/gu), ([, table]) => table ?? '')))]
}

/** Creates a name of one word, because a search also finds people by parts of its words. */
const newName = (): string =>
  `Ada${randomUUID()
    .replaceAll(/[^a-f\d]/gu, '')
    .replaceAll(/\d/gu, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`

const historyOf = async (client: Client, person: Person) =>
  (await client.must<{ items: ConnectionRequest[] }>(person, 'GET', '/api/connection-requests/history')).items.map(
    ({ id, status }) => ({ id, status }),
  )
const idsFound = async (client: Client, query: string, person: Person | null = null) =>
  (
    await client.must<{ items: Profile[] }>(person, 'GET', `/api/profiles?query=${encodeURIComponent(query)}`)
  ).items.map(({ id }) => id)

describe('a server with a replica', () => {
  it('reads displayed data from the replica, but never data for decisions', async () => {
    const { id: roomId } = await app.room(ann, bob)
    for (const n of ['1', '2', '3']) await app.send(ann, roomId, n)
    // Reads are repeated, because on a busy machine the replica may be more than 100 ms behind.
    const reads = (work: () => Promise<unknown>) => expect.poll(() => tablesReadWhile(work))
    await reads(() => idsFound(app, 'ada')).toEqual(['profiles'])
    await reads(() => idsFound(app, 'ada', ann)).toEqual(['profiles'])
    await reads(() => historyOf(app, ann)).toEqual(['connection_requests', 'profiles', 'chat_rooms'])
    await reads(() => app.page(ann, roomId, '?before_seq=3')).toEqual(['chat_messages', 'chat_files'])
  })

  it('reads all other data from the primary database, and writes there', async () => {
    const asked = await tablesReadWhile(async () => {
      const { id: roomId } = await app.room(ann, bob)
      const tab = await app.live(ann)
      await tab.send(roomId, 'Good day')
      await tab.read(roomId, 1)
      await app.page(bob, roomId)
      await app.page(bob, roomId, '?after_seq=0')
      await app.must(bob, 'GET', '/api/chat-rooms')
      await app.must(bob, 'GET', '/api/connection-requests/pending')
      await app.must(bob, 'GET', `/api/profiles/${ann.id}`)
      await app.session(bob)
    })
    expect(asked).toEqual([])
  })

  it('lists public profiles for search engines from the replica', async () => {
    const primary = openDatabase(database.url, 1, logger)
    const replica = await openReplica({
      url: database.replica.url,
      primaryUrl: database.url,
      db: primary.db,
      max: 1,
      logger,
    })
    try {
      const sitemap = createSitemapService({ reads: replica.reads })
      const read = () =>
        tablesReadWhile(async () => {
          const [from = ''] = await sitemap.starts()
          expect((await sitemap.part(from)).map(({ id }) => id)).toContain(ann.id)
        })
      await expect.poll(read).toEqual(['profiles'])
    } finally {
      await replica.close()
      await primary.close()
    }
  })
})

describe('a person who reads after a write', () => {
  it('sees the change immediately on every server, despite a stale replica', async () => {
    const request = await app.request(ann, bob)
    await database.replica.pause()
    try {
      await app.reject(bob, request.id)
      const rejected = [{ id: request.id, status: 'rejected' }]
      for (const client of [app, other.client]) {
        for (const person of [ann, bob]) expect(await historyOf(client, person)).toEqual(rejected)
      }
      const name = newName()
      await app.saveProfile(ann, { full_name: name })
      expect(await idsFound(other.client, name)).toEqual([ann.id])
      await other.client.saveProfile(ann, { full_name: name, is_public: false })
      expect(await idsFound(app, name, bob)).toEqual([])
    } finally {
      await database.replica.resume()
    }
    await expect.poll(() => tablesReadWhile(() => historyOf(app, ann))).toContain('connection_requests')
  })

  it('sees live messages in message pages from every server', async () => {
    const { id: roomId } = await app.room(ann, bob)
    await database.replica.pause()
    try {
      const tab = await app.live(ann)
      for (const n of ['1', '2', '3', '4']) await tab.send(roomId, n)
      await (await other.client.live(bob)).read(roomId, 2)
      for (const client of [app, other.client]) {
        const { items, last_seq } = await client.page(bob, roomId, '?before_seq=4')
        expect(items.map(({ content, read }) => [content, read])).toEqual([
          ['1', true],
          ['2', true],
          ['3', false],
        ])
        expect(last_seq).toBe(4)
      }
    } finally {
      await database.replica.resume()
    }
  })

  it('sees the change even when many people read at the same time', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => app.profiled()))
    await database.replica.delay(20)
    try {
      const read = await tablesReadWhile(() =>
        Promise.all(
          people.map(async (person, place) => {
            for (let round = 0; round < 25; round++) {
              const [writer, reader] = (place + round) % 2 === 0 ? [app, other.client] : [other.client, app]
              const name = newName()
              await writer.saveProfile(person, { full_name: name })
              expect(await idsFound(reader, name)).toEqual([person.id])
            }
          }),
        ),
      )
      expect(read).toEqual(['profiles'])
    } finally {
      await database.replica.delay(0)
    }
  })

  it('gets whole pages of old messages even if a replica lacks some messages', async () => {
    const { id: roomId } = await app.room(ann, bob)
    await database.replica.pause()
    const databases = [database.url, database.replica.url].map((url) => openDatabase(url, 1, logger))
    try {
      for (const n of ['1', '2', '3']) await app.send(ann, roomId, n)
      const [primary, replica] = databases.map(({ db }) => db)
      if (!primary || !replica) throw new Error('Both are open')
      const messages = new MessageService({
        db: primary,
        // Reads go to the replica without waiting, as if the primary had acknowledged a change that the replica lacks.
        reads: { run: (read) => read(replica) },
        batches: { insert: () => Promise.reject(new Error('Nothing is sent')) },
        payments: paymentAttachments,
        events: { messageSent: () => undefined, messageUpdated: () => undefined } as never,
      })
      const { items } = await messages.page(ann.id, { room_id: roomId, before_seq: 3, limit: 20 })
      expect(items.map(({ content }) => content)).toEqual(['1', '2'])
    } finally {
      await Promise.all(databases.map(({ close }) => close()))
      await database.replica.resume()
    }
  })
})

describe('an unusable replica', () => {
  const readAll = async (): Promise<void> => {
    for (const client of [app, other.client]) {
      expect(await idsFound(client, 'ada')).toContain(ann.id)
      expect(await historyOf(client, ann)).toEqual([])
    }
  }

  it('a lagging replica is shown as behind, and used again once it has caught up', async () => {
    await database.replica.pause()
    try {
      await app.saveProfile(ann)
      await expect.poll(() => statusAt(app)).toBe('behind')
      await readAll()
    } finally {
      await database.replica.resume()
    }
    await untilUsed()
  })

  it('a killed replica is bypassed, and used again after its restart', async () => {
    await database.replica.kill()
    await readAll()
    await expect.poll(() => statusAt(app)).toBe('away')
    await readAll()
    await database.replica.restart()
    await untilUsed()
    await expect.poll(() => tablesReadWhile(() => historyOf(app, ann))).toContain('connection_requests')
  })

  it('a silent replica is bypassed, and used again once it responds', async () => {
    line.cut('answers nothing')
    await readAll()
    await expect.poll(() => statusAt(app)).toBe('away')
    line.mend()
    await untilUsed()
  })

  it('a replica of another primary is never read, and is shown as away', async () => {
    const stranger = await startApp({
      ...app.settings,
      port: await findFreePort(),
      databaseReplicaUrl: app.settings.databaseUrl,
    })
    try {
      const client = createClient(stranger.url.replace('localhost', '127.0.0.1'))
      expect(await statusAt(client)).toBe('away')
      expect(await idsFound(client, 'ada')).toContain(ann.id)
    } finally {
      await stranger.close()
    }
  })
})
