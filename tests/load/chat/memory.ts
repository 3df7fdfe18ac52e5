import { computeMedian } from '@kundig/testing/figures/median'

import type { Figures } from '../figures.ts'
import type { ChatUser } from './fill-people.ts'
import { closeAll, openAll } from './load-clients.ts'
import { copyPeople, computeMedianRatio } from './rate.ts'
import type { Child } from './start-child.ts'
import { createBareWsSystem, createKundigSystem, type System } from './systems.ts'
import type { TestEnvironment } from './test-environment.ts'

const BARE_WS_SERVER = new URL('./bare-ws-server.ts', import.meta.url)
const KUNDIG_SERVER = new URL('./kundig-server.ts', import.meta.url)

const BUDGET_KB = 20
/** Connections before the first measurement, so that shared code and pools are not counted. */
const WARM_UP = 200

interface Kept {
  kilobytesEach: number
  wholeMegabytes: number
}

/** Memory of an idle connection, against bare `ws`. Each round starts new processes. */
export async function benchMemory(
  environment: TestEnvironment,
  figures: Figures,
  users: readonly ChatUser[],
  rounds: number,
): Promise<void> {
  figures.heading(`Memory of an idle connection, ${users.length} connections each with a session, ${rounds} rounds`)
  const own: Kept[] = []
  const bare: Kept[] = []
  const ownUrl = await copyPeople(environment, 'kundig_idle')
  const bareUrl = await copyPeople(environment, 'same_idle')
  for (let round = 0; round < rounds; round++) {
    const server = await environment.child(KUNDIG_SERVER, { DATABASE_URL: ownUrl })
    own.push(await measureKept(server, createKundigSystem(server.url), users))
    const other = await environment.child(BARE_WS_SERVER, { DATABASE_URL: bareUrl, STATEMENT: 'same' })
    bare.push(await measureKept(other, createBareWsSystem('bare ws', other.url), users))
  }
  const each = ({ kilobytesEach }: Kept): number => kilobytesEach
  const whole = computeMedian(own.map(({ wholeMegabytes }) => wholeMegabytes))
  figures.log('Kundig, the whole process, garbage and all', `${whole.toFixed(0).padStart(6)} MB`)
  figures.log('bare ws', `${computeMedian(bare.map(each)).toFixed(2).padStart(8)} kB`)
  figures.log('Kundig, of bare ws', `${computeMedianRatio(own, bare, each).toFixed(2).padStart(8)}×`)
  figures.judge('Kundig', computeMedian(own.map(each)), { atMost: BUDGET_KB }, ' kB')
}

async function measureKept(server: Child, system: System, users: readonly ChatUser[]): Promise<Kept> {
  await closeAll(await openAll(system, users.slice(0, WARM_UP)))
  const before = await server.memory()
  const sockets = await openAll(system, users)
  const after = await server.memory()
  const open = sockets.filter((socket) => socket.readyState === socket.OPEN).length
  if (open !== users.length) throw new Error(`${system.name} kept ${open} of ${users.length} connections`)
  await closeAll(sockets)
  await server.stop()
  return {
    kilobytesEach: (after.atRest - before.atRest) / users.length / 1000,
    wholeMegabytes: after.found / 1_000_000,
  }
}
