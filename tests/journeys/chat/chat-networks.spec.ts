import type { Browser, BrowserContext } from '@playwright/test'

import { openRoom, sendMessage } from '@kundig/testing/browser/chats'
import { type NetworkProxy, startNetworkProxy } from '@kundig/testing/browser/network-proxy'
import { expect, PASSWORD, type Person, test } from '@kundig/testing/browser/people'

const browserBehind = (
  browser: Browser,
  url: string,
  proxy: NetworkProxy,
  session?: Awaited<ReturnType<BrowserContext['storageState']>>,
): Promise<BrowserContext> =>
  browser.newContext({
    baseURL: url,
    proxy: { server: proxy.url, bypass: '<-loopback>' },
    reducedMotion: 'reduce',
    ...(session && { storageState: session }),
  })

for (const treatment of ['refuses', 'answers nothing'] as const) {
  test(`people log in and chat both ways, live, where the network ${treatment} on a WebSocket request`, async ({
    people,
    browser,
  }) => {
    const { asker, expert, roomId } = await people.pair()
    const proxy = await startNetworkProxy(treatment)
    const context = await browserBehind(browser, people.url, proxy)
    try {
      const page = await context.newPage()
      await page.goto('/login')
      await page.getByLabel('Email', { exact: true }).fill(asker.email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Log In', exact: true }).click()
      await expect(page).toHaveURL(/\/(?:dashboard|account)/u)
      await openRoom(page, roomId)
      await openRoom(expert.page, roomId)
      await sendMessage(page, 'through a narrow door')
      await expect(expert.page.getByRole('log').getByText('through a narrow door')).toBeVisible({ timeout: 20_000 })
      await expect(page.getByRole('log').getByText('Sending')).toHaveCount(0)
      // Typing notices are sent only over live connections. A client that has not connected yet misses the notice.
      await expect(async () => {
        await expert.page.getByLabel('Message', { exact: true }).pressSequentially('and ba')
        await expect(page.getByText(/is typing/u)).toBeVisible({ timeout: 5000 })
      }).toPass({ timeout: 30_000 })
      await expert.page.getByLabel('Message', { exact: true }).fill('and back')
      await expert.page.keyboard.press('Enter')
      await expect(page.getByRole('log').getByText('and back')).toBeVisible()
      expect(proxy.asked()).toBeGreaterThan(0)
    } finally {
      await context.close()
      proxy.close()
    }
  })
}

test('messages are sent and fetched over HTTP without any live connection', async ({ people }) => {
  test.setTimeout(120_000)
  const { asker, expert, roomId } = await people.pair()
  await openRoom(expert.page, roomId)
  await asker.page.routeWebSocket(/\/live\//u, (socket) => void socket.close())
  await asker.context.route('**/live/**', (route) => route.abort())
  await openRoom(asker.page, roomId)
  await sendMessage(asker.page, 'by another way')
  await expect(expert.page.getByRole('log').getByText('by another way')).toBeVisible({ timeout: 60_000 })
  await expect(asker.page.getByRole('log').getByText('Sending')).toHaveCount(0)
  await sendMessage(expert.page, 'an answer to it')
  await expect(asker.page.getByRole('log').getByText('an answer to it')).toBeVisible({ timeout: 60_000 })
})

for (const [what, look] of [
  ['a message is written', ({ page }: Person) => sendMessage(page, 'into the dark')],
  [
    'the tab is looked at again',
    ({ page }: Person) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
  ],
  ['the network is back', ({ page }: Person) => page.evaluate(() => window.dispatchEvent(new Event('online')))],
] as const) {
  test(`a silently dead connection is replaced within seconds once ${what}`, async ({ people, browser }) => {
    const { asker, expert, roomId } = await people.pair()
    const proxy = await startNetworkProxy('passes on')
    const context = await browserBehind(browser, people.url, proxy, await asker.context.storageState())
    try {
      const page = await context.newPage()
      await openRoom(expert.page, roomId)
      await openRoom(page, roomId)
      await sendMessage(expert.page, 'all is well')
      await expect(page.getByRole('log').getByText('all is well')).toBeVisible()
      expect(proxy.asked()).toBe(1)
      proxy.fallSilent()
      await sendMessage(expert.page, 'do you read me')
      await look({ ...asker, page, context })
      // Heartbeats alone need 8 to 18 seconds to detect a dead connection.
      await expect.poll(proxy.asked, { timeout: 15_000 }).toBe(2)
      await expect(page.getByRole('log').getByText('do you read me')).toBeVisible()
      await expect(page.getByRole('log').getByText('Sending')).toHaveCount(0)
    } finally {
      await context.close()
      proxy.close()
    }
  })
}
