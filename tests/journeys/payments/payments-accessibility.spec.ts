import { expectNoViolations, HARDER_LOOK } from '@kundig/testing/browser/accessibility'
import { makeDeal, openDealOn, paymentCalls, paymentsOn } from '@kundig/testing/browser/payments'
import { expect, test, uniqueWord } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

const inBoth = (english: string, dutch: string): RegExp => new RegExp(`^(?:${english}|${dutch})$`, 'u')

for (const [name, look] of HARDER_LOOK) {
  const language = look.language ?? 'en'
  const amount = language === 'nl' ? '€ 35,00' : '€35.00'

  test(`selling has no accessibility violations, Stripe’s questions included (${name})`, async ({ people }) => {
    const person = await people.expert(`Yara ${uniqueWord()}`, look)
    const { page } = person
    await page.goto('/account')
    await page.getByRole('button', { name: inBoth('Become a Seller', 'Word verkoper') }).click()
    await expect(page.getByRole('button', { name: 'Leave incomplete' })).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Leave incomplete' }).click()
    await expect(page).toHaveURL(/\/dashboard$/u)
    await page.goto('/account')
    await expect(page.getByRole('button', { name: inBoth('Continue at Stripe', 'Verder bij Stripe') })).toBeVisible()
    await expectNoViolations(page)
    await paymentCalls(people).becomeSeller(person)
    await expect(
      page.getByRole('button', { name: /^(?:Open Stripe dashboard|Stripe-dashboard openen)/u }),
    ).toBeVisible()
    await expectNoViolations(page)
    for (const error of ['stripe-onboarding-failed', 'stripe-error']) {
      await page.goto(`/dashboard?error=${error}`)
      await expect(page.getByRole('alert')).toBeVisible()
      await expect(page.getByRole('article').first()).toBeVisible()
      await expectNoViolations(page)
    }
  })

  test(`saved cards have no accessibility violations, the form included (${name})`, async ({ people }) => {
    const person = await people.expert(`Yara ${uniqueWord()}`, look)
    const { page } = person
    const calls = paymentCalls(people)
    await calls.saveCard(person)
    await calls.saveCard(person, CARDS.otherVisa)
    await page.goto('/account')
    await page.getByRole('button', { name: inBoth('Add card', 'Kaart toevoegen') }).click()
    await expect(paymentsOn(page, language).number).toBeFocused()
    await page.getByRole('button', { name: inBoth('Save card', 'Kaart opslaan') }).click()
    await expect(paymentsOn(page, language).number).toHaveAttribute('aria-invalid', 'true')
    await expectNoViolations(page)
    await page
      .getByRole('button', { name: /^(?:Remove Visa|Visa .+ verwijderen$)/u })
      .first()
      .click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectNoViolations(page)
  })

  test(`the way back from the bank has no accessibility violations (${name})`, async ({ people }) => {
    const person = await people.expert(`Yara ${uniqueWord()}`, look)
    const { page } = person
    const saved = await paymentCalls(people).setUpCard(person)
    for (const search of ['', '?payment_intent=pi_1', '?setup_intent=seti_nobody', `?setup_intent=${saved}`]) {
      await page.goto(`/payment-success${search}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await expectNoViolations(page)
    }
  })

  test(`asking has no accessibility violations, as no seller and with an error (${name})`, async ({ people }) => {
    const { expert, asker, roomId } = await people.pair([{}, look])
    const { page } = expert
    const calls = paymentCalls(people)
    const asking = paymentsOn(page, language)
    await openDealOn(page, roomId)
    await asking.askButton.click()
    await expect(asking.panel.getByRole('status')).toBeVisible()
    await expectNoViolations(page)
    await calls.becomeSeller(expert)
    await expect(asking.amount).toBeVisible()
    await asking.send.click()
    await expect(asking.amount).toHaveAttribute('aria-invalid', 'true')
    await expectNoViolations(page)
    await asking.amount.fill('35')
    await asking.send.click()
    await expect(asking.requestCard(amount, 'pending')).toContainText(asker.name)
    await expect(asking.panel).toBeHidden()
    await expectNoViolations(page)
  })

  test(`paying with a new card has no accessibility violations, from the request card to the bank’s question (${name})`, async ({
    people,
  }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people, [look])
    const { page } = buyer
    const paying = paymentsOn(page, language)
    await calls.ask(seller, roomId, '35', 'The second of two talks')
    await openDealOn(page, roomId)
    await expect(paying.payOf(amount)).toBeVisible()
    await expectNoViolations(page)
    await paying.payOf(amount).click()
    await expect(paying.number).toBeFocused()
    await expectNoViolations(page)
    await paying.fillCard(CARDS.wrongCvc)
    await paying.confirm(amount).click()
    await expect(paying.dialog.getByRole('alert').filter({ hasText: 'CVC' })).toBeVisible()
    await expectNoViolations(page)
    await paying.fillCard(CARDS.asks3dSecure)
    await paying.confirm(amount).click()
    await expect(paying.bank.pass).toBeVisible()
    await expectNoViolations(page)
  })

  test(`a payment that fails has no accessibility violations (${name})`, async ({ people }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people, [look])
    const { page } = buyer
    const paying = paymentsOn(page, language)
    await calls.saveCard(buyer, CARDS.otherVisa)
    await calls.ask(seller, roomId, '35')
    await openDealOn(page, roomId)
    await paying.payOf(amount).click()
    await paying.confirm(amount).click()
    await expect(paying.bank.aboutToPay).toBeVisible()
    await expectNoViolations(page)
    await paying.bank.fail.click()
    await expect(paying.tryOther).toBeVisible()
    await expectNoViolations(page)
    await paying.giveUp.click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectNoViolations(page)
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: inBoth('Give up this payment', 'Betaling opgeven') })
      .click()
    await expect(paying.requestCard(amount, 'rejected')).toBeVisible()
    await expect(paying.dialog).toBeHidden()
    await expectNoViolations(page)
  })

  test(`paying with a saved card has no accessibility violations (${name})`, async ({ people }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people, [look])
    const { page } = buyer
    const paying = paymentsOn(page, language)
    for (const card of [CARDS.otherVisa, CARDS.visa]) await calls.saveCard(buyer, card)
    await calls.ask(seller, roomId, '35')
    await openDealOn(page, roomId)
    await paying.payOf(amount).click()
    await expect(paying.confirm(amount)).toBeVisible()
    await expectNoViolations(page)
    await paying.otherCard.click()
    await expect(paying.newCard).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await paying.payOf(amount).click()
    await paying.confirm(amount).click()
    await expect(paying.requestCard(amount, 'completed')).toBeVisible()
    await expect(paying.dialog).toBeHidden()
    await expectNoViolations(page)
  })
}
