import { closeChat } from '@kundig/testing/browser/chats'
import { makeDeal, openDealChat, locatePayments } from '@kundig/testing/browser/payments'
import { expect, type People, test } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

const AMOUNT = '€30.00'

async function payUntilTheBankAsks(people: People) {
  const { buyer, seller, roomId, calls } = await makeDeal(people)
  await calls.saveCard(buyer, CARDS.otherVisa)
  await calls.ask(seller, roomId, '30')
  await openDealChat(buyer.page, roomId)
  const paying = locatePayments(buyer.page)
  await paying.payOf(AMOUNT).click()
  await paying.confirm(AMOUNT).click()
  return { buyer, seller, calls, paying }
}

test(
  'a card that requires authentication to be saved and to pay is added and used in one go',
  { tag: '@core' },
  async ({ people }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people, [{ language: 'nl', width: 375, height: 812 }])
    await calls.ask(seller, roomId, '30')
    await openDealChat(seller.page, roomId)
    await openDealChat(buyer.page, roomId)
    const paying = locatePayments(buyer.page, 'nl')
    await paying.payWith('€ 30,00', CARDS.asks3dSecure)
    await expect(paying.bank.dialog).toBeVisible()
    await paying.bank.pass.click()
    await expect(paying.bank.aboutToPay).toBeVisible()
    await expect(paying.requestCard('€ 30,00', 'completed')).toHaveCount(0)
    await paying.bank.pass.click()
    await expect(paying.requestCard('€ 30,00', 'completed')).toBeVisible()
    await expect(paying.dialog).toBeHidden()
    await expect(paying.bank.dialog).toBeHidden()
    await expect(locatePayments(seller.page).requestCard(AMOUNT, 'completed')).toBeVisible()
    expect(await calls.received(seller)).toEqual([AMOUNT])
  },
)

test('the bank’s pages add nothing to the history: one step back leaves the chat', async ({ people }) => {
  const { buyer, seller, roomId, calls } = await makeDeal(people, [{ width: 375, height: 812 }])
  const { page } = buyer
  await calls.saveCard(buyer, CARDS.otherVisa)
  await calls.ask(seller, roomId, '30')
  const room = page.getByRole('navigation', { name: 'Your chats' }).getByRole('button', { name: seller.name })
  await page.goto('/dashboard?tab=chats')
  await room.click()
  const paying = locatePayments(page)
  await expect(paying.payOf(AMOUNT)).toBeVisible()
  await paying.payOf(AMOUNT).click()
  await expect(paying.confirm(AMOUNT)).toBeVisible()
  const entries = (): Promise<number> => page.evaluate(() => history.length)
  const withDialog = await entries()
  await paying.confirm(AMOUNT).click()
  await expect(paying.bank.aboutToPay).toBeVisible()
  await paying.bank.pass.click()
  await expect(paying.requestCard(AMOUNT, 'completed')).toBeVisible()
  await expect(paying.dialog).toBeHidden()
  // The authentication and its pages add only one history entry. The browser may briefly report the old length.
  await expect.poll(entries).toBe(withDialog + 1)

  await page.evaluate(() => history.back())
  await expect(room).toBeVisible()
  await expect(paying.composer).toBeHidden()
})

// spec 8.52
test('a failed authentication charges nothing, shows the reason, and another card pays', async ({ people }) => {
  const { seller, calls, paying } = await payUntilTheBankAsks(people)
  await paying.bank.fail.click()
  const alert = paying.dialog.getByRole('alert')
  await expect(alert).toContainText('Payment confirmation failed')
  await expect(alert).toContainText('Your bank could not confirm that it was you. Nothing was charged.')
  await expect(paying.bank.dialog).toBeHidden()
  expect(await calls.received(seller)).toEqual([])

  await paying.tryOther.click()
  await paying.fillCard(CARDS.visa)
  await paying.confirm(AMOUNT).click()
  await expect(paying.requestCard(AMOUNT, 'completed')).toBeVisible()
  expect(await calls.received(seller)).toEqual([AMOUNT])
})

test('an authentication that was closed, or lost by a reload, can be resumed', { tag: '@core' }, async ({ people }) => {
  const { buyer, seller, calls, paying } = await payUntilTheBankAsks(people)
  await paying.bank.close.click()
  await expect(paying.dialog.getByRole('alert')).toContainText(
    'You didn’t confirm with your bank. Nothing was charged.',
  )
  await paying.dialog.getByRole('button', { name: 'Try again' }).click()
  await paying.answerBank.click()
  await expect(paying.bank.aboutToPay).toBeVisible()

  await buyer.page.reload()
  // The authentication opens automatically, because the person had not finished it.
  await expect(paying.dialog).toContainText('Confirm it with your bank')
  await paying.answerBank.click()
  await paying.bank.pass.click()
  await expect(paying.requestCard(AMOUNT, 'completed')).toBeVisible()
  await expect(paying.dialog).toBeHidden()
  expect(await calls.received(seller)).toEqual([AMOUNT])
})

test('a payment is recorded and shown although the chat was closed during the authentication', async ({ people }) => {
  const { buyer, seller, roomId, calls } = await makeDeal(people)
  await calls.saveCard(buyer, CARDS.otherVisa)
  await calls.ask(seller, roomId, '30')
  await openDealChat(seller.page, roomId)
  await openDealChat(buyer.page, roomId)
  const paying = locatePayments(buyer.page)
  await paying.payOf(AMOUNT).click()
  await paying.confirm(AMOUNT).click()
  await expect(paying.bank.aboutToPay).toBeVisible()
  await closeChat(seller.page)
  for (const { page } of [seller, buyer]) await expect(page.getByText('This chat is closed')).toBeVisible()

  await paying.bank.pass.click()
  await expect(paying.requestCard(AMOUNT, 'completed')).toBeVisible()
  await expect(locatePayments(seller.page).requestCard(AMOUNT, 'completed')).toBeVisible()
  expect(await calls.received(seller)).toEqual([AMOUNT])
})
