import { join } from 'node:path'

import { migrate } from '@kundig/server/platform/database/migrate'
import { createDatabase, openSql, type Sql } from '@kundig/testing/database/test-database'
import { turnOnSecondFactor } from '@kundig/testing/people/authenticator-app'
import { giveRole } from '@kundig/testing/people/operators'
import { createClient } from '@kundig/testing/people/test-client'

import { startBenchApp } from '../bench-app.ts'
import { openBenchPostgres } from '../bench-postgres.ts'
import { createFigures } from '../figures.ts'
import { measureCases, computeQuantile } from '../search/http-rounds.ts'
import { fillReports } from './fill-reports.ts'

/**
 * Compares a page of the report queue over HTTP with many and with few reports in the same run. Ends with 1 after a
 * missed budget.
 *
 * SIZE=10000    reports instead of a hundred thousand
 * ROUNDS=20     rounds instead of 60
 */
const SIZE = Number(process.env['SIZE'] ?? 100_000)
const ROUNDS = Number(process.env['ROUNDS'] ?? 60)
const FEW = 1000
const BUDGET = 1.5
const REQUESTS_PER_ROUND = 20

interface Queue {
  cookie: string
  urls: Record<(typeof PAGES)[number], string>
}

const PAGES = ['first page', 'page in the middle', 'what one has taken'] as const

async function main(): Promise<0 | 1> {
  await using opened = new AsyncDisposableStack()
  const postgres = await openBenchPostgres(opened)
  const few = await prepareReportQueue(
    await createDatabase(postgres.url, 'few'),
    FEW,
    join(postgres.folder, 'few'),
    opened,
  )
  const many = await prepareReportQueue(
    await createDatabase(postgres.url, 'many'),
    SIZE,
    join(postgres.folder, 'many'),
    opened,
  )
  const times = await measureCases(
    '',
    PAGES.flatMap((name) =>
      [few, many].map(({ cookie, urls }) => ({ name, path: () => urls[name], cookie, perRound: REQUESTS_PER_ROUND })),
    ),
    ROUNDS,
  )
  const figures = createFigures()
  figures.heading(`The queue of ${SIZE} reports over HTTP, of the same with ${FEW}`)
  for (const [at, name] of PAGES.entries()) {
    const [small = [], large = []] = times.slice(2 * at)
    const shown = [0.5, 0.95].map(
      (share) => `${computeQuantile(small, share).toFixed(2)} → ${computeQuantile(large, share).toFixed(2)}`,
    )
    figures.log(name, `p50 ${shown[0]} ms, p95 ${shown[1]} ms`)
    figures.judge(`${name}, p50`, computeQuantile(large, 0.5) / computeQuantile(small, 0.5), { atMost: BUDGET })
  }
  return figures.conclude()
}

async function prepareReportQueue(
  databaseUrl: string,
  reports: number,
  folder: string,
  opened: AsyncDisposableStack,
): Promise<Queue> {
  await migrate(databaseUrl)
  const sql = await openSql(databaseUrl)
  opened.defer(() => sql.close())
  const app = await startBenchApp({ databaseUrl, folder, withPages: false })
  opened.defer(() => app.close())
  const origin = app.url.replace('localhost', '127.0.0.1')
  const client = createClient(origin)
  opened.defer(async () => client.disconnect())
  const operator = await client.profiled({ full_name: 'Jan Jansen' })
  await giveRole(sql.query, operator, 'moderator')
  await turnOnSecondFactor(client, sql.query, operator)
  await fillReports(sql, reports, operator.id)
  const list = `${origin}/api/operations/cases`
  return {
    cookie: Array.from(operator.cookies, ([name, value]) => `${name}=${value}`).join('; '),
    urls: {
      'first page': list,
      'page in the middle': `${list}?cursor=${encodeURIComponent(await findMiddleCursor(sql))}`,
      'what one has taken': `${list}?mine=true`,
    },
  }
}

async function findMiddleCursor(sql: Sql): Promise<string> {
  const [row] = await sql.query<{ severity: number; opened_at: Date; id: string }>(
    `SELECT severity, opened_at, id FROM report_cases WHERE decided_at IS NULL
     ORDER BY severity DESC, opened_at, id
     OFFSET (SELECT count(*) / 2 FROM report_cases WHERE decided_at IS NULL) LIMIT 1`,
  )
  if (!row) throw new Error('no open case')
  const place = Buffer.from(JSON.stringify([row.opened_at.toISOString(), row.id])).toString('base64url')
  return `${row.severity}.${place}`
}

process.exitCode = await main()
