import type { Page, WebSocketRoute } from '@playwright/test'

import { holdRequests } from '@kundig/testing/browser/held-requests'
import { type Deal, makeDeal, openDealChat, locatePayments } from '@kundig/testing/browser/payments'
import { expect, type People, test } from '@kundig/testing/browser/people'

const AMOUNT = '€25.00'

/** Delays `message.updated` events on the live connection. Must be called before the room opens. */
async function holdUpdates(page: Page) {
  let isHolding = true
  let held: { socket: WebSocketRoute; payload: string | Buffer }[] = []
  await page.routeWebSocket(/\/live\//u, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((payload) => {
      if (isHolding && String(payload).includes('"message.updated"')) held.push({ socket, payload })
      else socket.send(payload)
    })
  })
  return {
    held: () => held.length,
    release: () => {
      isHolding = false
      for (const { socket, payload } of held) socket.send(payload)
      held = []
    },
  }
}

async function asked(people: People): Promise<Deal> {
  const deal = await makeDeal(people)
  await deal.calls.saveCard(deal.buyer)
  await deal.calls.ask(deal.seller, deal.roomId, '25')
  return deal
}

// spec 4.26, 8.54
test('a payment whose confirmation failed is shown as pending, and as paid once Stripe has reported the payment', async ({
  people,
}) => {
  const { buyer, seller, roomId, calls } = await asked(people)
  const news = await holdUpdates(buyer.page)
  const update = await holdRequests(buyer.page, '**/rpc/payments/updateStatus', (route) => route.abort())
  await openDealChat(buyer.page, roomId)
  const paying = locatePayments(buyer.page)
  await paying.payOf(AMOUNT).click()
  await paying.confirm(AMOUNT).click()
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
  'paying again before Stripe’s delayed event arrives makes no second charge',
  { tag: '@core' },
  async ({ people }) => {
    const { buyer, seller, roomId, calls } = await asked(people)
    const news = await holdUpdates(buyer.page)
    await openDealChat(buyer.page, roomId)
    const other = await buyer.context.newPage()
    await openDealChat(other, roomId)
    await locatePayments(other).payOf(AMOUNT).click()
    await locatePayments(other).confirm(AMOUNT).click()
    await expect(locatePayments(other).requestCard(AMOUNT, 'completed')).toBeVisible()
    await expect.poll(() => news.held()).toBeGreaterThan(0)

    const paying = locatePayments(buyer.page)
    await paying.payOf(AMOUNT).click()
    await expect(paying.requestCard(AMOUNT, 'completed')).toBeVisible()
    await expect(paying.dialog).toBeHidden()
    expect(await calls.received(seller)).toEqual([AMOUNT])
  },
)
