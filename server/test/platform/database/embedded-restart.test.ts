// @module-tag slow
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openPersistentTab } from '@kundig/testing/people/persistent-tab'
import type { Person } from '@kundig/testing/people/test-client'
import { type EmbeddedServer, startEmbeddedServer } from '@kundig/testing/server/embedded-server'

let server: EmbeddedServer
let people: readonly [Person, Person]

beforeAll(async () => {
  server = await startEmbeddedServer()
  people = [await server.profiled(), await server.profiled()]
}, 60_000)
afterAll(() => server.close())

const lines = (text: string): number => server.process.output().split(text).length - 1

async function talkWhile(work: () => Promise<void>): Promise<void> {
  const { id: roomId } = await server.room(...people)
  const tabs = people.map((person) => openPersistentTab(person, roomId, [server]))
  await Promise.all(tabs.map((tab) => tab.opened))
  const over = new AbortController()
  const acknowledged: string[] = []
  const talks = tabs.map(async (tab) => {
    while (!over.signal.aborted) {
      acknowledged.push((await tab.send('While PostgreSQL dies')).client_id)
      await sleep(5)
    }
  })
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
  await work()
  const before = acknowledged.length
  await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(before + 20)
  over.abort()
  await Promise.all(talks)
  const stored = new Set<string>()
  for (let found = Infinity; found > 0;) {
    const { items } = await server.page(people[0], roomId, `?after_seq=${stored.size}&limit=100`)
    for (const { client_id } of items) stored.add(client_id)
    found = items.length
  }
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  for (const tab of tabs) {
    await expect
      .poll(() => acknowledged.filter((id) => !tab.shown.some(({ client_id }) => client_id === id)))
      .toEqual([])
    expect(tab.shown.map(({ seq }) => seq)).toEqual(tab.shown.map((_, index) => index + 1))
    tab.close()
  }
}

async function untilMailed(email: string): Promise<void> {
  await server.must(null, 'POST', '/api/password-reset', { email })
  await expect
    .poll(async () => (await fetch(`${server.url}/dev/mail`)).text(), { timeout: 20_000 })
    .toContain('Reset your')
}

describe('the embedded PostgreSQL', () => {
  it('is restarted after a kill, without losing acknowledged messages', { timeout: 180_000 }, async () => {
    const before = await server.postmaster()
    await talkWhile(async () => {
      process.kill(before, 'SIGKILL')
      await server.process.printed('embedded PostgreSQL restarted')
    })
    expect(await server.postmaster()).not.toBe(before)
    expect(lines('embedded PostgreSQL exited: restarting it')).toBe(1)
    await untilMailed(people[0].email)
  })

  it('recovers without a restart after a kill of its child process', { timeout: 180_000 }, async () => {
    const before = await server.postmaster()
    const restarts = lines('embedded PostgreSQL exited: restarting it')
    await talkWhile(async () => {
      const sql = await server.openSql()
      const [child] = await sql.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'kundig'`,
      )
      await sql.close()
      process.kill(child?.pid ?? 0, 'SIGKILL')
    })
    expect(await server.postmaster()).toBe(before)
    expect(lines('embedded PostgreSQL exited: restarting it')).toBe(restarts)
    expect(server.process.output()).not.toContain('FATAL')
  })

  it('stays stopped after its server stops', { timeout: 60_000 }, async () => {
    const restarts = lines('embedded PostgreSQL exited: restarting it')
    server.process.signal('SIGINT')
    expect(await server.process.ended).toBe(0)
    expect(existsSync(join(server.location, 'postmaster.pid'))).toBe(false)
    expect(lines('embedded PostgreSQL exited: restarting it')).toBe(restarts)
  })
})
