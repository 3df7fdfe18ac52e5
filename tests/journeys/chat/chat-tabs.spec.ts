import type { Page } from '@playwright/test'

import { openRoom, sendMessage } from '@kundig/testing/browser/chats'
import { openLivePage } from '@kundig/testing/browser/live-pages'
import { expect, test } from '@kundig/testing/browser/people'

function countSent(page: Page): () => number {
  let count = 0
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('"message.send"')) count++
    })
  })
  return () => count
}

const tall = { width: 1280, height: 860 }

test('two tabs show the same messages in the same order, each sent once', { tag: '@core' }, async ({ people }) => {
  const { asker, expert, roomId } = await people.pair([tall, tall])
  const other = await asker.context.newPage()
  const counts = [countSent(asker.page), countSent(other)]
  for (const page of [asker.page, other]) await openLivePage(page, `/dashboard?tab=chats&room=${roomId}`)
  await openRoom(expert.page, roomId)
  const texts: string[] = []
  for (let round = 1; round <= 3; round++) {
    texts.push(`round ${round}, here`, `round ${round}, there`)
    await sendMessage(asker.page, `round ${round}, here`)
    await expect(asker.page.getByRole('log')).toContainText(`round ${round}, here`)
    await sendMessage(other, `round ${round}, there`)
    await expect(other.getByRole('log')).toContainText(`round ${round}, there`)
  }
  for (const page of [asker.page, other, expert.page]) {
    const bubbles = page.getByRole('log').locator('.bubble')
    await expect(bubbles).toHaveCount(texts.length)
    const shown = await bubbles.allTextContents()
    for (const [index, text] of texts.entries()) expect(shown[index]).toContain(text)
    await expect(page.getByRole('log').getByText('Sending')).toHaveCount(0)
  }
  expect(counts.reduce((sum, count) => sum + count(), 0)).toBe(texts.length)
})

test(
  'a tab that closes while sending hands its messages over to the other tab',
  { tag: '@core' },
  async ({ people }) => {
    const { asker, expert, roomId } = await people.pair()
    const { page, context } = asker
    await page.routeWebSocket(/\/live\//u, (socket) => {
      const server = socket.connectToServer()
      socket.onMessage((message) => {
        if (!String(message).includes('"message.send"')) server.send(message)
      })
    })
    await openRoom(page, roomId)
    await openRoom(expert.page, roomId)
    await sendMessage(page, 'first')
    await sendMessage(page, 'second')
    await expect(page.getByRole('log').getByText('Sending')).toHaveCount(2)
    const other = await context.newPage()
    await openRoom(other, roomId)
    await expect(other.getByRole('log')).toContainText('second')
    await page.close()
    for (const one of [expert.page, other]) {
      const bubbles = one.getByRole('log').locator('.bubble')
      await expect(bubbles).toHaveCount(2, { timeout: 20_000 })
      await expect(bubbles.first()).toContainText('first')
      await expect(bubbles.last()).toContainText('second')
      await expect(one.getByRole('log').getByText('Sending')).toHaveCount(0)
    }
  },
)

test('every tab shows the unread count until the messages are read in one tab', async ({ people }) => {
  const { asker, expert, roomId } = await people.pair()
  const other = await expert.context.newPage()
  await expert.page.goto('/account')
  await other.goto('/dashboard')
  await expect(expert.page).toHaveTitle(/^Account Settings/u)
  await openRoom(asker.page, roomId)
  await sendMessage(asker.page, 'one')
  await sendMessage(asker.page, 'two')
  const icon = (page: Page) => page.locator('link[rel=icon]')
  for (const page of [expert.page, other]) {
    await expect(page).toHaveTitle(/^\(2\) /u)
    await expect(icon(page)).toHaveAttribute('href', '/favicon-badge.svg')
  }
  await expect(other.getByRole('tab', { name: /Chats/u })).toContainText('2')
  await openRoom(other, roomId)
  await expect(other.getByRole('log')).toContainText('two')
  for (const page of [expert.page, other]) {
    await expect(page).not.toHaveTitle(/^\(/u)
    await expect(icon(page)).toHaveAttribute('href', '/favicon.svg')
  }
})
