import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { startServerChild } from '@kundig/testing/server/server-child'

import { type Cost, startTalk } from '../talk.ts'
import { SECRET } from '../test-environment.ts'
import { startLoggedPostgres } from './logged-postgres.ts'

const CUTS = 10
/** Share of the messages for the run without syncs. That run needs only one power cut. */
const UNSYNCED_SHARE = 0.02

interface Talking {
  rooms: number
  messagesEach: number
}

/**
 * Kills the server, and makes PostgreSQL lose all unsynced writes. Then repeats the test with `fsync=off`. The repeated
 * test must lose messages: otherwise the first test proves nothing.
 */
export async function runPowerCutTest(talking: Talking): Promise<{ cost: Cost; also: string; failures: string[] }> {
  const synced = await talkDuringPowerCuts(talking, [], CUTS)
  const fewer = { ...talking, messagesEach: Math.ceil(talking.messagesEach * UNSYNCED_SHARE) }
  const unsynced = await talkDuringPowerCuts(fewer, ['fsync=off'], 1)
  return {
    cost: synced.cost,
    also: `${CUTS} cuts, which undid ${synced.undone} writes after ${synced.syncs} syncs; with fsync=off one cut lost ${unsynced.cost.lost} of ${unsynced.cost.acknowledged}`,
    failures: [
      ...(unsynced.cost.lost > 0 ? [] : ['no message was lost with fsync=off: the cut had no effect']),
      ...(synced.undone > 0 ? [] : ['no write was undone']),
    ],
  }
}

async function talkDuringPowerCuts(
  { rooms, messagesEach }: Talking,
  settings: readonly string[],
  cuts: number,
): Promise<{ cost: Cost; undone: number; syncs: number }> {
  await using opened = new AsyncDisposableStack()
  const postgres = await startLoggedPostgres(opened, settings)
  const server = await startServerChild({
    DATABASE_URL: postgres.databaseUrl,
    DATA_DIR: postgres.folder,
    AUTH_SECRET: SECRET,
  })
  opened.defer(async () => {
    server.disconnect()
    await server.kill()
  })
  const talk = await startTalk({ rooms, messagesEach, servers: [server] })
  opened.defer(() => talk.close())
  let [undone, syncs] = [0, 0]
  for (let cut = 0; cut < cuts; cut++) {
    await talk.untilAcknowledged(((cut + 0.5) / cuts) * 2 * rooms * messagesEach)
    await sleep(randomInt(8))
    // Without syncs the accounts are lost too, so the conversation cannot continue.
    if (settings.length > 0) talk.stop()
    const lost = await postgres.cutPower(() => server.kill())
    undone += lost.undone
    syncs += lost.syncs
    await server.start()
  }
  if (settings.length === 0) await talk.over
  const sql = await postgres.openSql()
  try {
    return { cost: await talk.cost(sql), undone, syncs }
  } finally {
    await sql.close()
  }
}
