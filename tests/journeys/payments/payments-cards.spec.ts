import type { Page } from '@playwright/test'

import { makeDeal, openDealChat, locatePayments } from '@kundig/testing/browser/payments'
import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

function cardsOn(page: Page) {
  const section = page.getByRole('region', { name: 'Saved cards' })
  const card = (last4: string) => section.getByRole('listitem').filter({ hasText: last4 })
  return {
    section,
    list: section.getByRole('list', { name: 'Saved cards' }),
    all: section.getByRole('listitem'),
    isDefault: (last4: string) => card(last4).getByText('Default', { exact: true }),
    makeDefault: (last4: string) => section.getByRole('button', { name: `Make default: Visa ending in ${last4}` }),
    remove: (last4: string) => section.getByRole('button', { name: `Remove Visa ending in ${last4}` }),
    add: section.getByRole('button', { name: 'Add card' }),
    save: section.getByRole('button', { name: 'Save card' }),
    question: page.getByRole('alertdialog', { name: 'Remove this card?' }),
  }
}

// spec 7.50
test('pages request only their own server, which gives Stripe’s key only on pages about payments', async ({
  people,
}) => {
  const { page } = await people.expert(`Ida ${createUniqueWord()}`)
  const asked: URL[] = []
  page.on('request', (request) => asked.push(new URL(request.url())))
  page.on('websocket', (socket) => asked.push(new URL(socket.url())))
  const named = (): boolean => asked.some(({ pathname }) => pathname.startsWith('/rpc/payments/configuration'))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('tab', { name: 'Explore' })).toBeVisible()
  expect(named()).toBe(false)
  await page.goto('/account/payments')
  await cardsOn(page).add.click()
  await expect(locatePayments(page).number).toBeVisible()
  expect(named()).toBe(true)
  const { host } = new URL(people.url)
  const elsewhere = asked.filter((url) => url.host !== host && !['data:', 'blob:'].includes(url.protocol))
  expect(elsewhere.map(({ href }) => href)).toEqual([])
})

test(
  'a card is added, made the default, paid with and removed, without losing the focus',
  { tag: '@core' },
  async ({ people }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people)
    const { page } = buyer
    const cards = cardsOn(page)
    const form = locatePayments(page)
    await page.goto('/account/payments')
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
    await openDealChat(page, roomId)
    await expect(form.requestCard('€12.00', 'pending')).toContainText('Visa ending in 4242')

    await page.goto('/account/payments')
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

test('a person with one saved card gets the form for another card immediately, and can go back to the saved card', async ({
  people,
}) => {
  const { buyer, seller, roomId, calls } = await makeDeal(people)
  const { page } = buyer
  await calls.saveCard(buyer)
  await calls.ask(seller, roomId, '35')
  await openDealChat(page, roomId)
  const paying = locatePayments(page)
  await paying.payOf('€35.00').click()
  await paying.otherCard.click()
  await expect(paying.number).toBeVisible()
  await expect(paying.dialog).toContainText('it becomes your default')
  await paying.dialog.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(paying.dialog).toContainText('Visa ending in 4242')
  await expect(paying.dialog.getByRole('radio')).toHaveCount(0)
  await expect(paying.confirm('€35.00')).toBeVisible()
})
