import type { Page, WebSocketRoute } from '@playwright/test'

import { holdBack } from '@kundig/testing/browser/held-requests'
import { type Deal, makeDeal, openDealOn, paymentsOn } from '@kundig/testing/browser/payments'
import { expect, type People, test } from '@kundig/testing/browser/people'

const AMOUNT = '€25.00'

/** Puts a hand on a tab's live connection: news that a message is another now is kept back. Call it before the room is opened. */
async function holdNews(page: Page) {
  let mode: 'holding' | 'cut' | 'open' = 'holding'
  let held: { socket: WebSocketRoute; news: string | Buffer }[] = []
  let sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/\/live\//u, (socket) => {
    const server = socket.connectToServer()
    sockets.push(socket)
    server.onMessage((news) => {
      if (mode === 'holding' && String(news).includes('"message.updated"')) held.push({ socket, news })
      else socket.send(news)
      // Not before it stood: a tab waits long for a connection that neither stands nor fails.
      if (mode === 'cut') void socket.close()
    })
  })
  const lose = async (): Promise<void> => {
    held = []
    const lost = sockets
    sockets = []
    for (const socket of lost) await socket.close()
  }
  return {
    held: () => held.length,
    /** Lets through what was kept back, and whatever comes. */
    release: () => {
      mode = 'open'
      for (const { socket, news } of held) socket.send(news)
      held = []
    },
    /** Loses what was kept back, and the connection with it; the tab makes another by itself. */
    lose: async () => {
      mode = 'open'
      await lose()
    },
    /** The same, and no other connection lasts either, until it is released. */
    cut: async () => {
      mode = 'cut'
      await lose()
    },
  }
}

/** A deal in which the buyer is asked for money and has a card. */
async function asked(people: People): Promise<Deal> {
  const deal = await makeDeal(people)
  await deal.calls.saveCard(deal.buyer)
  await deal.calls.ask(deal.seller, deal.roomId, '25')
  return deal
}

// spec 4.26, 8.54
test('a payment that Kundig could not be told of stays pending, is said to, and is shown once Stripe has told it', async ({
  people,
}) => {
  const { buyer, seller, roomId, calls } = await asked(people)
  const news = await holdNews(buyer.page)
  const update = await holdBack(buyer.page, '**/rpc/payments/updateStatus', (route) => route.abort())
  await openDealOn(buyer.page, roomId)
  const paying = paymentsOn(buyer.page)
  await paying.payOf(AMOUNT).click()
  await paying.confirm(AMOUNT).click()
  // What Stripe told this browser, before anybody else knows.
  await expect(paying.requestCard(AMOUNT, 'completed')).toBeVisible()
  update.letGo()
  await expect(paying.toast('Failed to update payment status')).toBeVisible()
  await expect(paying.requestCard(AMOUNT, 'pending')).toBeVisible()
  await expect.poll(() => news.held()).toBeGreaterThan(0)
  await expect(paying.requestCard(AMOUNT, 'pending')).toBeVisible()
  news.release()
  await expect(paying.requestCard(AMOUNT, 'completed')).toBeVisible()
  expect(await calls.received(seller)).toEqual([AMOUNT])
})

test(
  'paying again what is paid already, while the news of it is held up, takes no second charge',
  { tag: '@core' },
  async ({ people }) => {
    const { buyer, seller, roomId, calls } = await asked(people)
    const news = await holdNews(buyer.page)
    await openDealOn(buyer.page, roomId)
    const other = await buyer.context.newPage()
    await openDealOn(other, roomId)
    await paymentsOn(other).payOf(AMOUNT).click()
    await paymentsOn(other).confirm(AMOUNT).click()
    await expect(paymentsOn(other).requestCard(AMOUNT, 'completed')).toBeVisible()
    await expect.poll(() => news.held()).toBeGreaterThan(0)

    const paying = paymentsOn(buyer.page)
    await paying.payOf(AMOUNT).click()
    await expect(paying.requestCard(AMOUNT, 'completed')).toBeVisible()
    await expect(paying.dialog).toBeHidden()
    expect(await calls.received(seller)).toEqual([AMOUNT])
  },
)

test('a payment that a tab was not told of is there as soon as it is connected again', async ({ people }) => {
  const { buyer, seller, roomId } = await asked(people)
  const news = await holdNews(seller.page)
  await openDealOn(seller.page, roomId)
  await openDealOn(buyer.page, roomId)
  const asking = paymentsOn(seller.page)
  const paying = paymentsOn(buyer.page)
  await paying.payOf(AMOUNT).click()
  await paying.confirm(AMOUNT).click()
  await expect(paying.requestCard(AMOUNT, 'completed')).toBeVisible()
  await expect.poll(() => news.held()).toBeGreaterThan(0)
  await expect(asking.requestCard(AMOUNT, 'pending')).toBeVisible()
  await news.lose()
  await expect(asking.requestCard(AMOUNT, 'completed')).toBeVisible({ timeout: 30_000 })
})

test('a buyer who was offline finds what was paid elsewhere and what was asked meanwhile', async ({ people }) => {
  const { buyer, seller, roomId, calls } = await asked(people)
  const news = await holdNews(buyer.page)
  await openDealOn(buyer.page, roomId)
  const paying = paymentsOn(buyer.page)
  await expect(paying.requestCard(AMOUNT, 'pending')).toBeVisible()
  const other = await buyer.context.newPage()
  await openDealOn(other, roomId)

  await news.cut()
  await paymentsOn(other).payOf(AMOUNT).click()
  await paymentsOn(other).confirm(AMOUNT).click()
  await expect(paymentsOn(other).requestCard(AMOUNT, 'completed')).toBeVisible()
  await calls.ask(seller, roomId, '26')
  await expect(paymentsOn(other).requestCard('€26.00', 'pending')).toBeVisible()
  await expect(paying.requestCard(AMOUNT, 'pending')).toBeVisible()

  news.release()
  await expect(paying.requestCard(AMOUNT, 'completed')).toBeVisible({ timeout: 30_000 })
  await expect(paying.requestCard('€26.00', 'pending')).toBeVisible()
})
