import { expectNoViolations, HARDER_LOOK } from '@kundig/testing/browser/accessibility'
import { holdBack } from '@kundig/testing/browser/held-requests'
import { makeDeal, openDealOn, paymentsOn } from '@kundig/testing/browser/payments'
import { expect, test } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

const TYPO = { en: '€9,999.99', nl: '€ 9.999,99' } as const
const WORDS = {
  en: {
    text: 'sees that you withdrew it',
    back: 'Go back',
    nothingCharged: 'Nothing was charged.',
    again: 'Ask again',
    closed: (name: string) => `${name} withdrew this request`,
  },
  nl: {
    text: 'ziet dat je het hebt ingetrokken',
    back: 'Terug',
    nothingCharged: 'Er is niets afgeschreven.',
    again: 'Opnieuw vragen',
    closed: (name: string) => `${name} heeft dit verzoek ingetrokken`,
  },
} as const

for (const [name, look] of HARDER_LOOK) {
  const language = look.language ?? 'en'
  const amount = TYPO[language]
  const words = WORDS[language]

  // spec 2.98
  test(`a request is withdrawn by keyboard and after a question, and both see at once by whom (${name})`, async ({
    people,
  }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people, [look, look])
    await calls.ask(seller, roomId, '9999.99', 'An hour, and a typo')
    await openDealOn(seller.page, roomId)
    await openDealOn(buyer.page, roomId)
    const { page } = seller
    const tab = await seller.context.newPage()
    await openDealOn(tab, roomId)
    const [asking, paying, other] = [
      paymentsOn(page, language),
      paymentsOn(buyer.page, language),
      paymentsOn(tab, language),
    ]
    await expect(paying.withdraw.of(amount)).toHaveCount(0)
    // The dialog that pays is open meanwhile.
    await paying.payOf(amount).click()
    await expect(paying.dialog).toBeVisible()

    await asking.withdraw.of(amount).focus()
    await page.keyboard.press('Enter')
    await expect(asking.withdraw.question).toContainText(words.text)
    await expectNoViolations(page)
    // One more Enter by accident withdraws nothing.
    await expect(asking.withdraw.question.getByRole('button', { name: words.back, exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(asking.withdraw.question).toBeHidden()
    await expect(asking.withdraw.of(amount)).toBeFocused()
    await expect(paying.dialog).toBeVisible()

    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(asking.withdraw.surely).toBeFocused()
    await page.keyboard.press('Enter')
    // First what is told for four seconds only.
    await expect(paying.toast(words.closed(seller.name))).toBeVisible()
    await expect(asking.word(amount, 'withdrawn')).toBeVisible()
    await expect(asking.requestCard(amount, 'withdrawn')).toBeFocused()
    await expect(other.word(amount, 'withdrawn')).toBeVisible()
    await expect(paying.dialog).toBeHidden()
    const told = paying.requestCardWithdrawnBy(amount, seller.name)
    await expect(told.getByText(paying.withdrawnBy(seller.name), { exact: true })).toBeVisible()
    await expect(told).toContainText(words.nothingCharged)
    for (const side of [asking, paying, other]) await expect(side.requestCard(amount, 'rejected')).toHaveCount(0)
    await expectNoViolations(page)
    await expectNoViolations(buyer.page)
    await asking.requestCard(amount, 'withdrawn').getByRole('button', { name: words.again }).click()
    await expect(asking.description).toHaveValue('An hour, and a typo')
    expect(await calls.received(seller)).toEqual([])
  })
}

test('a request that is paid while its seller is asked whether to withdraw it says that it is paid', async ({
  people,
}) => {
  const { buyer, seller, roomId, calls } = await makeDeal(people)
  await calls.saveCard(buyer, CARDS.visa)
  await calls.ask(seller, roomId, '45')
  await openDealOn(seller.page, roomId)
  await openDealOn(buyer.page, roomId)
  const [asking, paying] = [paymentsOn(seller.page), paymentsOn(buyer.page)]
  const amount = '€45.00'
  // The seller's answer is on its way while the buyer pays.
  const withdrawing = await holdBack(seller.page, '**/rpc/payments/withdraw')
  await asking.withdraw.of(amount).click()
  await asking.withdraw.surely.click()
  await withdrawing.asked
  await paying.payOf(amount).click()
  await paying.confirm(amount).click()
  await expect(paying.word(amount, 'completed')).toBeVisible()
  withdrawing.letGo()
  await expect(asking.word(amount, 'completed')).toBeVisible()
  await expect(asking.withdraw.question).toBeHidden()
  expect(await calls.received(seller)).toHaveLength(1)
})
