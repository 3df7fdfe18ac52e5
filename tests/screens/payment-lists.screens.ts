import { callAs } from '@kundig/testing/browser/calls'
import { makeDeal, openDealOn, paymentsOn } from '@kundig/testing/browser/payments'
import { expect } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

import { inBoth, screens } from './screenshots.ts'

screens(
  ['payments', 'payments.in-chat', 'payments.in-chat-seller', 'payments.empty', 'payments.failed'],
  async (people, capture) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people)
    const { payment_request_id: id } = await calls.ask(seller, roomId, '35', 'An hour of advice about the roof')
    await openDealOn(buyer.page, roomId)
    await paymentsOn(buyer.page, 'en').payWith('€35.00', CARDS.visa)
    await expect(paymentsOn(buyer.page, 'en').requestCard('€35.00', 'completed')).toBeVisible()
    // The card says so before the server does.
    await expect
      .poll(() => callAs<{ status: string }>(seller.context, people.url, 'GET', `/api/payment-requests/${id}`))
      .toMatchObject({ status: 'completed' })
    await callAs(seller.context, people.url, 'POST', `/api/payment-requests/${id}/refunds`, {
      client_id: crypto.randomUUID(),
      amount: '12',
      reason: 'Half an hour only',
    })
    const inChat = async (name: string, page: typeof buyer.page) => {
      await openDealOn(page, roomId)
      const credit = page.getByRole('link', { name: /^(?:Receipt of the refund|Betaalbewijs van de terugbetaling)/u })
      await capture(name, page, { ready: () => expect(credit).toBeVisible() })
    }
    await inChat('payments.in-chat', buyer.page)
    await inChat('payments.in-chat-seller', seller.page)
    await calls.ask(seller, roomId, '80', 'Two more hours')
    const { page } = buyer
    await capture('payments', page, {
      at: '/account/payments',
      ready: () => expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(2),
      whole: true,
    })
    const { page: empty } = await people.expert('Nora Leeg')
    await capture('payments.empty', empty, {
      at: '/account/payments',
      ready: () => expect(empty.getByRole('main').getByRole('heading', { level: 2 })).toBeVisible(),
    })
    await empty.route('**/rpc/payments/paid*', (route) => route.fulfill({ status: 500, json: {} }))
    await capture('payments.failed', empty, {
      at: '/account/payments',
      ready: () =>
        expect(empty.getByRole('button', { name: inBoth('Try again', 'Opnieuw proberen') })).toBeVisible({
          timeout: 20_000,
        }),
    })
  },
)

screens(['earnings', 'earnings.no-seller'], async (people, capture) => {
  const { buyer, seller, roomId, calls } = await makeDeal(people)
  await calls.ask(seller, roomId, '35', 'An hour of advice about the roof')
  await openDealOn(buyer.page, roomId)
  await paymentsOn(buyer.page, 'en').payWith('€35.00', CARDS.visa)
  await expect(paymentsOn(buyer.page, 'en').requestCard('€35.00', 'completed')).toBeVisible()
  const { page } = seller
  await capture('earnings', page, {
    at: '/account/earnings',
    ready: async () => {
      await expect(page.locator('canvas')).toBeVisible()
      await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveCount(1)
    },
    whole: true,
  })
  const { page: none } = await people.expert('Nora Leeg')
  await capture('earnings.no-seller', none, {
    at: '/account/earnings',
    ready: () => expect(none.getByRole('main').getByRole('heading', { level: 2 })).toBeVisible(),
  })
})
