import type { Page } from '@playwright/test'

import { ACCESSIBILITY_APPEARANCES } from '@kundig/testing/browser/accessibility'
import { openDealChat, locatePayments } from '@kundig/testing/browser/payments'
import { expect, test } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

const WORDS = {
  en: {
    become: 'Become a Seller',
    ready: 'You can receive payments now',
    isReady: 'Seller status: Ready',
    typed: ['12.50', '1234.05'],
    amounts: ['€12.50', '€1,234.05'],
    asked: (amount: string) => `You requested ${amount}`,
    paid: (amount: string, name: string) => `You paid ${amount} to ${name}`,
    card: 'Visa ending in 4242',
    isDefault: 'Default',
    cards: 'Saved cards',
    testMode: 'Payments run in test mode. No real money moves.',
  },
  nl: {
    become: 'Word verkoper',
    ready: 'Je kunt nu betalingen ontvangen',
    isReady: 'Status als verkoper: Klaar',
    typed: ['12,50', '1234,05'],
    amounts: ['€ 12,50', '€ 1.234,05'],
    asked: (amount: string) => `Je hebt een betaalverzoek van ${amount} gestuurd`,
    paid: (amount: string, name: string) => `Je hebt ${amount} betaald aan ${name}`,
    card: 'Visa eindigend op 4242',
    isDefault: 'Standaard',
    cards: 'Opgeslagen kaarten',
    testMode: 'Betalingen staan in testmodus. Er wordt geen echt geld overgemaakt.',
  },
} as const

/** If Stripe's event arrives before this call, the server refuses the call and the browser logs an error. */
const SAID_BEFORE = '/rpc/payments/updateStatus'

function watch(page: Page, url: string): string[] {
  const found: string[] = []
  page.on('console', (message) => {
    const isSaidBefore = message.location().url.endsWith(SAID_BEFORE) && message.text().includes(' 409 ')
    if (message.type() === 'error' && !isSaidBefore) found.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => found.push(`error: ${error.message}`))
  page.on('request', (request) => {
    const address = new URL(request.url())
    if (address.protocol.startsWith('http') && address.origin !== url) found.push(`request: ${request.url()}`)
  })
  return found
}

for (const [name, look] of ACCESSIBILITY_APPEARANCES) {
  const language = look.language ?? 'en'
  const words = WORDS[language]

  // spec 1.10, 1.11, 2.92, 2.96, 2.97, 2.100, 2.101, 4.19, 6.14, 6.22, 7.27
  test(
    `a person becomes a seller, and is paid twice, with a new card and with the saved one (${name})`,
    { tag: '@core' },
    async ({ people }) => {
      test.setTimeout(90_000)
      const { asker: buyer, expert: seller, roomId } = await people.pair([look, look])
      const complaints = [buyer, seller].flatMap(({ page }) => [watch(page, people.url)])

      await seller.page.goto('/account')
      await expect(seller.page.getByText(words.testMode)).toBeVisible()
      await seller.page.getByRole('button', { name: words.become }).click()
      // Stripe's pages use the browser's language.
      await seller.page.getByRole('button', { name: 'Complete', exact: true }).click()
      await expect(seller.page.getByText(words.ready)).toBeVisible()
      await expect(seller.page).toHaveURL(/\/account#getting-paid$/u)
      await expect(seller.page.getByText(words.isReady)).toBeAttached()

      await openDealChat(buyer.page, roomId)
      await openDealChat(seller.page, roomId)
      const asking = locatePayments(seller.page, language)
      const paying = locatePayments(buyer.page, language)
      const ask = async (typed: string, amount: string, what: string): Promise<void> => {
        await asking.openAsk()
        await asking.amount.fill(typed)
        await asking.description.fill(what)
        await asking.send.click()
        await expect(asking.toast(words.asked(amount))).toBeVisible()
        await expect(asking.panel).toBeHidden()
      }
      const [first, second] = words.amounts
      await ask(words.typed[0], first, 'A first look')
      await expect(asking.requestCard(first, 'pending')).toContainText(buyer.name)
      await expect(asking.requestCard(first, 'pending').getByRole('button')).toHaveCount(0)
      const { reply, withdraw, refund, askBack } = asking.actions
      expect(await asking.listActions(first, 'pending')).toEqual([reply, withdraw])
      await expect(paying.requestCard(first, 'pending')).toContainText('A first look')
      await expect(paying.requestCard(first, 'pending')).toContainText(first.replace(' ', ' '))
      await paying.payOf(first).click()
      await expect(paying.dialog).toContainText(seller.name)
      await expect(paying.dialog).toContainText('A first look')
      await expect(paying.dialog).toContainText(words.testMode)
      await paying.fillCard(CARDS.visa)
      await paying.confirm(first).click()
      await expect(paying.toast(words.paid(first, seller.name))).toBeVisible()
      await expect(paying.dialog).toBeHidden()
      for (const side of [paying, asking]) await expect(side.word(first, 'completed')).toBeVisible()
      for (const side of [paying, asking])
        await expect(side.requestCard(first, 'completed').getByRole('button')).toHaveCount(0)
      expect(await paying.listActions(first, 'completed')).toEqual([reply, askBack])
      expect(await asking.listActions(first, 'completed')).toEqual([reply, refund])

      await buyer.page.goto('/account/payments')
      const card = buyer.page.getByRole('list', { name: words.cards }).getByRole('listitem')
      await expect(card).toHaveCount(1)
      await expect(card).toContainText(words.card)
      await expect(card).toContainText(words.isDefault)
      await openDealChat(buyer.page, roomId)

      await ask(words.typed[1], second, 'The rest')
      await expect(paying.requestCard(second, 'pending')).toContainText(words.card)
      await paying.payOf(second).click()
      await expect(paying.dialog).toContainText(seller.name)
      await expect(paying.dialog).toContainText(words.card)
      await expect(paying.dialog).toContainText('The rest')
      await paying.confirm(second).click()
      for (const side of [paying, asking]) await expect(side.word(second, 'completed')).toBeVisible()
      await expect(paying.dialog).toBeHidden()
      expect(complaints.flat()).toEqual([])
    },
  )
}
