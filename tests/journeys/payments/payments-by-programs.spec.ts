import { ACCESSIBILITY_APPEARANCES } from '@kundig/testing/browser/accessibility'
import { makeDeal, openDealChat, locatePayments } from '@kundig/testing/browser/payments'
import { expect, test } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

const WORDS = {
  en: {
    amount: '€30.00',
    hint: 'Enter a card for this payment. It won’t be saved.',
    enter: 'Pay with a new card',
    saved: 'ending in',
    incomplete: 'Your card number is incomplete.',
    declined: 'Your bank declined the card without saying why. Your bank can tell you more. Nothing was charged.',
  },
  nl: {
    amount: '€ 30,00',
    hint: 'Vul een kaart in voor deze betaling. We bewaren de kaart niet.',
    enter: 'Betalen met een nieuwe kaart',
    saved: 'eindigend op',
    incomplete: 'Je kaartnummer is niet compleet.',
    declined:
      'Je bank heeft de kaart geweigerd zonder te zeggen waarom. Je bank kan je meer vertellen. Er is niets afgeschreven.',
  },
} as const

for (const [name, look] of ACCESSIBILITY_APPEARANCES) {
  const language = look.language ?? 'en'
  const words = WORDS[language]

  test(`a payment request of a seller’s program is paid in the chat with a new card, never with a saved card (${name})`, async ({
    people,
  }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people, [look, look])
    await calls.saveCard(buyer, CARDS.visa)
    await openDealChat(seller.page, roomId)
    await openDealChat(buyer.page, roomId)
    await calls.askByProgram(seller, buyer, 3000, 'Two hours of advice')
    const paying = locatePayments(buyer.page, language)
    const asking = locatePayments(seller.page, language)
    await expect(asking.requestCard(words.amount, 'pending')).toBeVisible()
    await expect(paying.requestCard(words.amount, 'pending')).toContainText(words.enter)

    await paying.payOf(words.amount).click()
    await expect(paying.dialog).toContainText(words.hint)
    await expect(paying.number).toBeFocused()
    await expect(paying.dialog).not.toContainText(words.saved)
    await expect(paying.otherCard).toHaveCount(0)
    await paying.confirm(words.amount).click()
    await expect(paying.number).toHaveAccessibleDescription(words.incomplete)
    await paying.fillCard(CARDS.declined)
    await paying.confirm(words.amount).click()
    await expect(paying.dialog.getByRole('alert').filter({ hasText: words.declined })).toBeVisible()
    await paying.tryOther.click()
    await paying.fillCard(CARDS.asks3dSecure)
    await paying.confirm(words.amount).click()
    await expect(paying.bank.aboutToPay).toBeVisible()
    await paying.bank.pass.click()
    for (const side of [paying, asking]) await expect(side.word(words.amount, 'completed')).toBeVisible()
    await expect(paying.dialog).toBeHidden()
    expect(await calls.received(seller)).toEqual(['€30.00'])
    await buyer.page.goto('/account/payments')
    await expect(buyer.page.getByText('•••• 4242')).toBeVisible()
    await expect(buyer.page.getByText('•••• 3184')).toHaveCount(0)
  })
}

test('a closed authentication can be resumed, and no other tab can pay during an authentication', async ({
  people,
}) => {
  const { buyer, seller, roomId, calls } = await makeDeal(people)
  const amount = WORDS.en.amount
  await calls.askByProgram(seller, buyer, 3000)
  await openDealChat(buyer.page, roomId)
  const tab = await buyer.context.newPage()
  await openDealChat(tab, roomId)
  const [first, second] = [locatePayments(buyer.page), locatePayments(tab)]
  await second.payOf(amount).click()
  await second.fillCard(CARDS.visa)
  await first.payWith(amount, CARDS.asks3dSecure)
  await expect(first.bank.aboutToPay).toBeVisible()
  await second.confirm(amount).click()
  await expect(second.toast('You’re already paying this in another tab or window. Finish it there.')).toBeVisible()
  await first.bank.close.click()
  await expect(first.dialog.getByRole('alert').filter({ hasText: 'didn’t confirm' })).toBeVisible()
  await first.dialog.getByRole('button', { name: 'Try again', exact: true }).click()
  await first.answerBank.click()
  await first.bank.pass.click()
  for (const side of [first, second]) await expect(side.requestCard(amount, 'completed')).toBeVisible()
  expect(await calls.received(seller)).toEqual([amount])
})
