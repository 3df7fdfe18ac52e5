import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { readBooksHealth } from '@kundig/server/features/books/ledger/books.service'
import { createRequestBacklogs } from '@kundig/server/features/connection-requests/backlog.service'
import { createNotificationBacklogs } from '@kundig/server/features/notifications/backlog.service'
import { HealthService } from '@kundig/server/features/operations/health/health.service'
import { createSafetyBacklogs } from '@kundig/server/features/safety/backlog.service'
import { createPaymentModuleBacklogs } from '@kundig/server/payment-modules'
import { openDatabase } from '@kundig/server/platform/database/database'
import { migrate } from '@kundig/server/platform/database/migrate'
import { findFreePort } from '@kundig/server/platform/http/free-port'
import { createLogger } from '@kundig/server/platform/logging/logger'
import { createDatabase, openSql } from '@kundig/testing/database/test-database'
import { type ServerChild, startServerChild } from '@kundig/testing/server/server-child'

import { BENCH_SECRET, startBenchApp } from '../bench-app.ts'
import { openBenchPostgres } from '../bench-postgres.ts'
import { createFigures } from '../figures.ts'
import { computeQuantile } from '../search/http-rounds.ts'
import { fillBacklogs } from './fill-backlogs.ts'

/**
 * Compares the cost of the health page with many pending rows of each kind and with a few thousand in the same run.
 * Also compares a message's processor time with and without METRICS_PORT. Ends with 1 after a missed budget.
 *
 * SIZE=100000   rows of each kind instead of a million
 * ROUNDS=10     rounds instead of 30
 */
const SIZE = Number(process.env['SIZE'] ?? 1_000_000)
const ROUNDS = Number(process.env['ROUNDS'] ?? 30)
/** Number of rows in the small database. It exceeds the counting limit, so that both databases count equally many. */
const FEW = 4000
/** Maximum ratio of two times: reading the health page's data in the large and in the small database. */
const READING_BUDGET = 1.5
/** Maximum ratio of a message's cost with metrics to the cost without. Two equal runs can differ by as much. */
const MESSAGE_BUDGET = 1.1
const MESSAGES_PER_ROUND = 500

/** @returns a function that reads the health of the database without a cache */
async function prepareHealthReader(databaseUrl: string, rows: number, folder: string, opened: AsyncDisposableStack) {
  await migrate(databaseUrl)
  // The job queue creates its own tables.
  await (await startBenchApp({ databaseUrl, folder, withPages: false })).close()
  const sql = await openSql(databaseUrl)
  await fillBacklogs(sql, rows)
  await sql.close()
  const { db, close } = openDatabase(databaseUrl, 2, createLogger('silent'))
  opened.defer(close)
  const backlogs = [
    createNotificationBacklogs,
    createPaymentModuleBacklogs,
    createRequestBacklogs,
    createSafetyBacklogs,
  ].map((of) => of({ db, paymentChoice: 'simulator' }))
  const readBooks = () => readBooksHealth(db, { id: 'acct_none', livemode: false })
  const health = new HealthService({
    db,
    backlogs,
    readLastBackup: async () => null,
    takesPayments: true,
    readBooks,
    keptMs: 0,
  })
  return () => health.read()
}

/** Reads the processor time of all threads of a process so far (ms); Linux only. */
function readProcessorTimeMs({ process: { pid } }: ServerChild): number {
  const tasks = `/proc/${pid}/task`
  const times = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
  )
  return times.reduce((sum, ns) => sum + ns, 0) / 1e6
}

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** @returns a function that sends messages by HTTP, and returns the server's processor time (ms) */
async function createMessageSender(server: ServerChild) {
  const [ann, bob] = [await server.signUpWithProfile(), await server.signUpWithProfile()]
  const { id } = await server.room(ann, bob)
  return async (): Promise<number> => {
    const before = readProcessorTimeMs(server)
    for (let sent = 0; sent < MESSAGES_PER_ROUND; sent += 10) {
      await Promise.all(
        Array.from({ length: 10 }, () =>
          server.must(ann, 'POST', `/api/chat-rooms/${id}/messages`, {
            client_id: randomUUID(),
            content: 'A message as people write them.',
          }),
        ),
      )
    }
    return readProcessorTimeMs(server) - before
  }
}

async function main(): Promise<0 | 1> {
  await using opened = new AsyncDisposableStack()
  const postgres = await openBenchPostgres(opened)
  const figures = createFigures()

  const few = await prepareHealthReader(
    await createDatabase(postgres.url, 'few'),
    FEW,
    join(postgres.folder, 'few'),
    opened,
  )
  const many = await prepareHealthReader(
    await createDatabase(postgres.url, 'many'),
    SIZE,
    join(postgres.folder, 'many'),
    opened,
  )
  const [small, large]: [number[], number[]] = [[], []]
  for (let round = -3; round < ROUNDS; round++) {
    const [one, other] = [await measureTime(few), await measureTime(many)]
    if (round >= 0) {
      small.push(one)
      large.push(other)
    }
  }
  figures.heading(`How a site with ${SIZE} rows of each that waits is, of the same with ${FEW}`)
  const p50 = [small, large].map((times) =>
    computeQuantile(
      times.toSorted((a, b) => a - b),
      0.5,
    ),
  )
  figures.log('reading all of it', `p50 ${p50.map((ms) => ms.toFixed(1)).join(' → ')} ms`)
  figures.judge('reading all of it, p50', (p50[1] ?? Number.NaN) / (p50[0] ?? Number.NaN), { atMost: READING_BUDGET })

  const databaseUrl = await createDatabase(postgres.url, 'messages')
  await migrate(databaseUrl)
  const settings = { DATABASE_URL: databaseUrl, AUTH_SECRET: BENCH_SECRET, DATA_DIR: postgres.folder }
  const port = String(await findFreePort())
  const servers = [await startServerChild(settings), await startServerChild({ ...settings, METRICS_PORT: port })]
  for (const server of servers) opened.defer(server.kill)
  const rooms = await Promise.all(servers.map(createMessageSender))
  const costs: number[][] = [[], []]
  for (let round = -3; round < ROUNDS; round++) {
    for (const [at, send] of rooms.entries()) {
      const cost = await send()
      if (round >= 0) costs[at]?.push(cost)
    }
    await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  }
  const [plain = 0, measured = 0] = costs.map(
    (all) => all.reduce((sum, one) => sum + one, 0) / ROUNDS / MESSAGES_PER_ROUND,
  )
  figures.heading('A message to a server that is measured, of one to a server that is not')
  figures.log('a message', `${(plain * 1000).toFixed(0)} → ${(measured * 1000).toFixed(0)} µs of a processor`)
  figures.judge('a message, processor time', measured / plain, { atMost: MESSAGE_BUDGET })
  return figures.conclude()
}

process.exitCode = await main()
