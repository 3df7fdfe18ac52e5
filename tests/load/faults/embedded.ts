import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { findFreePort } from '@kundig/server/platform/http/free-port'
import { startChild } from '@kundig/testing/server/child-server'
import type { EmbeddedServer } from '@kundig/testing/server/embedded-server'

import type { Talk } from './talk.ts'

const KILLS = 3
const SERVING_LIMIT_MS = 10_000

export interface EmbeddedOutcome {
  also: string
  failures: string[]
}

export async function killPostgres(
  server: EmbeddedServer,
  until: (share: number) => Promise<void>,
): Promise<EmbeddedOutcome> {
  const person = await server.profiled()
  let slowest = 0
  for (let kill = 0; kill < KILLS; kill++) {
    await until((kill + 0.5) / KILLS)
    const killedAt = performance.now()
    process.kill(await server.postmaster(), 'SIGKILL')
    // The last processes of PostgreSQL may still answer shortly after the kill.
    await sleep(100)
    while ((await server.api(person, 'GET', '/api/chat-rooms')).status !== 200) await sleep(10)
    slowest = Math.max(slowest, performance.now() - killedAt)
  }
  return {
    also: `${KILLS} kills; serving again ${Math.round(slowest)} ms after each at the latest`,
    failures:
      slowest <= SERVING_LIMIT_MS ? [] : [`serving again: ${Math.round(slowest)} ms instead of ${SERVING_LIMIT_MS}`],
  }
}

export async function attemptDoubleStart(
  server: EmbeddedServer,
  talk: Pick<Talk, 'isEveryoneConnected'>,
): Promise<EmbeddedOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'kundig-twice-'))
  const link = join(folder, 'link')
  await symlink(server.dataDir, link)
  const ways = [{}, { DATA_DIR: link }, { TMPDIR: folder }, { DATA_DIR: link, TMPDIR: folder }]
  const failures: string[] = []
  const postmaster = await server.postmaster()
  for (const way of ways) {
    const PORT = String(await findFreePort())
    const second = startChild('@kundig/server/main', { DATA_DIR: server.dataDir, DEMO: '0', PORT, ...way })
    const code = await second.ended
    if (code !== 1 || !second.output().includes('already running'))
      failures.push(`it ended with ${code}: ${second.output()}`)
    if ((await server.postmaster()) !== postmaster) failures.push('PostgreSQL was restarted')
    if (!talk.isEveryoneConnected()) failures.push('a connection was cut')
  }
  await rm(folder, { recursive: true, force: true })
  return { also: `${ways.length} starts, by other names and with another TMPDIR`, failures }
}
