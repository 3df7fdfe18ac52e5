import { expectNoAccessibilityViolations, ACCESSIBILITY_APPEARANCES } from '@kundig/testing/browser/accessibility'
import { makeDeal, openDealChat, locatePayments } from '@kundig/testing/browser/payments'
import { expect, test } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

const inBoth = (english: string, dutch: string): RegExp => new RegExp(`^(?:${english}|${dutch})$`, 'u')

for (const [name, look] of ACCESSIBILITY_APPEARANCES) {
  const language = look.language ?? 'en'
  const amount = language === 'nl' ? '€ 35,00' : '€35.00'

  test(`paying with a new card has no accessibility violations, from the request card to the bank’s authentication (${name})`, async ({
    people,
  }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people, [look])
    const { page } = buyer
    const paying = locatePayments(page, language)
    await calls.ask(seller, roomId, '35', 'The second of two talks')
    await openDealChat(page, roomId)
    await expect(paying.payOf(amount)).toBeVisible()
    await expectNoAccessibilityViolations(page)
    await paying.payOf(amount).click()
    await expect(paying.number).toBeFocused()
    await expectNoAccessibilityViolations(page)
    await paying.fillCard(CARDS.wrongCvc)
    await paying.confirm(amount).click()
    await expect(paying.dialog.getByRole('alert').filter({ hasText: 'CVC' })).toBeVisible()
    await expectNoAccessibilityViolations(page)
    await paying.fillCard(CARDS.asks3dSecure)
    await paying.confirm(amount).click()
    await expect(paying.bank.pass).toBeVisible()
    await expectNoAccessibilityViolations(page)
  })

  test(`a failed payment has no accessibility violations (${name})`, async ({ people }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people, [look])
    const { page } = buyer
    const paying = locatePayments(page, language)
    await calls.saveCard(buyer, CARDS.otherVisa)
    await calls.ask(seller, roomId, '35')
    await openDealChat(page, roomId)
    await paying.payOf(amount).click()
    await paying.confirm(amount).click()
    await expect(paying.bank.aboutToPay).toBeVisible()
    await expectNoAccessibilityViolations(page)
    await paying.bank.fail.click()
    await expect(paying.tryOther).toBeVisible()
    await expectNoAccessibilityViolations(page)
    await paying.giveUp.click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectNoAccessibilityViolations(page)
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: inBoth('Give up this payment', 'Betaling opgeven') })
      .click()
    await expect(paying.requestCard(amount, 'rejected')).toBeVisible()
    await expect(paying.dialog).toBeHidden()
    await expectNoAccessibilityViolations(page)
  })

  test(`paying with a saved card has no accessibility violations (${name})`, async ({ people }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people, [look])
    const { page } = buyer
    const paying = locatePayments(page, language)
    for (const card of [CARDS.otherVisa, CARDS.visa]) await calls.saveCard(buyer, card)
    await calls.ask(seller, roomId, '35')
    await openDealChat(page, roomId)
    await paying.payOf(amount).click()
    await expect(paying.confirm(amount)).toBeVisible()
    await expectNoAccessibilityViolations(page)
    await paying.otherCard.click()
    await expect(paying.newCard).toBeVisible()
    await expectNoAccessibilityViolations(page)
    await page.keyboard.press('Escape')
    await paying.payOf(amount).click()
    await paying.confirm(amount).click()
    await expect(paying.requestCard(amount, 'completed')).toBeVisible()
    await expect(paying.dialog).toBeHidden()
    await expectNoAccessibilityViolations(page)
  })
}
