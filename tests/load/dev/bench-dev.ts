import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium, type Page } from '@playwright/test'

import { startEmbeddedPostgres } from '@kundig/server/platform/database/embedded-postgres'
import { findFreePort } from '@kundig/server/platform/http/free-port'
import { findChromium, createLaunchOptions } from '@kundig/testing/browser/chromium'
import { computeMedian } from '@kundig/testing/figures/median'
import { startChild } from '@kundig/testing/server/child-server'
import { type DevelopmentCopy, startDevelopmentCopy } from '@kundig/testing/server/development'

import { createFigures } from '../figures.ts'
import { serveBarePage } from './bare-page.ts'

/**
 * Measures two delays of a code change in development, and ends with exit code 1 if a budget is missed:
 * - until a changed component is on the screen, compared with a page of one component that Vite serves alone
 * - until a changed service answers, compared with a start of the server
 *
 * ROUNDS=3  rounds instead of 5
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 5)

const COMPONENT_BUDGET = 5
const SERVICE_BUDGET = 2.5

const COMPONENT = 'web/src/design-system/fields/text-area.tsx'
const SERVICE = 'server/src/features/profiles/profile.service.ts'
const MISSING_PROFILE = '/api/profiles/0198c0de-0000-7000-8000-000000000000'
const RETRY_MS = 20

async function measureComponentReload(
  page: Page,
  edit: (mark: string) => Promise<void>,
  mark: string,
): Promise<number> {
  const startedAt = performance.now()
  await edit(mark)
  await page.locator(`textarea[data-mark="${mark}"]`).first().waitFor({ state: 'attached' })
  return performance.now() - startedAt
}

async function measureServiceReload(copy: DevelopmentCopy, from: string, to: string, status: number): Promise<number> {
  const startedAt = performance.now()
  await copy.edit(SERVICE, `throw new Refusal('${from}')`, `throw new Refusal('${to}')`)
  for (;;) {
    const answer = await fetch(`${copy.url}${MISSING_PROFILE}`).catch(() => null)
    if (answer?.status === status) return performance.now() - startedAt
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_MS)
    })
  }
}

async function measureServerStart(databaseUrl: string, dataDir: string): Promise<number> {
  const startedAt = performance.now()
  const child = startChild('@kundig/server/main', {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: String(await findFreePort()),
  })
  await child.printed('Kundig is running')
  const tookMs = performance.now() - startedAt
  child.signal('SIGTERM')
  await child.ended
  return tookMs
}

async function benchDevelopment(copy: DevelopmentCopy, databaseUrl: string, dataDir: string): Promise<0 | 1> {
  const browser = await chromium.launch(createLaunchOptions(findChromium()))
  const bare = await serveBarePage()
  try {
    const pages = { bare: await browser.newPage(), ours: await browser.newPage() }
    await pages.bare.goto(bare.url)
    await pages.bare.locator('textarea').waitFor()
    await pages.ours.goto(`${copy.url}/dev/gallery`)
    await pages.ours.locator('textarea').first().waitFor()
    const times = { bare: [] as number[], component: [] as number[], start: [] as number[], service: [] as number[] }
    // Cases are measured in turn, because the load of a busy machine varies.
    let last = '<textarea\n'
    for (let round = 1; round <= ROUNDS; round++) {
      const from = last
      last = `<textarea data-mark="${round}"\n`
      times.bare.push(await measureComponentReload(pages.bare, () => bare.edit(from, last), String(round)))
      times.component.push(
        await measureComponentReload(pages.ours, () => copy.edit(COMPONENT, from, last), String(round)),
      )
    }
    for (let round = 1; round <= ROUNDS; round++) {
      times.start.push(await measureServerStart(databaseUrl, dataDir))
      const [from, to, status] =
        round % 2 === 1
          ? (['PROFILE_NOT_FOUND', 'PROFILE_NOT_PUBLIC', 403] as const)
          : (['PROFILE_NOT_PUBLIC', 'PROFILE_NOT_FOUND', 404] as const)
      times.service.push(await measureServiceReload(copy, from, to, status))
    }
    const figures = createFigures()
    const tell = (name: string, of: keyof typeof times): void =>
      figures.log(name, `${(computeMedian(times[of]) / 1000).toFixed(2)} s`)
    figures.heading(`From a change to its effect while developing, medians of ${ROUNDS} rounds`)
    tell('a bare page: on the screen', 'bare')
    tell('a component: on the screen', 'component')
    figures.judge('a component, of a bare page', computeMedian(times.component) / computeMedian(times.bare), {
      atMost: COMPONENT_BUDGET,
    })
    tell('the server’s start alone', 'start')
    tell('a service: in an answer', 'service')
    figures.judge('a service, of the server’s start', computeMedian(times.service) / computeMedian(times.start), {
      atMost: SERVICE_BUDGET,
    })
    return figures.conclude()
  } finally {
    await bare.close()
    await browser.close()
  }
}

async function main(): Promise<0 | 1> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kundig-bench-'))
  // PostgreSQL may run as another user, who must have access to the folder.
  await chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    const copy = await startDevelopmentCopy()
    try {
      return await benchDevelopment(copy, postgres.url, dataDir)
    } finally {
      await copy.stop()
    }
  } finally {
    await postgres.stop()
    await rm(postgres.location, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
}

process.exitCode = await main()
