import type { Page } from '@playwright/test'

import { openRoom, sendMessage } from '@kundig/testing/browser/chats'
import { openLivePage } from '@kundig/testing/browser/live-pages'
import { expect, PASSWORD, type Person, test } from '@kundig/testing/browser/people'

async function goOffline({ page, context }: Person): Promise<void> {
  await context.setOffline(true)
  // An open connection does not detect a lost network without this event.
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
}

async function crash({ page, context }: Person): Promise<void> {
  const devtools = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  devtools.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}

const WRITTEN = ['first without', 'second without', 'third without']

async function expectOnce(page: Page, texts: readonly string[]): Promise<void> {
  const bubbles = page.getByRole('log').locator('.bubble')
  await expect(bubbles).toHaveCount(texts.length, { timeout: 30_000 })
  const shown = await bubbles.allTextContents()
  for (const [index, text] of texts.entries()) expect(shown[index]).toContain(text)
}

for (const [how, leave] of [
  ['the tab was closed', ({ page }: Person) => page.close()],
  ['the tab crashed', crash],
] as const) {
  test(`messages written offline are sent once and in order, after ${how} and was opened again`, async ({ people }) => {
    const { asker, expert, roomId } = await people.pair()
    await openRoom(expert.page, roomId)
    // The connection must be open: going offline does not cut a connection in progress.
    await openLivePage(asker.page, `/dashboard?tab=chats&room=${roomId}`)
    await expect(asker.page.getByRole('button', { name: 'Send', exact: true })).toHaveAttribute(
      'aria-disabled',
      'false',
    )
    await expect(asker.page.getByRole('log').getByText('Could we talk?')).toBeVisible()
    await goOffline(asker)
    for (const text of WRITTEN) await sendMessage(asker.page, text)
    const sending = asker.page.getByRole('log').getByText('Sending')
    await expect(sending).toHaveCount(WRITTEN.length)
    await leave(asker)
    await asker.context.setOffline(false)

    const reopened = await asker.context.newPage()
    await reopened.goto('/account')
    await expectOnce(expert.page, WRITTEN)
    await openRoom(reopened, roomId)
    await expectOnce(reopened, WRITTEN)
    await expect(reopened.getByRole('log').getByText('Sending')).toHaveCount(0)
  })
}

test(
  'unsent messages are shown again after a reload, even before they can be sent',
  { tag: '@core' },
  async ({ people }) => {
    const { asker, roomId } = await people.pair()
    await openRoom(asker.page, roomId)
    // Pages load, but messages fail.
    for (const way of ['**/live/**', '**/rpc/chat/send*']) await asker.context.route(way, (route) => route.abort())
    await asker.page.routeWebSocket(/\/live\//u, (socket) => void socket.close())
    await asker.page.reload()
    await openRoom(asker.page, roomId)
    for (const text of WRITTEN) await sendMessage(asker.page, text)
    await expect(asker.page.getByRole('log').getByText('Sending')).toHaveCount(WRITTEN.length)
    await asker.page.reload()
    await expectOnce(asker.page, WRITTEN)
    await expect(asker.page.getByRole('log').getByText('Sending')).toHaveCount(WRITTEN.length)
  },
)

test('another person on this browser neither sees nor sends unsent messages; their author does', async ({ people }) => {
  const { asker, expert, roomId } = await people.pair()
  const { page, context } = asker
  await openRoom(expert.page, roomId)
  const ways = ['**/live/**', '**/rpc/chat/send*']
  await page.routeWebSocket(/\/live\//u, (socket) => void socket.close())
  for (const way of ways) await context.route(way, (route) => route.abort())
  await openRoom(page, roomId)
  await sendMessage(page, 'from Anna, by Anna')
  await expect(page.getByRole('log').getByText('Sending')).toHaveCount(1)
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible()
  for (const way of ways) await context.unroute(way)

  const signIn = async (email: string): Promise<Page> => {
    const answer = await context.request.post('/api/auth/sign-in/email', {
      data: { email, password: PASSWORD },
      headers: { origin: people.url },
    })
    expect(answer.ok()).toBe(true)
    const other = await context.newPage()
    await openRoom(other, roomId)
    return other
  }
  const partners = await signIn(expert.email)
  await sendMessage(partners, 'from Bram')
  await expectOnce(expert.page, ['from Bram'])
  await expect(partners.getByText('from Anna')).toHaveCount(0)
  await partners.close()
  await signIn(asker.email)
  await expectOnce(expert.page, ['from Bram', 'from Anna, by Anna'])
})
