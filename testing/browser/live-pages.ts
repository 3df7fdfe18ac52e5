import type { Page } from '@playwright/test'

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
