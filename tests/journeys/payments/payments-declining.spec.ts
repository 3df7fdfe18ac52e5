import { holdRequests } from '@kundig/testing/browser/held-requests'
import { makeDeal, openDealChat, locatePayments } from '@kundig/testing/browser/payments'
import { expect, test } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

const AMOUNT = '€45.00'

test(
  'declining a request in one tab while another tab pays has one result, which both tabs show',
  { tag: '@core' },
  async ({ people }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people)
    await calls.saveCard(buyer, CARDS.visa)
    await calls.ask(seller, roomId, '45')
    await openDealChat(buyer.page, roomId)
    const tab = await buyer.context.newPage()
    await openDealChat(tab, roomId)
    const [first, second] = [locatePayments(buyer.page), locatePayments(tab)]
    await second.decline.of(AMOUNT).click()
    await first.payOf(AMOUNT).click()
    await expect(first.confirm(AMOUNT)).toBeVisible()
    // Both requests are sent before either completes.
    const paying = await holdRequests(buyer.page, '**/stripe-simulator/v1/payment_intents/*/confirm')
    const declining = await holdRequests(tab, '**/rpc/payments/decline')
    await first.confirm(AMOUNT).click()
    await second.decline.surely.click()
    await Promise.all([paying.asked, declining.asked])
    paying.letGo()
    declining.letGo()
    const paid = (side: typeof first) => side.requestCard(AMOUNT, 'completed')
    const declined = (side: typeof first) => side.requestCard(AMOUNT, 'declined')
    for (const side of [first, second]) await expect(paid(side).or(declined(side))).toBeVisible()
    const received = await calls.received(seller)
    const shown = received.length === 1 ? paid : declined
    for (const side of [first, second]) await expect(shown(side)).toBeVisible()
  },
)
