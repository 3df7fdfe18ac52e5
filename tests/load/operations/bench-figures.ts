import { FiguresService } from '@kundig/server/features/operations/figures/figures.service'
import { openDatabase } from '@kundig/server/platform/database/database'
import { migrate } from '@kundig/server/platform/database/migrate'
import { createLogger } from '@kundig/server/platform/logging/logger'
import { createDatabase, openSql } from '@kundig/testing/database/test-database'

import { openBenchPostgres } from '../bench-postgres.ts'
import { createFigures } from '../figures.ts'
import { computeQuantile } from '../search/http-rounds.ts'
import { fillFigureSources } from './fill-days.ts'

/**
 * Compares reading a year's figures over ten million events with two other reads in the same run: a row read by key,
 * and a week's figures. Also measures the time to count the year once. Ends with 1 after a missed budget.
 *
 * SIZE=1000000   events instead of ten million
 * ROUNDS=100     rounds instead of 300
 */
const SIZE = Number(process.env['SIZE'] ?? 10_000_000)
const ROUNDS = Number(process.env['ROUNDS'] ?? 300)
const YEAR_BUDGET_MS = 300
/** Maximum ratio of reading a year to reading a row by key, which costs little more than a round trip. */
const KEY_BUDGET = 100
/** Maximum ratio of reading a year to reading a week, which has a fiftieth of the rows. */
const WEEK_BUDGET = 20

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function main(): Promise<0 | 1> {
  await using opened = new AsyncDisposableStack()
  const postgres = await openBenchPostgres(opened)
  const databaseUrl = await createDatabase(postgres.url, 'figures')
  await migrate(databaseUrl)
  const sql = await openSql(databaseUrl)
  opened.defer(() => sql.close())
  await fillFigureSources(sql, SIZE)
  const [person] = await sql.query<{ id: string }>('SELECT id FROM profiles LIMIT 1')
  const { db, query, close } = openDatabase(databaseUrl, 4, createLogger('silent'))
  opened.defer(close)
  const service = new FiguresService({ db })

  const figures = createFigures()
  figures.heading(`Figures by day over ${SIZE} events`)
  const foldMs = await measureTime(() => service.fold())
  figures.log('counting the whole year, once', `${(foldMs / 1000).toFixed(1)} s`)

  const ways = [
    () => query('SELECT * FROM profiles WHERE id = $1', [person?.id]),
    () => service.read(7),
    () => service.read(365),
  ]
  const times: number[][] = ways.map(() => [])
  for (let round = -10; round < ROUNDS; round++) {
    for (const [at, way] of ways.entries()) {
      const ms = await measureTime(way)
      if (round >= 0) times[at]?.push(ms)
    }
  }
  const sorted = times.map((all) => all.toSorted((one, other) => one - other))
  for (const [at, name] of ['a row by its key', 'figures of a week', 'figures of a year'].entries()) {
    const shown = [0.5, 0.95].map((share) => computeQuantile(sorted[at] ?? [], share).toFixed(2))
    figures.log(name, `p50 ${shown[0]} ms, p95 ${shown[1]} ms`)
  }
  const [key = Number.NaN, week = Number.NaN, year = Number.NaN] = sorted.map((all) => computeQuantile(all, 0.95))
  figures.judge('a year, p95', year, { atMost: YEAR_BUDGET_MS }, ' ms')
  figures.judge('a year, p95, of a row by its key', year / key, { atMost: KEY_BUDGET })
  figures.judge('a year, p95, of a week', year / week, { atMost: WEEK_BUDGET })
  return figures.conclude()
}

process.exitCode = await main()
