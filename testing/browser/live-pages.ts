import { expect, type Page, type Request } from '@playwright/test'

/**
 * Opens a page, and waits until it answers to keys and clicks and is sent live events: what came before is fetched, and
 * is no news.
 */
export async function openLive(page: Page, path: string): Promise<void> {
  const opened = page.waitForEvent('websocket', (socket) => socket.url().includes('/live'))
  await page.goto(path)
  // Socket.IO's answer to joining.
  await (await opened).waitForEvent('framereceived', ({ payload }) => payload.toString().startsWith('40'))
}

/** Counts the calls of a page that are not answered yet. Call it before the page is opened. */
export function countUnanswered(page: Page): () => number {
  const asked = new Set<Request>()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/rpc/')) asked.add(request)
  })
  const forget = (request: Request): void => void asked.delete(request)
  page.on('requestfinished', forget).on('requestfailed', forget)
  return () => asked.size
}

/** Waits until the page answers by its own code: React marks what it has taken over. */
export async function untilTakenOver(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(document.getElementById('main') ?? {}).some((key) => key.startsWith('__react'))),
    )
    .toBe(true)
}
