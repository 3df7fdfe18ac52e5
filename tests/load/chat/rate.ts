import { migrate } from '@kundig/server/platform/database/migrate'
import { openSql } from '@kundig/testing/database/test-database'
import { computeMedian } from '@kundig/testing/figures/median'

import type { Figures } from '../figures.ts'
import { computeQuantile } from '../search/http-rounds.ts'
import { fillPeople, type ChatUser, listChatUsers } from './fill-people.ts'
import { connectClients } from './load-clients.ts'
import type { Child } from './start-child.ts'
import { createBareWsSystem, createKundigSystem, type System } from './systems.ts'
import type { TestEnvironment } from './test-environment.ts'

const BARE_WS_SERVER = new URL('./bare-ws-server.ts', import.meta.url)
const KUNDIG_SERVER = new URL('./kundig-server.ts', import.meta.url)

const PEOPLE = 'people'
const STEADY_PER_SECOND = 500
const BUDGETS = { ofSingle: 1.8, ofPlain: 1, p99OfSingle: 2.5 }

export interface Rounds {
  rounds: number
  seconds: number
}

export interface Contestant {
  system: System
  child: Child
}

interface RoundResult {
  perSecond: number
  /** Processor time of the server per message at the maximum rate, without PostgreSQL (ms). */
  cpuMs: number
  latencies: number[]
}

export async function preparePeople(environment: TestEnvironment, count: number): Promise<ChatUser[]> {
  const url = await environment.freshDatabase(PEOPLE)
  await migrate(url)
  const sql = await openSql(url)
  try {
    await fillPeople(sql, count)
    return await listChatUsers(sql)
  } finally {
    await sql.close()
  }
}

export function copyPeople(environment: TestEnvironment, name: string): Promise<string> {
  return environment.freshDatabase(name, PEOPLE)
}

/**
 * Measures systems in turn, each round in another order, so that the machine's load affects all alike. The first round
 * is warm-up.
 * @param steadySeconds 0 skips the steady load
 */
async function runAlternately(
  contestants: readonly Contestant[],
  users: readonly ChatUser[],
  { rounds, seconds }: Rounds,
  steadySeconds: number,
): Promise<RoundResult[][]> {
  const turns = contestants.map((): RoundResult[] => [])
  for (let round = -1; round < rounds; round++) {
    for (let place = 0; place < contestants.length; place++) {
      const index = (place + round + 1) % contestants.length
      const contestant = contestants[index]
      if (!contestant) continue
      const { system, child } = contestant
      const clients = await connectClients(system, users)
      try {
        const latencies = steadySeconds > 0 ? await clients.steadily(STEADY_PER_SECOND, steadySeconds) : []
        const before = await child.cpuMs()
        const { perSecond, messages } = await clients.atMost(seconds)
        const cpuMs = ((await child.cpuMs()) - before) / messages
        if (round >= 0) turns[index]?.push({ perSecond, cpuMs, latencies })
      } finally {
        await clients.leave()
      }
    }
  }
  return turns
}

export function computeMedianRatio<Of>(
  turns: readonly Of[],
  reference: readonly Of[],
  figure: (turn: Of) => number,
): number {
  return computeMedian(
    turns.flatMap((turn, round) => {
      const other = reference[round]
      return other ? [figure(turn) / figure(other)] : []
    }),
  )
}

function describeMaximum(turns: readonly RoundResult[]): string {
  const perSecond = computeMedian(turns.map((turn) => turn.perSecond))
  const cpuMs = computeMedian(turns.map((turn) => turn.cpuMs))
  return `${perSecond.toFixed(0).padStart(6)}/s at most, for which its process spends ${cpuMs.toFixed(2)} ms on each`
}

export async function benchRate(
  environment: TestEnvironment,
  figures: Figures,
  users: readonly ChatUser[],
  rounds: Rounds,
  steadySeconds: number,
): Promise<void> {
  figures.heading(
    `Send to partner's event, ${users.length} sockets, ${rounds.rounds} rounds of ${rounds.seconds} s at most and ${steadySeconds} s at ${STEADY_PER_SECOND}/s`,
  )
  const plainUrl = await copyPeople(environment, 'plain')
  const sql = await openSql(plainUrl)
  await sql.query('CREATE TABLE plain_messages (LIKE chat_messages, PRIMARY KEY (room_id, seq))')
  await sql.close()
  const children = [
    await environment.child(KUNDIG_SERVER, { DATABASE_URL: await copyPeople(environment, 'kundig_chat') }),
    await environment.child(BARE_WS_SERVER, {
      DATABASE_URL: await copyPeople(environment, 'single'),
      STATEMENT: 'single',
    }),
    await environment.child(BARE_WS_SERVER, { DATABASE_URL: plainUrl, STATEMENT: 'plain' }),
  ] as const
  const contestants = [
    { child: children[0], system: createKundigSystem(children[0].url) },
    { child: children[1], system: createBareWsSystem('bare ws, one statement a message', children[1].url) },
    { child: children[2], system: createBareWsSystem('bare ws, a plain INSERT', children[2].url) },
  ]
  const turns = await runAlternately(contestants, users, rounds, steadySeconds)
  for (const child of children) await child.stop()

  for (const [index, { system }] of contestants.entries()) {
    const own = turns[index] ?? []
    const steady = [0.5, 0.95, 0.99].map((share) =>
      computeMedian(own.map(({ latencies }) => computeQuantile(latencies, share)))
        .toFixed(2)
        .padStart(8),
    )
    figures.log(system.name, describeMaximum(own))
    figures.log(`  at ${STEADY_PER_SECOND}/s`, `p50${steady[0]} p95${steady[1]} p99${steady[2]} ms`)
  }
  const [own = [], single = [], plain = []] = turns
  const p99 = ({ latencies }: RoundResult): number => computeQuantile(latencies, 0.99)
  const perSecond = (turn: RoundResult): number => turn.perSecond
  figures.judge(
    'messages a second, of bare ws with one statement a message',
    computeMedianRatio(own, single, perSecond),
    {
      atLeast: BUDGETS.ofSingle,
    },
  )
  figures.judge('messages a second, of bare ws with a plain INSERT', computeMedianRatio(own, plain, perSecond), {
    atLeast: BUDGETS.ofPlain,
  })
  figures.judge(
    `p99 at ${STEADY_PER_SECOND}/s, of bare ws with one statement a message`,
    computeMedianRatio(own, single, p99),
    {
      atMost: BUDGETS.p99OfSingle,
    },
  )
}
