import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { findFreePort } from '@kundig/server/platform/http/free-port'

export const HAPROXY_CONFIGURATION = fileURLToPath(new URL('../../deploy/haproxy.cfg', import.meta.url))
/** Timeout of the proxy's start (ms). */
const START_LIMIT_MS = 10_000

export interface Haproxy {
  url: string
  /** States of the servers by their names in the configuration: UP, DOWN, or in transition. */
  servers: () => Promise<Record<string, string>>
  close: () => Promise<void>
}

/** Absolute path of the program; undefined if missing. */
export function findHaproxy(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
  return folders.map((folder) => join(folder, 'haproxy')).find((file) => existsSync(file))
}

/** In tests, all clients share one address. */
const NO_LIMITS = { CONNECTIONS: '1000000', CONNECTS: '1000000', REQUESTS: '1000000' }

/** Starts HAProxy with the shipped configuration for two servers. @param settings environment; no limits by default */
export async function startHaproxy(
  program: string,
  urls: readonly [string, string],
  settings: Record<string, string> = {},
): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), 'kundig-haproxy-'))
  const [port, statisticsPort] = [await findFreePort(), await findFreePort()]
  const statistics = join(folder, 'statistics.cfg')
  await writeFile(
    statistics,
    `listen statistics\n  bind 127.0.0.1:${statisticsPort}\n  stats enable\n  stats uri /\n  http-request set-log-level silent\n`,
  )
  const [one, two] = urls.map((url) => new URL(url).host)
  const child = spawn(program, ['-db', '-f', HAPROXY_CONFIGURATION, '-f', statistics], {
    env: { ...NO_LIMITS, ...settings, LISTEN: `127.0.0.1:${port}`, ONE: one, TWO: two },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  let isOver = false
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      isOver = true
      resolve()
    })
  })

  const haproxy: Haproxy = {
    url: `http://127.0.0.1:${port}`,
    servers: async () => {
      const table = await (await fetch(`http://127.0.0.1:${statisticsPort}/;csv`)).text()
      const [names = [], ...rows] = table.split('\n').map((line) => line.replace(/^# /u, '').split(','))
      const column = (row: string[], name: string): string => row[names.indexOf(name)] ?? ''
      const servers = rows.filter((row) => column(row, 'pxname') === 'kundig' && column(row, 'svname') !== 'BACKEND')
      return Object.fromEntries(servers.map((row) => [column(row, 'svname'), column(row, 'status')]))
    },
    close: async () => {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
  const deadline = performance.now() + START_LIMIT_MS
  while (!(await haproxy.servers().catch(() => null))) {
    if (!isOver && performance.now() < deadline) await sleep(50)
    else {
      await haproxy.close()
      throw new Error(`HAProxy did not start:\n${complaints}`)
    }
  }
  return haproxy
}
