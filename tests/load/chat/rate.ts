import { migrate } from '@kundig/server/platform/database/migrate'
import { openSql, type Sql } from '@kundig/testing/database/test-database'
import { computeMedian } from '@kundig/testing/figures/median'

import type { Figures } from '../figures.ts'
import { readProcessorMs, separateFromGenerator } from '../processes.ts'
import { computeQuantile } from '../search/http-rounds.ts'
import { type Contestant, startKundig, startPeer } from './contestants.ts'
import { fillPeople, type ChatUser, listChatUsers } from './fill-people.ts'
import { connectClients } from './load-clients.ts'
import type { TestEnvironment } from './test-environment.ts'

const PEOPLE = 'people'
const STEADY_PER_SECOND = 500
const BUDGETS = { ofEjabberd: 4, ofProsody: 10, processor: 0.65, p50: 1, p99: 1.5 }

export interface Rounds {
  rounds: number
  seconds: number
}

interface RoundResult {
  perSecond: number
  /** Processor time of the server for each message at the steady rate (ms). */
  serverMs: number
  databaseMs: number
  latencies: number[]
}

/** Results of the rounds; undefined for a failed round. */
type Turns = (RoundResult | undefined)[]

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

export function copyPeopleDatabase(environment: TestEnvironment, name: string): Promise<string> {
  return environment.freshDatabase(name, PEOPLE)
}

/**
 * Measures the systems one after another, in the opposite order each round. The machine's load and the previous system
 * then affect all systems alike. All systems run throughout. The first round is a warm-up.
 * @returns a result for each round; undefined where another chat server closed a connection under the load
 */
async function measureContestants(
  contestants: readonly Contestant[],
  users: readonly ChatUser[],
  { pid: postgresPid, sql }: { pid: number; sql: Sql },
  { rounds, seconds }: Rounds,
  steadySeconds: number,
): Promise<Map<Contestant, Turns>> {
  const turns = new Map(contestants.map((one): [Contestant, Turns] => [one, []]))
  for (let round = -1; round < rounds; round++) {
    for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed()) {
      const { system, pid, isPeer } = contestant
      // The checkpoint writes the previous system's data to disk before the next system is measured.
      await sql.query('CHECKPOINT')
      const clients = await connectClients(system, users)
      try {
        const before = [readProcessorMs(pid), readProcessorMs(postgresPid)] as const
        const latencies = await clients.steadily(STEADY_PER_SECOND, steadySeconds)
        const serverMs = (readProcessorMs(pid) - before[0]) / latencies.length
        const databaseMs = (readProcessorMs(postgresPid) - before[1]) / latencies.length
        const perSecond = await clients.atMost(seconds)
        if (round >= 0) turns.get(contestant)?.push({ perSecond, serverMs, databaseMs, latencies })
      } catch (error) {
        if (!isPeer) throw error
        if (round >= 0) turns.get(contestant)?.push(undefined)
      } finally {
        await clients.leave()
      }
    }
  }
  return turns
}

/** Computes the median ratio of the rounds in which both have a result. */
export function computeMedianRatio<Of extends object>(
  turns: readonly (Of | undefined)[],
  reference: readonly (Of | undefined)[],
  figure: (turn: Of) => number,
): number {
  return computeMedian(
    turns.flatMap((turn, round) => {
      const other = reference[round]
      return turn && other ? [figure(turn) / figure(other)] : []
    }),
  )
}

function describeRounds(all: Turns): string {
  const turns = all.filter((turn) => turn !== undefined)
  const middle = (figure: (turn: RoundResult) => number): number => computeMedian(turns.map(figure))
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) =>
    middle(({ latencies }) => computeQuantile(latencies, share)).toFixed(2),
  )
  const [server, database] = [middle(({ serverMs }) => serverMs), middle(({ databaseMs }) => databaseMs)]
  return `${middle(({ perSecond }) => perSecond).toFixed(0)}/s at most; at ${STEADY_PER_SECOND}/s: p50 ${p50} p95 ${p95} p99 ${p99} ms, processor ${server.toFixed(2)} + ${database.toFixed(2)} ms a message; ${all.length - turns.length} failed rounds`
}

/**
 * Measures messages from sending to the partner's event, beside other chat servers with archives in the same
 * PostgreSQL. The chat servers and PostgreSQL share one core; the load generator has another core.
 */
export async function benchMessageRate(
  environment: TestEnvironment,
  figures: Figures,
  users: readonly ChatUser[],
  rounds: Rounds,
  steadySeconds: number,
): Promise<void> {
  figures.heading(
    `Send to partner's event, ${users.length} sockets, ${rounds.rounds} rounds of ${rounds.seconds} s at most and ${steadySeconds} s at ${STEADY_PER_SECOND}/s`,
  )
  const databaseUrl = await copyPeopleDatabase(environment, 'kundig_chat')
  const kundig = await startKundig(environment, databaseUrl)
  const [ejabberd, prosody] = [
    await startPeer(environment, 'ejabberd', users),
    await startPeer(environment, 'prosody', users),
  ]
  const contestants = [kundig, ejabberd, prosody].filter((one) => one !== undefined)
  const sql = await openSql(databaseUrl)
  const postgres = { pid: await environment.readPostgresPid(), sql }
  const restoreCores = separateFromGenerator([postgres.pid, ...contestants.map(({ pid }) => pid)])
  let turns: Map<Contestant, Turns>
  try {
    turns = await measureContestants(contestants, users, postgres, rounds, steadySeconds)
  } finally {
    restoreCores()
    await sql.close()
  }
  for (const { stop } of contestants) await stop()

  for (const [{ system }, own] of turns) figures.log(system.name, describeRounds(own))
  const listTurns = (one: Contestant | undefined): Turns => (one && turns.get(one)) ?? []
  judgeMessageRate(figures, listTurns(kundig), { ejabberd: listTurns(ejabberd), prosody: listTurns(prosody) })
}

function judgeMessageRate(
  figures: Figures,
  own: Turns,
  { ejabberd, prosody }: Record<'ejabberd' | 'prosody', Turns>,
): void {
  const perSecond = (turn: RoundResult): number => turn.perSecond
  const latency =
    (share: number) =>
    ({ latencies }: RoundResult): number =>
      computeQuantile(latencies, share)
  const processor = ({ serverMs, databaseMs }: RoundResult): number => serverMs + databaseMs
  if (ejabberd.length === 0 || prosody.length === 0) figures.log('ejabberd and prosody', 'not both are installed')
  if (ejabberd.length > 0) {
    const compare = (figure: (turn: RoundResult) => number): number => computeMedianRatio(own, ejabberd, figure)
    figures.judge('messages a second, of ejabberd', compare(perSecond), { atLeast: BUDGETS.ofEjabberd })
    figures.judge(`processor time at ${STEADY_PER_SECOND}/s, of ejabberd`, compare(processor), {
      atMost: BUDGETS.processor,
    })
    figures.judge(`p50 at ${STEADY_PER_SECOND}/s, of ejabberd`, compare(latency(0.5)), { atMost: BUDGETS.p50 })
    figures.judge(`p99 at ${STEADY_PER_SECOND}/s, of ejabberd`, compare(latency(0.99)), { atMost: BUDGETS.p99 })
  }
  if (prosody.length > 0)
    figures.judge('messages a second, of prosody', computeMedianRatio(own, prosody, perSecond), {
      atLeast: BUDGETS.ofProsody,
    })
}
