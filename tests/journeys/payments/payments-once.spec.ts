import { holdRequests } from '@kundig/testing/browser/held-requests'
import { type Deal, makeDeal, openDealChat, locatePayments } from '@kundig/testing/browser/payments'
import { expect, PASSWORD, type People, test } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

const AMOUNT = '€20.00'

async function asked(people: People, card: string = CARDS.visa): Promise<Deal> {
  const deal = await makeDeal(people)
  await deal.calls.saveCard(deal.buyer, card)
  await deal.calls.ask(deal.seller, deal.roomId, '20')
  await openDealChat(deal.buyer.page, deal.roomId)
  return deal
}

test('pressing Pay twice pays once', async ({ people }) => {
  const { buyer, seller, calls } = await asked(people)
  const paying = locatePayments(buyer.page)
  await paying.payOf(AMOUNT).dblclick()
  await expect(paying.confirm(AMOUNT)).toBeVisible()
  expect(await calls.received(seller)).toEqual([])
  await paying.confirm(AMOUNT).dblclick()
  await expect(paying.requestCard(AMOUNT, 'completed')).toBeVisible()
  await expect(paying.dialog).toBeHidden()
  expect(await calls.received(seller)).toEqual([AMOUNT])
})

test(
  'two tabs and another device that pay the same request concurrently pay once, and all show the payment',
  { tag: '@core' },
  async ({ people }) => {
    const { buyer, seller, roomId, calls } = await asked(people)
    const tab = await buyer.context.newPage()
    const device = await people.visitor()
    const signedIn = await device.context().request.post('/api/auth/sign-in/email', {
      data: { email: buyer.email, password: PASSWORD },
      headers: { origin: people.url },
    })
    expect(signedIn.ok()).toBe(true)
    const pages = [buyer.page, tab, device]
    for (const page of [tab, device]) await openDealChat(page, roomId)
    for (const page of pages) {
      await locatePayments(page).payOf(AMOUNT).click()
      await expect(locatePayments(page).confirm(AMOUNT)).toBeVisible()
    }
    let arrived = 0
    const go = Promise.withResolvers<void>()
    for (const page of pages) {
      await page.route('**/stripe-simulator/v1/payment_intents/*/confirm', async (route) => {
        arrived++
        await go.promise
        await route.continue()
      })
    }
    await Promise.all(pages.map((page) => locatePayments(page).confirm(AMOUNT).click()))
    await expect.poll(() => arrived).toBe(2)
    go.resolve()
    for (const page of pages) {
      await expect(locatePayments(page).requestCard(AMOUNT, 'completed')).toBeVisible()
      await expect(locatePayments(page).dialog).toBeHidden()
    }
    expect(await calls.received(seller)).toEqual([AMOUNT])
  },
)

test('a tab that authenticates keeps another tab from paying, and both show the result', async ({ people }) => {
  const { buyer, seller, roomId, calls } = await asked(people, CARDS.otherVisa)
  const first = locatePayments(buyer.page)
  const tab = await buyer.context.newPage()
  await openDealChat(tab, roomId)
  const second = locatePayments(tab)
  await second.payOf(AMOUNT).click()
  await expect(second.confirm(AMOUNT)).toBeVisible()
  await first.payOf(AMOUNT).click()
  await first.confirm(AMOUNT).click()
  await expect(first.bank.aboutToPay).toBeVisible()
  await second.confirm(AMOUNT).click()
  await expect(second.toast('You’re already paying this in another tab or window. Finish it there.')).toBeVisible()
  await expect(second.bank.dialog).toBeHidden()
  await first.bank.pass.click()
  for (const side of [first, second]) {
    await expect(side.requestCard(AMOUNT, 'completed')).toBeVisible()
    await expect(side.dialog).toBeHidden()
  }
  expect(await calls.received(seller)).toEqual([AMOUNT])
})

test('a waiting tab does not offer to pay a request that has been paid', async ({ people }) => {
  const { buyer, seller, roomId, calls } = await asked(people)
  const first = locatePayments(buyer.page)
  const update = await holdRequests(buyer.page, '**/rpc/payments/updateStatus')
  const tab = await buyer.context.newPage()
  const second = locatePayments(tab)
  // Delays the lock by which this tab detects that another tab is paying.
  const mayAsk = Promise.withResolvers<void>()
  await tab.exposeFunction('mayAsk', () => mayAsk.promise)
  await tab.addInitScript(() => {
    const ask = navigator.locks.request.bind(navigator.locks)
    navigator.locks.request = async (...what: unknown[]) => {
      await (Reflect.get(window, 'mayAsk') as () => Promise<void>)()
      return Reflect.apply(ask, undefined, what) as Promise<unknown>
    }
  })
  await openDealChat(tab, roomId)
  await second.payOf(AMOUNT).click()
  await expect(second.confirm(AMOUNT)).toBeVisible()
  await first.payOf(AMOUNT).click()
  await expect(first.confirm(AMOUNT)).toBeVisible()
  await second.confirm(AMOUNT).click()
  await first.confirm(AMOUNT).click()
  await expect(second.requestCard(AMOUNT, 'completed')).toBeAttached()
  mayAsk.resolve()
  await expect(second.toast('You’re already paying this in another tab or window. Finish it there.')).toBeVisible()
  await expect(second.dialog).toBeHidden()
  update.letGo()
  await expect(first.dialog).toBeHidden()
  expect(await calls.received(seller)).toEqual([AMOUNT])
})

test('a page reloaded before the confirmation shows the payment as paid, and charges nothing more', async ({
  people,
}) => {
  const { buyer, seller, calls } = await asked(people)
  const { page } = buyer
  const paying = locatePayments(page)
  const paid = Promise.withResolvers<void>()
  await page.route('**/stripe-simulator/v1/payment_intents/*/confirm', async (route) => {
    await route.fetch()
    paid.resolve()
  })
  await paying.payOf(AMOUNT).click()
  await paying.confirm(AMOUNT).click()
  await paid.promise
  await page.reload()
  await expect(paying.requestCard(AMOUNT, 'completed')).toBeVisible()
  await expect(paying.dialog).toBeHidden()
  expect(await calls.received(seller)).toEqual([AMOUNT])
})

test('a lost answer of Stripe causes no second payment', { tag: '@core' }, async ({ people }) => {
  const { buyer, seller, calls } = await asked(people)
  const paying = locatePayments(buyer.page)
  await buyer.page.route('**/stripe-simulator/v1/payment_intents/*/confirm', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await paying.payOf(AMOUNT).click()
  await paying.confirm(AMOUNT).click()
  await expect(paying.requestCard(AMOUNT, 'completed')).toBeVisible()
  await expect(paying.dialog).toBeHidden()
  expect(await calls.received(seller)).toEqual([AMOUNT])
})

test('going back during the authentication closes its dialog, and shows that nothing was charged', async ({
  people,
}) => {
  const { buyer, seller, roomId, calls } = await asked(people, CARDS.otherVisa)
  const { page } = buyer
  const paying = locatePayments(page)
  const question = page.getByRole('alertdialog', { name: 'Leave while paying?' })
  const room = page.getByRole('button', { name: new RegExp(seller.name, 'u') })
  await page.goto('/dashboard?tab=chats')
  await room.click()
  await paying.payOf(AMOUNT).click()
  await paying.confirm(AMOUNT).click()
  await expect(paying.bank.aboutToPay).toBeVisible()
  await page.goBack()
  await expect(paying.bank.dialog).toBeHidden()
  await expect(paying.dialog).toContainText('You didn’t confirm with your bank. Nothing was charged.')
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`room=${roomId}`, 'u'))
  await paying.dialog.getByRole('button', { name: 'Try again' }).click()
  await paying.answerBank.click()
  await expect(paying.bank.aboutToPay).toBeVisible()

  await page.evaluate(() => history.go(-3))
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(paying.dialog).toBeHidden()
  await expect(paying.bank.dialog).toBeHidden()
  await room.click()
  await paying.answerBank.click()
  await paying.bank.pass.click()
  await expect(paying.requestCard(AMOUNT, 'completed')).toBeVisible()
  expect(await calls.received(seller)).toEqual([AMOUNT])
})
