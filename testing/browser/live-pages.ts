import { expect, type Page, type Request } from '@playwright/test'

export async function openLivePage(page: Page, path: string): Promise<void> {
  const opened = page.waitForEvent('websocket', (socket) => socket.url().includes('/live'))
  await page.goto(path)
  // Socket.IO confirms a connection with a packet that starts with 40.
  await (await opened).waitForEvent('framereceived', ({ payload }) => payload.toString().startsWith('40'))
}

/** Counts unanswered calls of a page. Must be called before the page opens. */
export function watchUnansweredCalls(page: Page): () => number {
  const asked = new Set<Request>()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/rpc/')) asked.add(request)
  })
  const forget = (request: Request): void => void asked.delete(request)
  page.on('requestfinished', forget).on('requestfailed', forget)
  return () => asked.size
}

/** Waits for hydration, which adds React's properties to the elements. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(document.getElementById('main') ?? {}).some((key) => key.startsWith('__react'))),
    )
    .toBe(true)
}
