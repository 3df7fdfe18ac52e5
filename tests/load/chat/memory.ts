import { setTimeout as sleep } from 'node:timers/promises'

import { computeMedian } from '@kundig/testing/figures/median'

import type { Figures } from '../figures.ts'
import { readMemoryBytes } from '../processes.ts'
import { type Contestant, startKundig, startPeer } from './contestants.ts'
import type { ChatUser } from './fill-people.ts'
import { closeSockets, openSockets } from './load-clients.ts'
import { copyPeopleDatabase, computeMedianRatio } from './rate.ts'
import type { TestEnvironment } from './test-environment.ts'

const BUDGET_KB = 20
/** Number of connections before the first measurement, so that shared code and pools are not counted. */
const WARM_UP = 200
const SETTLE_MS = 8000

interface Kept {
  kilobytesEach: number
  wholeMegabytes: number
}

/**
 * Compares the memory of an idle connection with ejabberd, without forced collections. Each round starts new processes.
 */
export async function benchMemory(
  environment: TestEnvironment,
  figures: Figures,
  users: readonly ChatUser[],
  rounds: number,
): Promise<void> {
  figures.heading(`Memory of an idle connection, ${users.length} connections each with a session, ${rounds} rounds`)
  const own: Kept[] = []
  const ejabberd: Kept[] = []
  const databaseUrl = await copyPeopleDatabase(environment, 'kundig_idle')
  for (let round = 0; round < rounds; round++) {
    own.push(await measureKeptMemory(await startKundig(environment, databaseUrl), users))
    const peer = await startPeer(environment, 'ejabberd', users)
    if (peer) ejabberd.push(await measureKeptMemory(peer, users))
  }
  const each = ({ kilobytesEach }: Kept): number => kilobytesEach
  const whole = (kept: readonly Kept[]): string =>
    `${computeMedian(kept.map(({ wholeMegabytes }) => wholeMegabytes)).toFixed(0)} MB`
  figures.log('Kundig, the whole process', whole(own))
  if (ejabberd.length > 0) {
    figures.log('ejabberd, the whole process', whole(ejabberd))
    figures.log('ejabberd', `${computeMedian(ejabberd.map(each)).toFixed(2)} kB`)
    figures.judge('Kundig, of ejabberd', computeMedianRatio(own, ejabberd, each), { atMost: 1 })
  }
  figures.judge('Kundig', computeMedian(own.map(each)), { atMost: BUDGET_KB }, ' kB')
}

async function measureKeptMemory({ system, pid, stop }: Contestant, users: readonly ChatUser[]): Promise<Kept> {
  await closeSockets(await openSockets(system, users.slice(0, WARM_UP)))
  await sleep(SETTLE_MS)
  const before = readMemoryBytes(pid)
  const sockets = await openSockets(system, users)
  await sleep(SETTLE_MS)
  const after = readMemoryBytes(pid)
  const open = sockets.filter((socket) => socket.readyState === socket.OPEN).length
  if (open !== users.length) throw new Error(`${system.name} kept ${open} of ${users.length} connections`)
  await closeSockets(sockets)
  await stop()
  return { kilobytesEach: (after - before) / users.length / 1000, wholeMegabytes: after / 1_000_000 }
}
