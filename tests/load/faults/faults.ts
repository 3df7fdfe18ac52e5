import { randomInt, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { findFreePort } from '@kundig/server/platform/http/free-port'
import { toCookieHeader, createClient } from '@kundig/testing/people/test-client'
import { type EmbeddedServer, startEmbeddedServer } from '@kundig/testing/server/embedded-server'
import { findHaproxy, startHaproxy } from '@kundig/testing/server/haproxy'
import { findRedisServer, startRedisServer } from '@kundig/testing/server/redis-server'

import { createFigures } from '../figures.ts'
import { type EmbeddedOutcome, killPostgres, attemptDoubleStart } from './embedded.ts'
import { moveMoneyUnderFaults } from './money.ts'
import { notifyOfflineRecipients } from './offline-recipients.ts'
import { payUnderFaults } from './payments.ts'
import { runPowerCutTest } from './power-cut/power-cut.ts'
import { type Cost, startTalk, type Talk } from './talk.ts'
import { createTestEnvironment, type TestEnvironment } from './test-environment.ts'

/**
 * Measures effects of faults on conversations: kills servers, PostgreSQL and Redis, and counts every message, edit,
 * deletion and reaction. Also tests payments while Stripe fails, notifications of offline people, and "money":
 * payments, refunds and disputes under all faults. Ends with 1 after a loss, duplicate, wrong order or missed limit.
 *
 * MESSAGES=1000     messages for each fault, instead of 10,000; the power cut has ten times as many
 * PAYMENTS=100      payments for "money", instead of 1,000
 * ONLY="postgres"   runs only faults whose names contain this text
 */
const MESSAGES = Number(process.env['MESSAGES'] ?? 10_000)
const PAYMENTS = Number(process.env['PAYMENTS'] ?? 1000)
const ONLY = process.env['ONLY'] ?? ''

const MONEY = 'money'

const ROOMS = 10
const MESSAGES_EACH = Math.ceil(MESSAGES / (2 * ROOMS))
const SERVER_KILLS = 20
const POSTGRES_KILLS = 3
const DRAINS = 3
/** Factor by which the power cut test sends more messages, because a power cut rarely loses any. */
const POWER_CUT_FACTOR = 10
/** Duration of PostgreSQL's outage (ms), and the number of messages that each person writes during the outage. */
const AWAY_MS = 60_000
const AWAY_TURNS = 6

const A_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/**
 * Maximum time from a killed server's start to the last reconnect. Tabs spread their return over five seconds
 * (`return-pause.ts`), and wait up to four after a failed try. Connecting takes up to a second on a busy machine.
 */
const CONNECTED_LIMIT_MS = 5000 + 4000 + 1000
/** Maximum time from PostgreSQL's return until the server answers again (ms). Excludes deliberate waits. */
const SERVING_LIMIT_MS = 5000
const CATCH_UP_LIMIT_MS = 10_000
const DRAIN_LIMIT_MS = 30_000
const DRAIN_DELAY_MS = 4000

interface Outcome {
  cost: Cost
  also: string
  failures: string[]
}
type Run = (environment: TestEnvironment) => Promise<Outcome>

const waitUntilShare = (talk: Talk, share: number): Promise<void> =>
  talk.untilAcknowledged(share * 2 * ROOMS * MESSAGES_EACH)

async function measureResumeMs(talk: Talk): Promise<number> {
  const startedAt = performance.now()
  do await sleep(10)
  while (!talk.isEveryoneConnected() && performance.now() - startedAt < 5 * CONNECTED_LIMIT_MS)
  return performance.now() - startedAt
}

const within = (what: string, ms: number, limitMs: number): string[] =>
  ms <= limitMs ? [] : [`${what}: ${Math.round(ms)} ms instead of ${limitMs}`]

async function finishTalk(talk: Talk, environment: Pick<TestEnvironment, 'openSql'>): Promise<Cost> {
  const sql = await environment.openSql()
  try {
    return await talk.cost(sql)
  } finally {
    talk.close()
    await sql.close()
  }
}

async function runServerKill(environment: TestEnvironment): Promise<Outcome> {
  const server = await environment.startServer()
  const talk = await startTalk({ rooms: ROOMS, messagesEach: MESSAGES_EACH, servers: [server] })
  let slowest = 0
  for (let kill = 0; kill < SERVER_KILLS; kill++) {
    await waitUntilShare(talk, (kill + 0.5) / SERVER_KILLS)
    await sleep(randomInt(8))
    await server.kill()
    await server.start()
    slowest = Math.max(slowest, await measureResumeMs(talk))
  }
  await talk.over
  return {
    cost: await finishTalk(talk, environment),
    also: `${SERVER_KILLS} kills; everyone connected again ${Math.round(slowest)} ms after its start at the latest`,
    failures: within('connected again', slowest, CONNECTED_LIMIT_MS),
  }
}

async function runPostgresKill(environment: TestEnvironment): Promise<Outcome> {
  const server = await environment.startServer()
  const person = await server.profiled()
  const talk = await startTalk({ rooms: ROOMS, messagesEach: MESSAGES_EACH, servers: [server] })
  const failures: string[] = []
  let slowest = 0
  let refusals = 0
  for (let kill = 0; kill < POSTGRES_KILLS; kill++) {
    await waitUntilShare(talk, (kill + 0.5) / POSTGRES_KILLS)
    await environment.killPostgres()
    for (let n = 0; n < 20; n++) {
      const { status } = await server.api(person, 'GET', '/api/chat-rooms')
      if (status === 503) refusals++
      else failures.push(`an answer of ${status} instead of 503 while PostgreSQL was away`)
    }
    await environment.restartPostgres()
    const backAt = performance.now()
    while ((await server.api(person, 'GET', '/api/chat-rooms')).status !== 200) await sleep(10)
    slowest = Math.max(slowest, performance.now() - backAt)
  }
  await talk.over
  return {
    cost: await finishTalk(talk, environment),
    also: `${POSTGRES_KILLS} kills; ${refusals} clear 503; serving again after ${Math.round(slowest)} ms at the latest`,
    failures: [...failures, ...within('serving again', slowest, SERVING_LIMIT_MS)],
  }
}

async function runPostgresOutage(environment: TestEnvironment): Promise<Outcome> {
  const server = await environment.startServer()
  const talk = await startTalk({ rooms: ROOMS, messagesEach: MESSAGES_EACH, servers: [server] })
  await waitUntilShare(talk, 0.3)
  await environment.killPostgres()
  const written = []
  for (let turn = 0; turn < AWAY_TURNS; turn++) {
    written.push(talk.write(1))
    await sleep(AWAY_MS / AWAY_TURNS)
  }
  await environment.restartPostgres()
  const backAt = performance.now()
  await Promise.all([...written, talk.over])
  const took = performance.now() - backAt
  return {
    cost: await finishTalk(talk, environment),
    also: `${AWAY_MS / 1000} s, in which ${2 * ROOMS * AWAY_TURNS} more were written; the last was stored ${Math.round(took)} ms after its return`,
    failures: [],
  }
}

async function runWithEmbeddedServer(
  act: (server: EmbeddedServer, talk: Talk) => Promise<EmbeddedOutcome>,
): Promise<Outcome> {
  const server = await startEmbeddedServer()
  try {
    const talk = await startTalk({ rooms: ROOMS, messagesEach: MESSAGES_EACH, servers: [server] })
    const { also, failures } = await act(server, talk)
    await talk.over
    return { cost: await finishTalk(talk, server), also, failures }
  } finally {
    await server.close()
  }
}

const runEmbeddedPostgresKill = (): Promise<Outcome> =>
  runWithEmbeddedServer((server, talk) => killPostgres(server, (share) => waitUntilShare(talk, share)))
const runDoubleStart = (): Promise<Outcome> => runWithEmbeddedServer(attemptDoubleStart)

function createSkippedOutcome(program: string): Outcome {
  return {
    cost: { acknowledged: 0, lost: 0, doubled: 0, outOfOrder: 0, changes: 0, stale: 0 },
    also: 'left out',
    failures: [`there is no ${program} here (Debian: apt-get install ${program})`],
  }
}

async function runRedisKill(environment: TestEnvironment): Promise<Outcome> {
  const program = findRedisServer()
  if (program === undefined) return createSkippedOutcome('redis-server')
  const port = await findFreePort()
  let redis = await startRedisServer(program, port)
  const sql = await environment.openSql()
  try {
    const servers = [
      await environment.startServer({ REDIS_URL: redis.url }),
      await environment.startServer({ REDIS_URL: redis.url }),
    ] as const
    const talk = await startTalk({ rooms: ROOMS, messagesEach: MESSAGES_EACH, servers })
    await waitUntilShare(talk, 0.3)
    await redis.close()
    await waitUntilShare(talk, 0.5)
    redis = await startRedisServer(program, port)
    await waitUntilShare(talk, 0.7)
    await redis.close()
    // Redis stays down until all messages are sent, so that no later event reveals a missed event.
    await talk.over
    redis = await startRedisServer(program, port)
    const backAt = performance.now()
    await talk.caughtUp(sql)
    const took = performance.now() - backAt
    return {
      cost: await finishTalk(talk, environment),
      also: `2 kills; everyone had everything ${Math.round(took)} ms after its return`,
      failures: within('caught up', took, CATCH_UP_LIMIT_MS),
    }
  } finally {
    await sql.close()
    await redis.close()
  }
}

async function runServerDrain(environment: TestEnvironment): Promise<Outcome> {
  const server = await environment.startServer()
  const talk = await startTalk({ rooms: ROOMS, servers: [server] })
  const failures: string[] = []
  let slowest = 0
  for (let drain = 1; drain <= DRAINS; drain++) {
    await talk.untilAcknowledged((drain / DRAINS) * MESSAGES)
    const askedAt = performance.now()
    server.process.signal('SIGTERM')
    const code = await Promise.race([server.process.ended, sleep(2 * DRAIN_LIMIT_MS, undefined, { ref: false })])
    if (code !== 0) failures.push(`it ended with ${code ?? 'nothing'} instead of 0`)
    slowest = Math.max(slowest, performance.now() - askedAt)
    if (drain === DRAINS) talk.stop()
    await server.start()
  }
  await talk.over
  return {
    cost: await finishTalk(talk, environment),
    also: `${DRAINS} times; ended after ${Math.round(slowest)} ms at the latest`,
    failures: [...failures, ...within('drained', slowest, DRAIN_LIMIT_MS)],
  }
}

async function runRollingRestart(environment: TestEnvironment): Promise<Outcome> {
  const programs = { redis: findRedisServer(), haproxy: findHaproxy() }
  if (programs.redis === undefined) return createSkippedOutcome('redis-server')
  if (programs.haproxy === undefined) return createSkippedOutcome('haproxy')
  const redis = await startRedisServer(programs.redis, await findFreePort())
  const settings = { REDIS_URL: redis.url, DRAIN_DELAY_MS: String(DRAIN_DELAY_MS) }
  const [one, two] = [await environment.startServer(settings), await environment.startServer(settings)] as const
  const proxy = await startHaproxy(programs.haproxy, [one.url, two.url])
  const untilTaken = async (name: string, as: string): Promise<void> => {
    while ((await proxy.servers())[name] !== as) await sleep(50)
  }
  const client = createClient(proxy.url)
  const failures: string[] = []
  let slowest = 0
  let answers = 0
  try {
    const reader = await client.profiled()
    const talk = await startTalk({ rooms: ROOMS, servers: [client] })
    const over = new AbortController()
    const reading = (async () => {
      for (; !over.signal.aborted; answers++) {
        const { status } = await client.api(reader, 'GET', '/api/chat-rooms')
        if (status !== 200) failures.push(`an answer of ${status} through the proxy`)
        await sleep(5)
      }
    })()
    for (const [name, server] of Object.entries({ one, two })) {
      await talk.untilAcknowledged(talk.acknowledged() + MESSAGES / 4)
      const askedAt = performance.now()
      server.process.signal('SIGTERM')
      const code = await Promise.race([server.process.ended, sleep(2 * DRAIN_LIMIT_MS, undefined, { ref: false })])
      if (code !== 0) failures.push(`it ended with ${code ?? 'nothing'} instead of 0`)
      slowest = Math.max(slowest, performance.now() - askedAt)
      await talk.untilAcknowledged(talk.acknowledged() + MESSAGES / 4)
      await server.start()
      await untilTaken(name, 'UP')
    }
    talk.stop()
    over.abort()
    await Promise.all([talk.over, reading])
    return {
      cost: await finishTalk(talk, environment),
      also: `ended after ${Math.round(slowest)} ms at the latest, ${DRAIN_DELAY_MS} of which still taking work; ${answers} other answers`,
      failures: [...failures, ...within('drained', slowest, DRAIN_LIMIT_MS)],
    }
  } finally {
    client.disconnect()
    await proxy.close()
    await redis.close()
  }
}

/** Puts a file at the storage folder's path, so that storing files fails. */
async function runFullDisk(environment: TestEnvironment): Promise<Outcome> {
  const server = await environment.startServer()
  const talk = await startTalk({ rooms: ROOMS, messagesEach: Math.ceil(MESSAGES_EACH / 10), servers: [server] })
  const [sender, receiver] = [await server.profiled(), await server.profiled()]
  const room = await server.room(sender, receiver)
  const upload = async (): Promise<number> => {
    const answer = await fetch(`${server.url}/api/chat-rooms/${room.id}/files?client_id=${randomUUID()}&name=dot.png`, {
      method: 'POST',
      headers: { 'content-type': 'image/png', cookie: toCookieHeader(sender) },
      body: Buffer.from(A_PNG, 'base64'),
    })
    return answer.status
  }
  const failures: string[] = []
  const folder = join(environment.folder, 'files')
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, 'not a folder')
  const refused = await upload()
  if (refused !== 503) failures.push(`an answer of ${refused} instead of 503 where nothing can be stored`)
  if ((await server.page(receiver, room.id)).items.length > 0) failures.push('a message whose file was not stored')
  await talk.over
  await rm(folder)
  const accepted = await upload()
  if (accepted !== 200) failures.push(`an answer of ${accepted} instead of 200 once files can be stored again`)
  if ((await server.page(receiver, room.id)).items.length !== 1) failures.push('not one message of one stored file')
  return {
    cost: await finishTalk(talk, environment),
    also: `the upload was answered ${refused}, and once it was possible ${accepted}`,
    failures,
  }
}

async function runStripeFailures(environment: TestEnvironment): Promise<Outcome> {
  const { paid, lost, doubled, refusals } = await payUnderFaults(Math.ceil(MESSAGES / 10), environment)
  return {
    cost: { acknowledged: paid, lost, doubled, outOfOrder: 0, changes: 0, stale: 0 },
    also: `payments, all of them; ${refusals} answers asked for a retry`,
    failures: refusals > 0 ? [] : ['no fault was ever seen'],
  }
}

async function runNotificationFaults(environment: TestEnvironment): Promise<Outcome> {
  const { acknowledged, lost, doubled, needless, pushes, mails } = await notifyOfflineRecipients(MESSAGES, environment)
  return {
    cost: { acknowledged, lost, doubled, outOfOrder: 0, changes: 0, stale: 0 },
    also: `notified by ${pushes} pushes and ${mails} mails`,
    failures: needless === 0 ? [] : [`${needless} mails about messages that were already read`],
  }
}

const runPowerCut = (): Promise<Outcome> =>
  runPowerCutTest({ rooms: ROOMS, messagesEach: POWER_CUT_FACTOR * MESSAGES_EACH })

const FAULTS: [string, Run][] = [
  ['server killed (SIGKILL)', runServerKill],
  ['postgres killed and restarted', runPostgresKill],
  ['postgres away while people write', runPostgresOutage],
  ['embedded postgres killed', runEmbeddedPostgresKill],
  ['power cut', runPowerCut],
  ['started twice on the same data', runDoubleStart],
  ['redis killed and restarted', runRedisKill],
  ['nowhere to store an upload', runFullDisk],
  ['server ended (SIGTERM) under load', runServerDrain],
  ['servers restarted in turn behind a proxy', runRollingRestart],
  ['Stripe fails under payments', runStripeFailures],
  ['killed while notifying offline people', runNotificationFaults],
]

const figures = createFigures()

async function reportRun(name: string, run: Run, environment: TestEnvironment): Promise<void> {
  const { cost, also, failures } = await run(environment)
  const { acknowledged, lost, doubled, outOfOrder, changes, stale } = cost
  const summary = `of ${acknowledged} acknowledged ${lost} lost, ${doubled} doubled, ${outOfOrder} out of order; of ${changes} changes ${stale} lost or not shown; ${also}`
  figures.log(name, summary)
  for (const failure of new Set(failures)) figures.log(name, failure)
  figures.judge(name, lost + doubled + outOfOrder + stale + failures.length, { atMost: 0 }, '')
}

async function runInEnvironment(act: (environment: TestEnvironment) => Promise<void>): Promise<void> {
  const environment = await createTestEnvironment()
  try {
    await act(environment)
  } finally {
    await environment.close()
  }
}

figures.heading(
  `Faults under ${MESSAGES} messages each: lost, doubled, out of order, changes not shown, or a limit missed`,
)
for (const [name, run] of FAULTS.filter(([one]) => one.includes(ONLY))) {
  await runInEnvironment((environment) => reportRun(name, run, environment))
}
if (MONEY.includes(ONLY)) {
  figures.heading(`Money under faults, over ${PAYMENTS} payments with refunds and disputes`)
  await runInEnvironment((environment) => moveMoneyUnderFaults(PAYMENTS, environment, figures))
}
process.exit(figures.conclude())
