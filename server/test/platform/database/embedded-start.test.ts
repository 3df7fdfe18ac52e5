// @module-tag slow
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import { chooseFakeAccount, createBrowser } from '@kundig/testing/people/google-window'
import { type Client, createClient, type Person } from '@kundig/testing/people/test-client'
import { type ChildServer, startChild } from '@kundig/testing/server/child-server'

import { DEMO_LOGINS, DEMO_PASSWORD, DEMO_PEOPLE } from '../../../src/demo/demo-people.ts'
import { findFreePort } from '../../../src/platform/http/free-port.ts'

const RUNNING = 'Ctrl-C stops it.'

interface Start {
  server: ChildServer
  client: Client
  port: number
  /** Database folder, which lies outside the data folder if PostgreSQL's user has no access there. */
  location: string
}

let dataDir: string
let started: ChildServer[]
const locations = new Set<string>()

beforeEach(async () => {
  started = []
  dataDir = await mkdtemp(join(tmpdir(), 'kundig-start-'))
  await chmod(dataDir, 0o755)
})

afterEach(async () => {
  for (const server of started) {
    server.signal('SIGINT')
    await server.ended
  }
  await rm(dataDir, { recursive: true, force: true })
})

afterAll(async () => {
  for (const location of locations) await rm(dirname(location), { recursive: true, force: true })
})

async function launch(settings: Record<string, string> = {}): Promise<{ server: ChildServer; port: number }> {
  const port = await findFreePort()
  const server = startChild('@kundig/server/main', { DATA_DIR: dataDir, PORT: String(port), ...settings })
  started.push(server)
  return { server, port: Number(settings['PORT'] ?? port) }
}

async function start(settings: Record<string, string> = {}): Promise<Start> {
  const { server, port } = await launch(settings)
  await server.printed(RUNNING)
  const location = /embedded PostgreSQL in (.+)/u.exec(server.output())?.[1] ?? ''
  locations.add(location)
  return { server, client: createClient(`http://127.0.0.1:${port}`), port, location }
}

async function stop({ server, location }: Start, signal: 'SIGINT' | 'SIGTERM' = 'SIGINT'): Promise<void> {
  server.signal(signal)
  expect(await server.ended).toBe(0)
  expect(existsSync(join(location, 'postmaster.pid'))).toBe(false)
}

async function publicPeople(client: Client): Promise<Profile[]> {
  const all: Profile[] = []
  let cursor: string | null = null
  do {
    const page: { items: Profile[]; next_cursor: string | null } = await client.must(
      null,
      'GET',
      `/api/profiles?limit=60${cursor === null ? '' : `&cursor=${cursor}`}`,
    )
    all.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== null)
  return all
}

async function demoLogin(client: Client, key = DEMO_LOGINS[0]): Promise<Person> {
  const email = DEMO_PEOPLE.find((one) => one.key === key)?.email ?? ''
  const person = await client.signIn({ id: '', email, password: DEMO_PASSWORD, cookies: new Map() })
  person.id = (await client.session(person))?.user.id ?? ''
  return person
}

const seededNames = DEMO_PEOPLE.filter(({ is_public }) => is_public)
  .map(({ full_name }) => full_name)
  .toSorted()

describe('starting with the embedded database', () => {
  it(
    'the first start fills the database; later starts, even after a kill -9, keep all data',
    { timeout: 180_000 },
    async () => {
      const first = await start()
      expect(DEMO_PEOPLE).toHaveLength(40)
      expect((await publicPeople(first.client)).map(({ full_name }) => full_name).toSorted()).toEqual(seededNames)
      expect(await (await fetch(`${first.client.url}/`)).text()).toContain('<html lang="en"')
      for (const key of DEMO_LOGINS) {
        expect(first.server.output()).toContain(DEMO_PEOPLE.find((one) => one.key === key)?.email)
        expect((await first.client.session(await demoLogin(first.client, key)))?.has_profile).toBe(true)
      }
      // A sign-in with the fake Google keeps the demo person's password.
      const browser = createBrowser()
      expect(await chooseFakeAccount(first.client, browser, 'sanne')).toBe('/auth/popup')
      expect(await first.client.session(browser)).toMatchObject({ has_profile: true })
      await demoLogin(first.client, 'sanne')
      const guest = await first.client.profiled({ full_name: 'A Guest' })
      const host = await demoLogin(first.client)
      const room = await first.client.room(guest, host)
      await first.client.send(guest, room.id, 'Before the first stop')
      await stop(first)

      const second = await start()
      expect(await publicPeople(second.client)).toHaveLength(seededNames.length + 1)
      // A restart keeps the session secret, so people stay logged in.
      expect((await second.client.session(guest))?.user.id).toBe(guest.id)
      await second.client.send(guest, room.id, 'Before the kill')
      second.server.signal('SIGKILL')
      expect(await second.server.ended).toBe(null)

      const third = await start()
      expect((await third.client.page(host, room.id)).items.map(({ content }) => content)).toEqual([
        'Before the first stop',
        'Before the kill',
      ])
      expect(await publicPeople(third.client)).toHaveLength(seededNames.length + 1)
      const { items } = await third.client.must<{ items: Room[] }>(guest, 'GET', '/api/chat-rooms')
      expect(items).toHaveLength(1)

      const { server: intruder } = await launch()
      expect(await intruder.ended).toBe(1)
      expect(intruder.output()).toContain(`Kundig is already running with the data in ${dataDir}.`)
      expect((await third.client.session(guest))?.user.id).toBe(guest.id)
      await stop(third)
    },
  )

  it('a server with DEMO=0 creates no demo data, and stops on SIGTERM and Ctrl-C', { timeout: 120_000 }, async () => {
    const bare = await start({ DEMO: '0' })
    expect(await publicPeople(bare.client)).toEqual([])
    expect(bare.server.output()).not.toContain(DEMO_PASSWORD)
    expect(bare.server.output()).toContain('127.0.0.1 redirects to it')
    expect(bare.server.output()).toContain(`PUBLIC_URL=http://<this machine>:${bare.port} TRY_OUT=public npm start`)
    expect(await (await fetch(`${bare.client.url}/`)).text()).not.toContain('Public demo')
    await expect(demoLogin(bare.client)).rejects.toThrow('401')
    await stop(bare, 'SIGTERM')
  })

  it(
    'a server in public try-out mode lists the open fakes, and shows mails on this machine only',
    { timeout: 120_000 },
    async () => {
      const open = await start({ HOST: '0.0.0.0', PUBLIC_URL: 'http://kundig.example', TRY_OUT: 'public' })
      for (const line of [
        'TRY_OUT=public: not for real people. Anyone who can reach this site',
        '- can log in as the demo people, whose password is public',
        '- can pay with made-up cards: no money moves',
        '- gets no mail: mails are stored, and readable on this machine only',
        `Mail:              ${open.client.url}/dev/mail`,
      ]) {
        expect(open.server.output()).toContain(line)
      }
      const pages = ['/', '/login', '/profile/none', '/dashboard'].map(async (path) =>
        (await fetch(`${open.client.url}${path}`)).text(),
      )
      for (const page of await Promise.all(pages)) {
        expect(page).toContain('<span lang="en">Public demo: do not enter real data.</span>')
        expect(page).toContain('<span lang="nl">Openbare demo: vul geen echte gegevens in.</span>')
      }
      const providers = async (headers: Record<string, string>): Promise<unknown> =>
        (await fetch(`${open.client.url}/api/sign-in-providers`, { headers })).json()
      expect((await fetch(`${open.client.url}/dev/mail`)).status).toBe(200)
      expect(await providers({})).toEqual({ google: false, dev_mail: true })
      expect(await providers({ 'x-forwarded-for': '203.0.113.7' })).toEqual({ google: false, dev_mail: false })
      await stop(open)
    },
  )

  it('makes secret files readable by their owner only', { timeout: 120_000 }, async () => {
    const bare = await start({ DEMO: '0' })
    const listed = spawnSync(
      'find',
      [
        dataDir,
        dirname(bare.location),
        '-maxdepth',
        '1',
        '(',
        '-name',
        'auth-secret',
        '-o',
        '-name',
        'password',
        ')',
        '-perm',
        '/077',
      ],
      { encoding: 'utf8' },
    )
    expect(listed.stdout).toBe('')
    expect((await readFile(join(dataDir, 'auth-secret'), 'utf8')).trim()).toMatch(/^[0-9a-f]{64}$/u)
    await stop(bare)
  })
})

describe('a failing start', () => {
  it('a start on a taken port prints the reason and a remedy, and leaves no files behind', async () => {
    const port = await findFreePort()
    const other = createServer()
    await new Promise<void>((resolve) => {
      other.listen(port, '127.0.0.1', resolve)
    })
    const { server } = await launch({ PORT: String(port) })
    expect(await server.ended).toBe(1)
    expect(server.output().trim()).toBe(
      `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`,
    )
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    await new Promise((resolve) => {
      other.close(resolve)
    })
  })

  // spec 7.51
  it.each([
    ['PORT', 'http', 'PORT:'],
    ['DATABASE_URL', 'mysql://localhost/x', 'DATABASE_URL:'],
    ['AUTH_SECRET', 'short', 'AUTH_SECRET:'],
    ['DEMO', 'yes', 'DEMO:'],
    ['NODE_ENV', 'production', 'PUBLIC_URL: required in production'],
    ['PUBLIC_URL', 'https://kundig.example', 'PUBLIC_URL=https://kundig.example lets others reach this server'],
    ['HOST', '0.0.0.0', 'HOST=0.0.0.0 lets others reach this server'],
  ])('a start with %s=%s prints the name of the invalid setting', async (name, value, complaint) => {
    const { server } = await launch({ [name]: value })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('Kundig cannot start with these settings:')
    expect(server.output()).toContain(complaint)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  })

  // spec 7.51
  it('a start without a responding database prints the reason and does not hang', async () => {
    const { server } = await launch({ DATABASE_URL: `postgresql://unknown:x@127.0.0.1:${await findFreePort()}/none` })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('ECONNREFUSED')
  })
})
