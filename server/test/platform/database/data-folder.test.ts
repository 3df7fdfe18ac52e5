// @module-tag slow
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createClient } from '@kundig/testing/people/test-client'
import { type ChildServer, startChild } from '@kundig/testing/server/child-server'

import { startEmbeddedPostgres } from '../../../src/platform/database/embedded-postgres.ts'
import { findFreePort } from '../../../src/platform/http/free-port.ts'

const RUNNING = 'Ctrl-C stops it.'

/** Command that starts a process like a container: with its own process ids and shared memory, but the same folder. */
const CONTAINER = [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-current-user']),
  '--pid',
  '--ipc',
  '--fork',
  '--mount-proc',
  '--kill-child=SIGKILL',
]
const hasContainers = spawnSync(CONTAINER[0] ?? '', [...CONTAINER.slice(1), 'true']).status === 0
const LEFT_OUT = 'LEFT OUT: a second container on the same data. This machine does not permit namespaces (unshare)'
if (!hasContainers) process.stderr.write(`\n${LEFT_OUT}\n\n`)

let folder: string
let dataDir: string
let link: string
let started: { server: ChildServer; signal: 'SIGINT' | 'SIGKILL' }[]
const homes = new Set<string>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kundig-folder-'))
  // PostgreSQL may run as another user, who must have access to the folder.
  await chmod(folder, 0o755)
  dataDir = join(folder, 'data')
  link = join(folder, 'link')
  await mkdir(dataDir)
  await symlink(dataDir, link)
})
beforeEach(() => {
  started = []
})
afterEach(async () => {
  for (const { server, signal } of started) {
    server.signal(signal)
    await server.ended
  }
})
afterAll(async () => {
  for (const home of homes) await rm(home, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

interface Start {
  server: ChildServer
  port: number
}

async function launch(settings: Record<string, string> = {}, within: readonly string[] = []): Promise<Start> {
  const port = await findFreePort()
  const server = startChild(
    '@kundig/server/main',
    { DATA_DIR: dataDir, PORT: String(port), DEMO: '0', ...settings },
    [],
    within,
  )
  started.push({ server, signal: within.length > 0 ? 'SIGKILL' : 'SIGINT' })
  return { server, port }
}

async function untilRunning({ server }: Start): Promise<string> {
  await server.printed(RUNNING)
  const location = /embedded PostgreSQL in (.+)/u.exec(server.output())?.[1] ?? ''
  homes.add(dirname(location))
  return join(location, 'postmaster.pid')
}

const readiness = async ({ port }: Start): Promise<number> => (await fetch(`http://127.0.0.1:${port}/readyz`)).status

describe('a second start on the data of a running server', () => {
  let other: string
  beforeAll(async () => {
    other = await mkdtemp(join(tmpdir(), 'kundig-other-'))
  })
  afterAll(() => rm(other, { recursive: true, force: true }))

  it(
    'a second server on the same folder is refused with a one-line error, whatever name the folder has',
    { timeout: 240_000 },
    async ({ annotate }) => {
      const first = await launch()
      const pidFile = await untilRunning(first)
      const pid = await readFile(pidFile, 'utf8')
      const client = createClient(`http://127.0.0.1:${first.port}`)
      const person = await client.profiled()

      const ways: [string, Record<string, string>, readonly string[]][] = [
        ['a symbolic link', { DATA_DIR: link }, []],
        ['a relative name', { DATA_DIR: relative(process.cwd(), dataDir) }, []],
        ['another folder for temporary files', { TMPDIR: other }, []],
        ['the same port', { PORT: String(first.port) }, []],
      ]
      if (hasContainers) ways.push(['another container', { TMPDIR: other }, CONTAINER])
      else await annotate(LEFT_OUT)
      for (const [way, settings, within] of ways) {
        const { server } = await launch(settings, within)
        expect([way, await server.ended, server.output().trim()]).toEqual([
          way,
          1,
          `Kundig is already running with the data in ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
        ])
        expect(await readFile(pidFile, 'utf8'), way).toBe(pid)
        expect(await readiness(first), way).toBe(200)
      }
      expect((await client.session(person))?.user.id).toBe(person.id)
      client.disconnect()
    },
  )

  it(
    'a second start by a link to the data folder is refused by the lock of PostgreSQL’s own folder',
    { timeout: 120_000 },
    async () => {
      const postgres = await startEmbeddedPostgres({ dataDir, settings: ['fsync=off'] })
      homes.add(dirname(postgres.location))
      await expect(startEmbeddedPostgres({ dataDir: link })).rejects.toThrow(
        'Kundig is already running with the data in',
      )
      await postgres.stop()
      const again = await startEmbeddedPostgres({ dataDir: link, settings: ['fsync=off'] })
      expect(again.location).toBe(postgres.location)
      await again.stop()
    },
  )
})

describe('a start after a kill -9', () => {
  it('stops the abandoned PostgreSQL, whatever name the folder has', { timeout: 180_000 }, async () => {
    const first = await launch()
    const pidFile = await untilRunning(first)
    const client = createClient(`http://127.0.0.1:${first.port}`)
    const person = await client.profiled()
    const leftBehind = await portIn(pidFile)
    first.server.signal('SIGKILL')
    await first.server.ended
    expect(await listens(leftBehind)).toBe(true)

    const second = await launch({ DATA_DIR: link })
    expect(await untilRunning(second)).toBe(pidFile)
    expect(await listens(leftBehind)).toBe(false)
    expect((await createClient(`http://127.0.0.1:${second.port}`).session(person))?.user.id).toBe(person.id)
  })

  it('removes a pid file whose process id now belongs to another program', { timeout: 120_000 }, async () => {
    const first = await launch()
    const pidFile = await untilRunning(first)
    const text = await readFile(pidFile, 'utf8')
    first.server.signal('SIGINT')
    expect(await first.server.ended).toBe(0)
    await writeFile(pidFile, text.replace(/^\d+/u, String(process.pid)))
    const second = await launch()
    await untilRunning(second)
    expect(await readiness(second)).toBe(200)
  })

  it('is refused while PostgreSQL still runs in another container', { timeout: 240_000 }, async ({ skip }) => {
    if (!hasContainers) skip(LEFT_OUT)
    const killed = join(folder, 'kill')
    const script = `"$@" & server=$!; while [ ! -e ${killed} ]; do sleep 0.1; done; kill -9 $server; echo killed; exec sleep 600`
    const first = await launch({}, [...CONTAINER, 'sh', '-c', script, 'sh'])
    const pidFile = await untilRunning(first)
    const text = await readFile(pidFile, 'utf8')
    await writeFile(killed, '')
    await first.server.printed('killed')

    const second = await launch({ DATA_DIR: link })
    expect(await second.server.ended).toBe(1)
    expect(second.server.output()).toContain('Another PostgreSQL still uses')
    expect(await readFile(pidFile, 'utf8')).toBe(text)
    expect(await listens(await portIn(pidFile))).toBe(true)

    first.server.signal('SIGKILL')
    await first.server.ended
    const third = await launch()
    await untilRunning(third)
    expect(await readiness(third)).toBe(200)
    expect(existsSync(pidFile)).toBe(true)
  })
})

async function portIn(pidFile: string): Promise<number> {
  return Number((await readFile(pidFile, 'utf8')).split('\n')[3])
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
