import type { Page } from '@playwright/test'

import { holdPayments, makeDeal, openDealOn, paymentCalls, paymentsOn } from '@kundig/testing/browser/payments'
import { expect, test, uniqueWord } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

/** The part of the account page about cards. */
function cardsOn(page: Page) {
  const section = page.getByRole('region', { name: 'Saved cards' })
  const card = (last4: string) => section.getByRole('listitem').filter({ hasText: last4 })
  return {
    section,
    list: section.getByRole('list', { name: 'Saved cards' }),
    all: section.getByRole('listitem'),
    card,
    isDefault: (last4: string) => card(last4).getByText('Default', { exact: true }),
    makeDefault: (last4: string) => section.getByRole('button', { name: `Make default: Visa ending in ${last4}` }),
    remove: (last4: string) => section.getByRole('button', { name: `Remove Visa ending in ${last4}` }),
    add: section.getByRole('button', { name: 'Add card' }),
    save: section.getByRole('button', { name: 'Save card' }),
    question: page.getByRole('alertdialog', { name: 'Remove this card?' }),
  }
}

// spec 7.50
test('no page asks anybody but the server that it came from, which names the key of payments where a page is about them', async ({
  people,
}) => {
  const { page } = await people.expert(`Ida ${uniqueWord()}`)
  const asked: URL[] = []
  page.on('request', (request) => asked.push(new URL(request.url())))
  page.on('websocket', (socket) => asked.push(new URL(socket.url())))
  const named = (): boolean => asked.some(({ pathname }) => pathname.startsWith('/rpc/payments/configuration'))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('tab', { name: 'Explore' })).toBeVisible()
  expect(named()).toBe(false)
  await page.goto('/account')
  await cardsOn(page).add.click()
  await expect(paymentsOn(page).number).toBeVisible()
  expect(named()).toBe(true)
  const { host } = new URL(people.url)
  const elsewhere = asked.filter((url) => url.host !== host && !['data:', 'blob:'].includes(url.protocol))
  expect(elsewhere.map(({ href }) => href)).toEqual([])
})

test(
  'a card is added, made the default, paid with and removed, and the focus never gets lost',
  { tag: '@core' },
  async ({ people }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people)
    const { page } = buyer
    const cards = cardsOn(page)
    const form = paymentsOn(page)
    await page.goto('/account')
    await expect(cards.section).toContainText('No card yet.')
    await cards.add.click()
    await expect(cards.section).toContainText('Payments run in test mode. No real money moves.')
    await expect(form.number).toBeFocused()
    await form.fillCard(CARDS.visa)
    await cards.save.click()
    await expect(form.toast('Your card has been saved')).toBeVisible()
    await expect(cards.add).toBeFocused()
    await expect(cards.isDefault('4242')).toBeVisible()
    await expect(cards.makeDefault('4242')).toHaveCount(0)

    // The newest is paid with, until the person says otherwise.
    await cards.add.click()
    await form.fillCard(CARDS.asks3dSecure)
    await cards.save.click()
    await form.bank.pass.click()
    await expect(cards.all).toHaveCount(2)
    await expect(cards.isDefault('3184')).toBeVisible()
    await cards.makeDefault('4242').click()
    await expect(cards.isDefault('4242')).toBeVisible()
    await expect(cards.isDefault('3184')).toHaveCount(0)
    await expect(cards.list).toBeFocused()
    await page.reload()
    await expect(cards.isDefault('4242')).toBeVisible()
    await calls.ask(seller, roomId, '12')
    await openDealOn(page, roomId)
    await expect(form.requestCard('€12.00', 'pending')).toContainText('Visa ending in 4242')

    await page.goto('/account')
    await cards.remove('4242').click()
    await expect(cards.question).toContainText(
      'You can no longer pay with Visa ending in 4242. From now on you pay with Visa ending in 3184.',
    )
    await page.keyboard.press('Escape')
    await expect(cards.question).toBeHidden()
    await expect(cards.remove('4242')).toBeFocused()
    await expect(cards.all).toHaveCount(2)
    await cards.remove('4242').click()
    await cards.question.getByRole('button', { name: 'Remove' }).click()
    await expect(cards.all).toHaveCount(1)
    await expect(cards.isDefault('3184')).toBeVisible()
    await expect(cards.list).toBeFocused()
    await cards.remove('3184').click()
    await expect(cards.question).toContainText(
      'You can no longer pay with Visa ending in 3184. You can add it again later.',
    )
    await cards.question.getByRole('button', { name: 'Remove' }).click()
    await expect(cards.section).toContainText('No card yet.')
    await expect(cards.add).toBeFocused()
  },
)

test('a card that ran out is marked, and cannot be made the default', async ({ people }) => {
  const person = await people.expert(`Jelle ${uniqueWord()}`)
  const calls = paymentCalls(people)
  await calls.saveCard(person, CARDS.otherVisa)
  await calls.saveCard(person, CARDS.visa)
  const cards = cardsOn(person.page)
  await person.page.clock.setFixedTime('2034-12-15T12:00:00Z')
  await person.page.goto('/account')
  await expect(cards.card('0446')).toContainText('Expires soon')
  await expect(cards.makeDefault('0446')).toBeVisible()
  await person.page.clock.setFixedTime('2035-01-15T12:00:00Z')
  await person.page.reload()
  await expect(cards.card('0446')).toContainText('Expired 12/2034')
  await expect(cards.makeDefault('0446')).toHaveCount(0)
  await expect(cards.remove('0446')).toBeVisible()
})

// spec 2.11, 7.28
test('/payment-success tells how it ended, believes no address, and keeps no secret in it', async ({ people }) => {
  const person = await people.expert(`Sofie ${uniqueWord()}`)
  const other = await people.expert(`Mats ${uniqueWord()}`)
  const { page } = person
  const calls = paymentCalls(people)
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  const nothing = 'There is nothing to finish here'
  const notSaved = 'Your card was not saved'
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.dismiss()
  })
  // Whoever has no customer at Stripe yet, and then has one.
  for (const isKnown of [false, true]) {
    if (isKnown) await calls.saveCard(person)
    // The same address again would be a reload, which still knows what the one before said.
    await page.goto('/account')
    for (const [search, title] of [
      ['', nothing],
      ['?redirect_status=succeeded', nothing],
      ['?setup_intent=', nothing],
      ['?setup_intent=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E', nothing],
      ['?setup_intent=../../cards&redirect_status=succeeded', nothing],
      ['?setup_intent=seti_nobody&setup_intent_client_secret=seti_nobody_secret_1', notSaved],
      [`?setup_intent=${await calls.setUpCard(other)}&redirect_status=succeeded`, notSaved],
      ['?payment_intent=pi_nobody&payment_intent_client_secret=x', 'We are checking your payment'],
    ] as const) {
      await page.goto(`/payment-success${search}`)
      await expect(heading(title)).toBeFocused()
      await expect(page).toHaveURL(/\/payment-success$/u)
    }
  }
  expect(alerts).toEqual([])

  await page.goto(`/payment-success?setup_intent=${await calls.setUpCard(person, CARDS.otherVisa)}`)
  await expect(heading('Your card has been saved')).toBeFocused()
  await expect(page).toHaveURL(/\/payment-success$/u)
  await page.reload()
  await expect(heading('Your card has been saved')).toBeVisible()
  await page.getByRole('link', { name: 'To your account' }).click()
  await expect(cardsOn(page).isDefault('0446')).toBeVisible()
  await expect(cardsOn(page).all).toHaveCount(2)

  // The bank has yet to be answered: only then is it said to be the bank that refused.
  const byBank = page.getByText('Your bank did not approve the card. Nothing was charged.')
  await page.goto('/payment-success?setup_intent=seti_nobody')
  await expect(page.getByText('Nothing was charged.', { exact: true })).toBeVisible()
  await expect(byBank).toHaveCount(0)
  await page.goto('/account')
  await page.goto(`/payment-success?setup_intent=${await calls.setUpCard(person, CARDS.asks3dSecure)}`)
  await expect(heading(notSaved)).toBeFocused()
  await expect(byBank).toBeVisible()
  await page.getByRole('link', { name: 'Try another card' }).click()
  await expect(page).toHaveURL(/\/account#saved-cards$/u)
  await expect(page.getByRole('heading', { name: 'Saved cards' })).toBeFocused()

  const stranger = await people.visitor()
  await stranger.goto('/payment-success?setup_intent=seti_nobody')
  await expect(stranger).toHaveURL(/\/dashboard$/u)
})

test('/payment-success tells what became of the payment as the server has it, whatever the address says', async ({
  people,
}) => {
  const { buyer, seller, roomId, calls } = await makeDeal(people)
  const { page } = buyer
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  await calls.saveCard(buyer, CARDS.declinedOncePaidWith)
  await calls.ask(seller, roomId, '35')
  await openDealOn(page, roomId)
  const paying = paymentsOn(page)
  await paying.payOf('€35.00').click()
  await paying.confirm('€35.00').click()
  await expect(paying.tryOther).toBeVisible()
  const comeBack = (status: string) => page.goto(`/payment-success?payment_intent=pi_1&redirect_status=${status}`)
  await comeBack('succeeded')
  await expect(heading('Payment failed')).toBeFocused()
  await expect(page.getByText('Nothing was charged.')).toBeVisible()

  // The bank takes its time, as Stripe tells it.
  const letGo = await holdPayments(page)
  await comeBack('failed')
  await expect(heading('Your bank is still working on it')).toBeFocused()
  await letGo()
  await expect(heading('Payment failed')).toBeFocused()

  const remembered = await page.evaluate(() => sessionStorage.getItem('kundig-paying') ?? '')
  await page.getByRole('link', { name: 'Back to the chat' }).click()
  await expect(page).toHaveURL(new RegExp(`room=${roomId}`, 'u'))
  await expect(paying.otherCard).toBeVisible()
  await paying.otherCard.click()
  await paying.fillCard(CARDS.visa)
  await paying.confirm('€35.00').click()
  await expect(paying.requestCard('€35.00', 'completed')).toBeVisible()
  await expect(paying.dialog).toBeHidden()
  await page.evaluate((kept) => sessionStorage.setItem('kundig-paying', kept), remembered)
  await comeBack('failed')
  await expect(heading(`You paid €35.00 to ${seller.name}`)).toBeFocused()

  // Of another's payment nothing is told.
  const { page: other } = await people.expert(`Rik ${uniqueWord()}`)
  await other.goto('/account')
  await other.evaluate((kept) => sessionStorage.setItem('kundig-paying', kept), remembered)
  await other.goto('/payment-success?payment_intent=pi_1&redirect_status=succeeded')
  await expect(other.getByRole('heading', { level: 1, name: 'We are checking your payment' })).toBeFocused()
})

test('who has one card and wants another is asked for it at once, and can go back to the one', async ({ people }) => {
  const { buyer, seller, roomId, calls } = await makeDeal(people)
  const { page } = buyer
  await calls.saveCard(buyer)
  await calls.ask(seller, roomId, '35')
  await openDealOn(page, roomId)
  const paying = paymentsOn(page)
  await paying.payOf('€35.00').click()
  await paying.otherCard.click()
  await expect(paying.number).toBeVisible()
  await expect(paying.dialog).toContainText('is your default card from now on')
  await paying.dialog.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(paying.dialog).toContainText('Visa ending in 4242')
  await expect(paying.dialog.getByRole('radio')).toHaveCount(0)
  await expect(paying.confirm('€35.00')).toBeVisible()
})
