import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { CHROMIUM_FLAGS, findChromium } from '@kundig/testing/browser/chromium'
import { startKundig } from '@kundig/testing/browser/kundig-server'
import { computeMedian } from '@kundig/testing/figures/median'

import { createFigures } from '../figures.ts'
import { measureSlowVisits } from './slow-network.ts'
import { serveStaticCopy } from './static-copy.ts'

/**
 * Compares the landing page in Lighthouse (mobile, simulated slow connection) with the same page as a file on a minimal
 * server. Kundig runs with an embedded database and demo people. Also compares the dashboard with the landing page on
 * slow 3G. Ends with 1 after a missed budget.
 *
 * ROUNDS=3  rounds instead of 5
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 5)

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const SCORE_BUDGET = 95
const RATIO_BUDGET = 1.1
/** Maximum ratios to the landing page on slow 3G: for the dashboard's first paint and for its first card. */
const SLOW_BUDGETS = { paint: 1.2, card: 2.5 } as const

const ATTEMPTS = 3

/** Version of Lighthouse, which is downloaded when needed: only this benchmark uses its 76 packages and 150 MB. */
const LIGHTHOUSE = 'lighthouse@13.5.0'

interface LighthouseReport {
  audits: Partial<Record<string, { score: number | null; numericValue?: number }>>
  categories: Partial<Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>>
}

interface Round {
  scores: Record<(typeof CATEGORIES)[number], number>
  lcpMs: number
  blockedMs: number
  failed: string[]
}

/** Measures a page, with retries, because Lighthouse sometimes misses the start of a recording. */
async function visitWithRetries(url: string): Promise<Round> {
  for (let left = ATTEMPTS - 1; ; left--) {
    try {
      return await visitOnce(url)
    } catch (error) {
      if (left === 0) throw error
    }
  }
}

async function visitOnce(url: string): Promise<Round> {
  const chromium = findChromium()
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${CATEGORIES.join(',')}`,
      `--chrome-flags=${['--headless=new', ...CHROMIUM_FLAGS].join(' ')}`,
    ],
    { env: { ...process.env, ...(chromium !== undefined && { CHROME_PATH: chromium }) }, maxBuffer: REPORT_MAX },
  )
  const { audits, categories } = JSON.parse(stdout) as LighthouseReport
  const valueOf = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN
  const scoreOf = (category: string): number => Math.round((categories[category]?.score ?? 0) * 100)
  const weighed = CATEGORIES.slice(1).flatMap((category) => categories[category]?.auditRefs ?? [])
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    lcpMs: valueOf('largest-contentful-paint'),
    blockedMs: valueOf('total-blocking-time'),
    failed: weighed.filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0).map(({ id }) => id),
  }
}

const REPORT_MAX = 64_000_000

async function runBenchmark(): Promise<0 | 1> {
  const kundig = await startKundig()
  const copy = await serveStaticCopy(kundig.url)
  const live: Round[] = []
  const still: Round[] = []
  let slow: Awaited<ReturnType<typeof measureSlowVisits>>
  try {
    // An uncounted visit first fills the file system's caches.
    await visitWithRetries(kundig.url)
    for (let round = 1; round <= ROUNDS; round++) {
      live.push(await visitWithRetries(kundig.url))
      still.push(await visitWithRetries(copy.url))
      const [one, other] = [live.at(-1), still.at(-1)]
      console.log(`round ${round}: LCP ${one?.lcpMs.toFixed(0)} ms, as a file ${other?.lcpMs.toFixed(0)} ms`)
    }
    slow = await measureSlowVisits(kundig.url, ROUNDS)
  } finally {
    await copy.close()
    await kundig.stop()
  }

  const figures = createFigures()
  figures.heading(`The landing page in Lighthouse (mobile), medians of ${ROUNDS} rounds`)
  figures.log('HTML as sent', `${copy.bytes} bytes`)
  for (const category of CATEGORIES) {
    const score = computeMedian(live.map(({ scores }) => scores[category]))
    figures.judge(category, score, { atLeast: SCORE_BUDGET }, ' of 100')
  }
  const [lcpMs, fileLcpMs] = [live, still].map((rounds) => computeMedian(rounds.map((round) => round.lcpMs)))
  const ratio = (lcpMs ?? Number.NaN) / (fileLcpMs ?? Number.NaN)
  figures.judge('largest contentful paint, of the same page as a static file', ratio, { atMost: RATIO_BUDGET })
  figures.log('largest contentful paint', `${lcpMs?.toFixed(0)} ms, as a file ${fileLcpMs?.toFixed(0)} ms`)
  figures.log('blocked', `${computeMedian(live.map(({ blockedMs }) => blockedMs)).toFixed(0)} ms`)
  const failed = [...new Set(live.flatMap((round) => round.failed))]
  if (failed.length > 0) figures.log('audits that failed', failed.join(', '))

  const { landing, dashboard } = slow
  figures.heading(`The dashboard on slow 3G, beside the landing page, medians of ${ROUNDS} rounds`)
  const ofLanding = (ms: number): number => ms / landing.paintMs
  figures.judge('first paint, of that of the landing page', ofLanding(dashboard.paintMs), {
    atMost: SLOW_BUDGETS.paint,
  })
  figures.judge('first card, of the first paint of the landing page', ofLanding(dashboard.cardMs), {
    atMost: SLOW_BUDGETS.card,
  })
  const seconds = (ms: number): string => (ms / 1000).toFixed(2)
  figures.log('landing page', `paint ${seconds(landing.paintMs)} s, card ${seconds(landing.cardMs)} s`)
  figures.log('dashboard', `paint ${seconds(dashboard.paintMs)} s, card ${seconds(dashboard.cardMs)} s`)
  return figures.conclude()
}

process.exit(await runBenchmark())
