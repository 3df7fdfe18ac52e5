import { type Browser, chromium, type Page } from '@playwright/test'

import { findChromium, createLaunchOptions } from '@kundig/testing/browser/chromium'
import { computeMedian } from '@kundig/testing/figures/median'

/** Slow mobile connection and cheap phone: bytes per second, latency (ms), slowdown factor of the processor. */
const SLOW_3G = { bytesPerSecond: 50_000, latencyMs: 400, slowdown: 4 } as const

const READER = { email: 'sanne@kundig.example', password: 'Blauwe-Klaproos-47' } as const

export interface FirstSights {
  paintMs: number
  cardMs: number
}

export async function measureSlowVisits(
  url: string,
  rounds: number,
): Promise<{ landing: FirstSights; dashboard: FirstSights }> {
  const browser = await chromium.launch(createLaunchOptions(findChromium()))
  const landing: FirstSights[] = []
  const dashboard: FirstSights[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      landing.push(await visit(browser, url, '/'))
      dashboard.push(await visit(browser, url, '/dashboard'))
    }
  } finally {
    await browser.close()
  }
  return { landing: computeMedianTimes(landing), dashboard: computeMedianTimes(dashboard) }
}

function computeMedianTimes(sights: readonly FirstSights[]): FirstSights {
  return {
    paintMs: computeMedian(sights.map((one) => one.paintMs)),
    cardMs: computeMedian(sights.map((one) => one.cardMs)),
  }
}

async function visit(browser: Browser, url: string, path: '/' | '/dashboard'): Promise<FirstSights> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 375, height: 812 }, locale: 'en' })
  try {
    if (path === '/dashboard') {
      const answer = await context.request.post('/api/auth/sign-in/email', { data: READER, headers: { origin: url } })
      if (!answer.ok()) throw new Error(`login failed: ${answer.status()}`)
    }
    const page = await context.newPage()
    await throttlePage(page)
    await page.addInitScript(recordFirstCard)
    await page.goto(path, { waitUntil: 'commit' })
    const sights = await page.waitForFunction(() => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0]
      const cardMs: unknown = Reflect.get(window, 'firstCardMs')
      return paint && typeof cardMs === 'number' ? { paintMs: paint.startTime, cardMs } : null
    })
    const found = await sights.jsonValue()
    if (!found) throw new Error(`nothing was painted at ${path}`)
    return found
  } finally {
    await context.close()
  }
}

async function throttlePage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW_3G.latencyMs,
    downloadThroughput: SLOW_3G.bytesPerSecond,
    uploadThroughput: SLOW_3G.bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_3G.slowdown })
}

function recordFirstCard(): void {
  const look = (): void => {
    if (document.querySelector('article') === null) requestAnimationFrame(look)
    else Object.assign(window, { firstCardMs: performance.now() })
  }
  requestAnimationFrame(look)
}
