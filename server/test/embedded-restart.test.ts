import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { freePort } from '../src/platform/http/free-port.ts'
import { type ChildServer, startChild } from './child-server.ts'
import { openLastingTab } from './lasting-tab.ts'
import { type Client, createClient, type Person } from './test-client.ts'
import { openSql } from './test-database.ts'

let dataDir: string
let server: ChildServer
let client: Client
let location: string
let people: readonly [Person, Person]
let roomId: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kundig-restart-'))
  await chmod(dataDir, 0o755)
  const port = await freePort()
  server = startChild('src/main.ts', {
    DATA_DIR: dataDir,
    PORT: String(port),
    DEMO: '0',
    ATTEMPT_LIMIT_FACTOR: '1000',
  })
  await server.printed('Ctrl-C stops it.')
  location = /embedded PostgreSQL, kept in (.+)/u.exec(server.output())?.[1] ?? ''
  client = createClient(`http://127.0.0.1:${port}`)
  people = [await client.profiled(), await client.profiled()]
  roomId = (await client.room(...people)).id
}, 60_000)
afterAll(async () => {
  client.disconnect()
  server.signal('SIGKILL')
  await server.ended
  await rm(dirname(location), { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
})

const postmaster = async (): Promise<number> =>
  Number((await readFile(join(location, 'postmaster.pid'), 'utf8')).split('\n')[0])
async function sql<Row extends Record<string, unknown>>(text: string): Promise<Row[]> {
  const password = (await readFile(join(dirname(location), 'password'), 'utf8')).trim()
  const [, , , port] = (await readFile(join(location, 'postmaster.pid'), 'utf8')).split('\n')
  const connection = await openSql(`postgresql://kundig:${password}@127.0.0.1:${port}/kundig`)
  try {
    return await connection.query<Row>(text)
  } finally {
    await connection.close()
  }
}
const lines = (text: string): number => server.output().split(text).length - 1

/** Both talk while something happens; then what was acknowledged is compared with what is stored and shown. */
async function talkWhile(work: () => Promise<void>): Promise<void> {
  const tabs = people.map((person) => openLastingTab(person, roomId, [client]))
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
    const { items } = await client.page(people[0], roomId, `?after_seq=${stored.size}&limit=100`)
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
  await client.must(null, 'POST', '/api/password-reset', { email })
  await expect
    .poll(async () => (await fetch(`${client.url}/dev/mail`)).text(), { timeout: 20_000 })
    .toContain('Reset your')
}

describe('the embedded PostgreSQL', () => {
  it('that is killed is started again, and nothing that was acknowledged is lost', { timeout: 90_000 }, async () => {
    const before = await postmaster()
    await talkWhile(async () => {
      process.kill(before, 'SIGKILL')
      await server.printed('the embedded PostgreSQL serves again')
    })
    expect(await postmaster()).not.toBe(before)
    expect(lines('ended by itself, and is started again')).toBe(1)
    // What waits in the database for its turn comes to it as before.
    await untilMailed(people[0].email)
  })

  it('of which a child is killed recovers by itself, and is not started again', { timeout: 90_000 }, async () => {
    const before = await postmaster()
    const restarts = lines('ended by itself, and is started again')
    await talkWhile(async () => {
      const [child] = await sql<{ pid: number }>(`SELECT pid FROM pg_stat_activity WHERE application_name = 'kundig'`)
      process.kill(child?.pid ?? 0, 'SIGKILL')
    })
    expect(await postmaster()).toBe(before)
    expect(lines('ended by itself, and is started again')).toBe(restarts)
    expect(server.output()).not.toContain('"level":60')
  })

  it('that is stopped with its server stays stopped', { timeout: 60_000 }, async () => {
    const restarts = lines('ended by itself, and is started again')
    server.signal('SIGINT')
    expect(await server.ended).toBe(0)
    expect(existsSync(join(location, 'postmaster.pid'))).toBe(false)
    expect(lines('ended by itself, and is started again')).toBe(restarts)
  })
})
