// @module-tag slow
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { type DatabaseProxy, openDatabaseProxy } from '@kundig/testing/database/database-line'
import { openPersistentTab } from '@kundig/testing/people/persistent-tab'
import { PASSWORD, type Person } from '@kundig/testing/people/test-client'
import { type ServerChild, startServerChild } from '@kundig/testing/server/server-child'
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '@kundig/testing/server/test-app'

import { isDatabaseUnavailable, openDatabase } from '../../../src/platform/database/database.ts'
import { createLogger } from '../../../src/platform/logging/logger.ts'

let database: TestDatabase
let line: DatabaseProxy
let server: ServerChild
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  line = await openDatabaseProxy(database.url)
  folder = await mkdtemp(join(tmpdir(), 'kundig-away-'))
  // The server runs in a separate process, so that the test sees all its output.
  server = await startServerChild({
    DATA_DIR: folder,
    DATABASE_URL: line.url,
    AUTH_SECRET: TEST_SECRET,
    LOG_LEVEL: 'debug',
  })
})
afterEach(() => line.mend())
afterAll(async () => {
  await server.kill()
  line.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const LATER = { status: 503, body: { defined: true, code: 'UNAVAILABLE', status: 503 } }

const calls = (person: Person): [method: string, path: string, body: unknown][] => [
  ['GET', '/api/session', undefined],
  ['POST', '/api/auth/sign-out', {}],
  ['POST', '/api/auth/sign-in/email', { email: person.email, password: PASSWORD }],
  ['POST', '/api/sessions/revoke-all', undefined],
]

describe('while the database is away', () => {
  it('calls about sessions return UNAVAILABLE, and change nothing', async () => {
    const person = await server.signUp()
    line.cut('refuses')
    for (const [method, path, body] of calls(person)) {
      expect({ path, ...(await server.api(person, method, path, body)) }).toMatchObject({ path, ...LATER })
    }
    line.mend()
    await expect.poll(async () => (await server.api(person, 'GET', '/api/session')).status).toBe(200)
    expect((await server.session(person))?.user.id).toBe(person.id)
    await server.must(person, 'POST', '/api/auth/sign-out', {})
    expect(await server.session(person)).toBe(null)
  })

  it('a statement without an answer fails as unavailable, and its connection is discarded', async () => {
    const connection = openDatabase(line.url, 1, createLogger('silent'), { statementTimeoutMs: 1000 })
    const one = () => connection.query('SELECT 1 AS one')
    expect((await one()).rows).toEqual([{ one: 1 }])
    line.cut('answers nothing')
    const error = await one().then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(isDatabaseUnavailable(error)).toBe(true)
    line.mend()
    // The pool has one connection. If the pool kept it, this query would wait for the unanswered query.
    expect((await one()).rows).toEqual([{ one: 1 }])
    await connection.close()
  })

  it('a transaction that cannot begin releases its connection', async () => {
    const one = openDatabase(line.url, 1, createLogger('silent'), { statementTimeoutMs: 1000 })
    try {
      await one.db.execute('SELECT 1')
      line.cut('answers nothing')
      const failure = await one.db.transaction(async () => undefined).catch((error: unknown) => error)
      expect(isDatabaseUnavailable(failure)).toBe(true)
      line.mend()
      expect(await one.db.transaction(async (tx) => (await tx.execute('SELECT 1')).rows.length)).toBe(1)
    } finally {
      line.mend()
      await one.close()
    }
  })
  it(
    'people’s messages wait for the database, and are sent in order without a click',
    { timeout: 120_000 },
    async () => {
      const people = [await server.profiled(), await server.profiled()] as const
      const { id: roomId } = await server.room(...people)
      const tabs = people.map((person) => openPersistentTab(person, roomId, [server]))
      await Promise.all(tabs.map((tab) => tab.opened))
      await Promise.all(tabs.map((tab) => tab.send('0')))
      line.cut('refuses')
      const written: Promise<Message>[] = []
      // The outage lasts twelve seconds, longer than the five tries after which an earlier version gave up.
      for (let n = 1; n <= 6; n++) {
        for (const tab of tabs) written.push(tab.send(String(n)))
        await sleep(2000)
      }
      expect((await server.api(people[0], 'GET', '/api/chat-rooms')).status).toBe(503)
      line.mend()
      await Promise.all(written)
      const stored = await server.allMessages(people[0], roomId)
      for (const { id } of people) {
        const theirs = stored.filter(({ sender_id }) => sender_id === id)
        expect(theirs.map(({ content }) => content)).toEqual(['0', '1', '2', '3', '4', '5', '6'])
      }
      for (const tab of tabs) {
        await expect.poll(() => tab.shown.map(({ client_id }) => client_id)).toEqual(stored.map((one) => one.client_id))
        tab.close()
      }
    },
  )

  it('each failure is logged in one line, without statements and parameters', () => {
    const lines = server.process
      .output()
      .split('\n')
      .filter((text) => text !== '' && text !== 'ready')
    expect(lines.length).toBeGreaterThan(5)
    for (const text of lines) {
      expect(text).toMatch(/^\{"level":\d+,/u)
      expect(text).not.toMatch(/select |delete |insert |update |params/iu)
    }
  })
})
