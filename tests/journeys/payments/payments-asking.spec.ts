import { makeDeal, openDealChat, locatePayments } from '@kundig/testing/browser/payments'
import { expect, test } from '@kundig/testing/browser/people'

test(
  'pressing the button twice, or again after a lost answer, creates one payment request',
  { tag: '@core' },
  async ({ people }) => {
    const { seller, buyer, roomId } = await makeDeal(people)
    await openDealChat(seller.page, roomId)
    await openDealChat(buyer.page, roomId)
    const asking = locatePayments(seller.page)
    await asking.openAsk()
    await asking.amount.fill('15')
    await asking.send.dblclick()
    await expect(asking.requestCard('€15.00', 'pending')).toBeVisible()
    await expect(asking.panel).toBeHidden()

    let isLost = false
    await seller.page.route('**/rpc/payments/ask', async (route) => {
      if (isLost) return route.continue()
      isLost = true
      await route.fetch()
      return route.abort()
    })
    await asking.openAsk()
    await asking.amount.fill('16')
    await asking.send.click()
    await expect(asking.panel.getByRole('alert')).toBeVisible()
    await asking.send.click()
    await expect(asking.panel).toBeHidden()
    for (const { page } of [seller, buyer]) {
      await expect(page.getByRole('log').getByRole('group', { name: '€16.00' })).toHaveCount(1)
      await expect(page.getByRole('log').getByRole('group')).toHaveCount(2)
    }
  },
)
