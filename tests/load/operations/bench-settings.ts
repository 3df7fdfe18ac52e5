import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Branding } from '@kundig/contract/site/branding'
import { openDatabase } from '@kundig/server/platform/database/database'
import { migrate } from '@kundig/server/platform/database/migrate'
import { createLogger } from '@kundig/server/platform/logging/logger'
import { SiteSettingsStore } from '@kundig/server/platform/settings/site-settings'
import { createDatabase, openSql } from '@kundig/testing/database/test-database'

import { startBenchApp } from '../bench-app.ts'
import { openBenchPostgres } from '../bench-postgres.ts'
import { createFigures } from '../figures.ts'
import { measureCases, computeQuantile } from '../search/http-rounds.ts'

/**
 * Measures the cost of settings in one run. Compares the landing page with and without branding, and reading the
 * settings in a request with reading a row by key. Also compares the delay of a change on another server with the
 * second between checks. Ends with 1 after a missed budget.
 *
 * ROUNDS=20   rounds instead of 60
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 60)
const REQUESTS_PER_ROUND = 20
/** Maximum ratio of the page's time with branding to its time without. Two equal runs can differ by as much. */
const PAGE_BUDGET = 1.15
/** A read by key must take at least this many times as long as a read of the settings. */
const READ_BUDGET = 1000
const READS = 1_000_000
const KEY_READS = 2000
const CHANGES = 20
/** Interval between a server's checks for changes (ms). */
const CHECK_MS = 1000
/** Maximum number of intervals until a change reaches all servers. */
const CHANGE_BUDGET = 2

const BRANDING: Partial<Branding> = {
  name: 'Vraag & Raad',
  primary: '#0b4f6c',
  accent: '#ffb703',
  legal_name: 'Vraag en Raad B.V.',
  headline_en: 'Ask someone who did it',
  headline_nl: 'Vraag het wie het deed',
  lead_en: 'Find a person with practice.',
  lead_nl: 'Vind iemand met ervaring.',
  footer_en: 'Made with care',
  footer_nl: 'Met zorg gemaakt',
}
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h40v20H0z"/></svg>'

async function main(): Promise<0 | 1> {
  await using opened = new AsyncDisposableStack()
  const postgres = await openBenchPostgres(opened)

  async function startSite(name: string, stored: object): Promise<{ origin: string; databaseUrl: string }> {
    const databaseUrl = await createDatabase(postgres.url, name)
    await migrate(databaseUrl)
    const sql = await openSql(databaseUrl)
    opened.defer(() => sql.close())
    await sql.query('UPDATE site_settings SET version = version + 1, stored = $1', [JSON.stringify(stored)])
    const app = await startBenchApp({ databaseUrl, folder: join(postgres.folder, name), withPages: true })
    opened.defer(() => app.close())
    return { origin: app.url.replace('localhost', '127.0.0.1'), databaseUrl }
  }
  const version = createHash('sha256').update(DRAWING).digest('hex').slice(0, 16)
  const plain = await startSite('plain', {})
  const faced = await startSite('faced', { face: BRANDING, logo: { version, width: 40, height: 20 } })

  const figures = createFigures()
  figures.heading('The landing page of a site with a face of its own, of one without')
  const [without = [], withFace = []] = await measureCases(
    '',
    [plain, faced].map(({ origin }, at) => ({
      name: String(at),
      path: () => `${origin}/`,
      perRound: REQUESTS_PER_ROUND,
    })),
    ROUNDS,
  )
  const shown = [0.5, 0.95].map(
    (share) => `${computeQuantile(without, share).toFixed(2)} → ${computeQuantile(withFace, share).toFixed(2)}`,
  )
  figures.log('the landing page', `p50 ${shown[0]} ms, p95 ${shown[1]} ms`)
  figures.judge('the landing page, p50', computeQuantile(withFace, 0.5) / computeQuantile(without, 0.5), {
    atMost: PAGE_BUDGET,
  })

  const logger = createLogger('silent')
  const { db, query, close } = openDatabase(faced.databaseUrl, 2, logger)
  opened.defer(close)
  const settings = new SiteSettingsStore({ db, logger })
  opened.defer(await settings.start())
  const keyMs = await measureTime(KEY_READS, () => query('SELECT version FROM site_settings WHERE is_only', []))
  // The result is used, so that the compiler cannot remove the read.
  let letters = 0
  const readMs = await measureTime(READS, () => {
    letters += settings.read().face.name.length
  })
  if (letters === 0) throw new Error('the site has no name')
  figures.heading('A row that is read by its key, of what is set, as every request reads it')
  figures.log('once', `${(keyMs * 1000).toFixed(0)} µs, ${(readMs * 1e6).toFixed(0)} ns`)
  figures.judge('a key read, of reading what is set', keyMs / readMs, { atLeast: READ_BUDGET })

  const waits: number[] = []
  for (let at = 0; at < CHANGES; at++) {
    const name = `Name ${at}`
    await query('UPDATE site_settings SET version = version + 1, stored = $1', [{ face: { ...BRANDING, name } }])
    const changedAt = performance.now()
    while (settings.read().face.name !== name) await sleep(5)
    waits.push(performance.now() - changedAt)
  }
  figures.heading('A change on another server, of the second after which each looks')
  figures.log(
    'a change',
    `p50 ${computeQuantile(waits, 0.5).toFixed(0)} ms, the slowest ${Math.max(...waits).toFixed(0)} ms`,
  )
  figures.judge('the slowest change, of a second', Math.max(...waits) / CHECK_MS, { atMost: CHANGE_BUDGET })
  return figures.conclude()
}

async function measureTime(times: number, work: () => unknown): Promise<number> {
  const startedAt = performance.now()
  for (let at = 0; at < times; at++) {
    const done = work()
    if (done instanceof Promise) await done
  }
  return (performance.now() - startedAt) / times
}

process.exitCode = await main()
