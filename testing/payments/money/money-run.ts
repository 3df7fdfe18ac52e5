import type { Sql } from '../../database/test-database.ts'
import { turnOnSecondFactor } from '../../people/authenticator-app.ts'
import { makeOperator } from '../../people/operators.ts'
import type { ServerChild } from '../../server/server-child.ts'
import { type Deal, openPaymentEnvironment, type PaymentEnvironment } from '../payment-environment.ts'
import { type Acts, createPaymentActions, type MoneyScenario } from './acts.ts'
import { findBookMismatches } from './count-books.ts'
import { findMissingOrDuplicateRows, countFaults, findMoneyMismatches, type Finding } from './count-money.ts'
import { findRoomMismatches } from './count-rooms.ts'
import { createDisturbances } from './disturbances.ts'
import { createRetrier, type Patience } from './patience.ts'
import { CLAIMED_EVERY, STORIES, UNPAID, UNPAID_EVERY } from './stories.ts'
import { endFaults, runPeriodicChecksOnce } from './sweep.ts'

/** Every nth kill ends all servers; each other kill ends one server. */
const ALL_KILLED_EVERY = 3
/** Minimum amount (cents), enough for partial refunds. */
const LEAST_CENTS = 1000

export interface MoneyRunOptions {
  count: number
  rooms: number
  kills: number
  /** Two servers on one database, with the simulator. */
  servers: readonly ServerChild[]
  databaseUrl: string
  sql: Sql['query']
  secret: string
}

export interface MoneyRun {
  moved: Record<string, number>
  faults: Record<string, number>
  found: readonly Finding[]
}

function createServerKiller(servers: readonly ServerChild[]) {
  let kills = 0
  let killing: Promise<void> = Promise.resolve()

  async function killServers(): Promise<void> {
    const at = kills++
    const all = at % ALL_KILLED_EVERY === ALL_KILLED_EVERY - 1
    const victims = all ? servers : servers.filter((_, of) => of === at % servers.length)
    for (const server of victims) await server.kill()
    for (const server of victims) await server.start()
  }

  return {
    kill: (): void => {
      killing = killing.then(killServers)
      // Ignores the error here, because the caller that awaits `over` gets it.
      killing.catch(() => undefined)
    },
    over: (): Promise<void> => killing,
    count: (): number => kills,
  }
}

/** Plays the story of one payment. Every nth time, also plays the story of an unpaid request. */
async function playScenario(acts: Acts, deal: Deal, at: number): Promise<void> {
  const scenario: MoneyScenario = await acts.ask(deal, LEAST_CENTS + at)
  await acts.pay(scenario)
  if (at % CLAIMED_EVERY === 0) await acts.claim(scenario)
  await STORIES[at % STORIES.length]?.(acts, scenario)
  if (at % UNPAID_EVERY !== 0) return
  const unpaid = await acts.ask(deal, LEAST_CENTS + at)
  await UNPAID[(at / UNPAID_EVERY) % UNPAID.length]?.(acts, unpaid)
}

async function countStripeObjects(sql: Sql['query']): Promise<Record<string, number>> {
  const rows = await sql<{ kind: string; count: number }>(
    `SELECT kind, count(*)::int FROM stripe_simulator.objects
     WHERE kind IN ('charge', 'refund', 'dispute', 'radar.early_fraud_warning', 'balance_transaction') AND account IS NULL
     GROUP BY 1 ORDER BY 1`,
  )
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

/**
 * People pay, refund and dispute while Stripe fails, events are lost, tabs close and servers are killed. Then the
 * faults end, every periodic check runs once, and everything is counted.
 */
export async function runMoneyFaultTest(options: MoneyRunOptions): Promise<MoneyRun> {
  const { servers, sql, databaseUrl, secret } = options
  const environments: PaymentEnvironment[] = []
  try {
    for (const server of servers) environments.push(await openPaymentEnvironment(server, { databaseUrl, sql, secret }))
    const [environment] = environments
    const [server] = servers
    if (!environment || !server) throw new Error('There are servers')
    const ways = servers.map((one, at) => ({ server: one, environment: environments[at] ?? environment }))
    const patience = createRetrier(ways)
    const moderator = await makeOperator({ sql, profiled: server.profiled }, 'moderator')
    await turnOnSecondFactor(server, sql, moderator)
    const deals: Deal[] = []
    while (deals.length < options.rooms) deals.push(await environment.ownDeal())
    const acts = createPaymentActions({
      environment,
      patience,
      disturbances: createDisturbances(environment),
      moderator,
    })
    const killed = await playScenarios(options, acts, deals)

    const sweeping = { servers, environment, sql, patience }
    await endFaults(sweeping)
    const faults = { ...describeFaults(patience, killed), ...(await countFaults(sql)) }
    await runPeriodicChecksOnce(sweeping)
    return {
      moved: await countStripeObjects(sql),
      faults,
      found: [
        ...(await findMoneyMismatches(sql)),
        await findMissingOrDuplicateRows(sql, acts.acknowledged),
        await findRoomMismatches(sql, server, deals),
        ...(await findBookMismatches(sql, server, moderator)),
      ],
    }
  } finally {
    for (const environment of environments) await environment.close()
  }
}

/** @returns the number of kills */
async function playScenarios(
  { count, kills, servers }: MoneyRunOptions,
  acts: Acts,
  deals: readonly Deal[],
): Promise<number> {
  const killer = createServerKiller(servers)
  const killEvery = Math.ceil(count / (kills + 1))
  let done = 0
  await Promise.all(
    deals.map(async (deal, of) => {
      for (let at = of; at < count; at += deals.length) {
        await playScenario(acts, deal, at)
        done++
        if (done % killEvery === 0 && done < count) killer.kill()
      }
    }),
  )
  await killer.over()
  return killer.count()
}

const describeFaults = ({ refusals, cuts }: Patience, kills: number): Record<string, number> => ({
  'servers killed': kills,
  'answers that asked for a retry': refusals,
  'tries without an answer': cuts,
})
