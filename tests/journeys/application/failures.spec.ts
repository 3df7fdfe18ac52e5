import type { Page } from '@playwright/test'

import { ACCESSIBILITY_APPEARANCES } from '@kundig/testing/browser/accessibility'
import { closeChat } from '@kundig/testing/browser/chats'
import { makeDeal, openDealChat, locatePayments } from '@kundig/testing/browser/payments'
import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

/** Texts of the specification, part 8, and their Dutch translation. */
const WORDS = {
  en: {
    sendMessage: 'Not sent. Failed to send message',
    closeChat: 'Failed to close chat',
    noRoom: 'Chat room not found',
    roomFailed: 'The chat could not be loaded',
    network: 'Network error. Please try again.',
    sellerStatus: 'Failed to check seller status',
    onboarding: 'Seller onboarding failed',
    sellerNoSession: 'User must be logged in to become a seller',
    cards: 'Failed to get payment method',
    cardSetup: 'Payment setup failed',
    cardNotSaved: 'Setup failed. Please enter the card again.',
    createPayment: 'Failed to create payment',
    paymentNoSession: 'User must be logged in to make payments',
    customer: 'Customer account not found',
    provider: 'Payment provider failed to initialize',
    status: 'Failed to update payment status',
  },
  nl: {
    sendMessage: 'Niet verstuurd. Bericht versturen is niet gelukt',
    closeChat: 'Chat sluiten is niet gelukt',
    noRoom: 'Chat niet gevonden',
    roomFailed: 'De chat kon niet worden geladen',
    network: 'Netwerkfout. Probeer het opnieuw.',
    sellerStatus: 'Je status als verkoper ophalen is niet gelukt',
    onboarding: 'Verkoper worden is niet gelukt',
    sellerNoSession: 'Log in om verkoper te worden',
    cards: 'Betaalmethode ophalen is niet gelukt',
    cardSetup: 'Betaling instellen is niet gelukt',
    cardNotSaved: 'Instellen is niet gelukt. Vul de kaart opnieuw in.',
    createPayment: 'Betaalverzoek maken is niet gelukt',
    paymentNoSession: 'Log in om te betalen',
    customer: 'Klantaccount niet gevonden',
    provider: 'De betaaldienst kon niet starten',
    status: 'De status van de betaling bijwerken is niet gelukt',
  },
} as const

const AMOUNT = { en: '€25.00', nl: '€ 25,00' } as const

async function fail(page: Page, procedure: string): Promise<() => Promise<void>> {
  const url = `**/rpc/${procedure}`
  await page.route(url, (route) => route.fulfill({ status: 500, json: {} }))
  return () => page.unroute(url)
}

async function refuse(page: Page, procedure: string, status: number, code: string): Promise<void> {
  const json = { json: { defined: true, code, status, message: code, data: { kind: 'UNKNOWN_ERROR' } } }
  await page.route(`**/rpc/${procedure}`, (route) => route.fulfill({ status, json }))
}

for (const [, { language = 'en' }] of ACCESSIBILITY_APPEARANCES) {
  const words = WORDS[language]
  const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]').getByText(text, { exact: true })

  // spec 8.42, 8.44, 8.45
  test(`failed messages, failed closing of a chat and a missing chat show their errors (${language})`, async ({
    people,
  }) => {
    const { asker, roomId } = await people.pair([{ language }])
    const { page } = asker
    // Messages are acknowledged as failed, as after a server error.
    await page.routeWebSocket(/\/live\//u, (socket) => {
      const server = socket.connectToServer()
      socket.onMessage((sent) => {
        const id = /^42(\d+)\["message\.send"/u.exec(String(sent))?.[1]
        if (id === undefined) server.send(sent)
        else socket.send(`43${id}[{"ok":false,"code":"UNEXPECTED"}]`)
      })
    })
    await openDealChat(page, roomId)
    await page.getByLabel(/^(?:Message|Bericht)$/u).fill('Hello?')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('log').getByRole('alert')).toContainText(words.sendMessage, { timeout: 30_000 })

    await fail(page, 'chat/close')
    await closeChat(page)
    await expect(toast(page, words.closeChat)).toBeVisible()

    await page.goto('/dashboard?tab=chats&room=01a1be7c-4eb7-720a-8f2b-000000000000')
    await expect(page.getByText(words.noRoom, { exact: true })).toBeVisible()
  })

  // spec 8.45
  test(`a failed room shows an error instead of the not-found page, and can be retried (${language})`, async ({
    people,
  }) => {
    const { asker, expert, roomId } = await people.pair([{ language }])
    const { page } = asker
    const back = /^(?:Back to Chats|Terug naar chats)$/u
    await page.route('**/rpc/chat/rooms', (route) =>
      route.fulfill({ status: 200, json: { json: { items: [], unread_total: 0, next_cursor: null } } }),
    )
    await page.route('**/rpc/chat/resume', (route) => route.fulfill({ status: 503, json: {} }))
    for (const status of [500, 503]) {
      await page.route('**/rpc/chat/room', (route) => route.fulfill({ status, json: {} }))
      await page.goto(`/dashboard?tab=chats&room=${roomId}`)
      await expect(page.getByText(words.roomFailed, { exact: true })).toBeVisible({ timeout: 20_000 })
      await expect(page.getByText(words.noRoom)).toHaveCount(0)
      await expect(page.getByRole('button', { name: back })).toBeVisible()
      await page.unroute('**/rpc/chat/room')
      await page.getByRole('button', { name: /^(?:Try again|Probeer opnieuw)$/u }).click()
      await expect(page.getByRole('region', { name: new RegExp(expert.name, 'u') })).toBeVisible()
    }

    await page.route('**/rpc/chat/room', (route) => route.abort('internetdisconnected'))
    await page.goto(`/dashboard?tab=chats&room=${roomId}`)
    await expect(page.getByText(words.network, { exact: true })).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(words.noRoom)).toHaveCount(0)
    await page.context().setOffline(true)
    await page.unroute('**/rpc/chat/room')
    await page.context().setOffline(false)
    await expect(page.getByRole('region', { name: new RegExp(expert.name, 'u') })).toBeVisible({ timeout: 30_000 })
  })

  // spec 8.1, 8.30, 8.31, 8.32, 8.50, 8.51
  test(`failures of selling and cards are shown on the account page (${language})`, async ({ people }) => {
    const { page, context } = await people.expert(`Ubbo ${createUniqueWord()}`, { language })
    const mendAccount = await fail(page, 'payments/account')
    const mendCards = await fail(page, 'payments/cards')
    await page.goto('/account')
    await expect(page.getByText(words.sellerStatus, { exact: true })).toBeVisible({ timeout: 20_000 })
    await page.goto('/account/payments')
    await expect(page.getByText(words.cards, { exact: true })).toBeVisible({ timeout: 20_000 })
    await mendAccount()
    await mendCards()

    await fail(page, 'payments/{onboard,startCardSetup}')
    await page.reload()
    await page.getByRole('button', { name: /^(?:Add card|Kaart toevoegen)$/u }).click()
    await expect(page.getByText(words.cardSetup, { exact: true })).toBeVisible()
    const become = page.getByRole('button', { name: /^(?:Become a Seller|Word verkoper)$/u })
    await page.goto('/account')
    await become.click()
    await expect(toast(page, words.onboarding)).toBeVisible()

    await page.unrouteAll()
    await refuse(page, 'payments/addCard', 409, 'CARD_SETUP_FAILED')
    await page.goto('/account/payments')
    await page.getByRole('button', { name: /^(?:Add card|Kaart toevoegen)$/u }).click()
    await locatePayments(page, language).fillCard(CARDS.visa)
    await page.getByRole('button', { name: /^(?:Save card|Kaart opslaan)$/u }).click()
    await expect(page.getByText(words.cardNotSaved, { exact: true })).toBeVisible()
    await expect(locatePayments(page, language).number).toHaveValue('')

    await page.goto('/account')
    await expect(become).toBeVisible()
    await context.clearCookies()
    await become.click()
    await expect(toast(page, words.sellerNoSession)).toBeVisible()
  })

  // spec 5.53, 8.53, 8.54, 8.55, 8.56
  test(`failed payment requests and payments show their errors in place (${language})`, async ({ people }) => {
    test.setTimeout(90_000)
    const { buyer, seller, roomId, calls } = await makeDeal(people, [{ language }, { language }])
    const asking = locatePayments(seller.page, language)
    const mend = await fail(seller.page, 'payments/ask')
    await openDealChat(seller.page, roomId)
    await asking.openAsk()
    await asking.amount.fill('25')
    await asking.send.click()
    await expect(asking.panel.getByRole('alert')).toContainText(words.createPayment)
    await mend()
    await refuse(seller.page, 'payments/ask', 401, 'NO_SESSION')
    await asking.send.click()
    await expect(asking.panel.getByRole('alert')).toContainText(words.paymentNoSession)
    await seller.page.unrouteAll()
    await asking.send.click()
    await expect(asking.requestCard(AMOUNT[language], 'pending')).toBeVisible()

    await calls.saveCard(buyer)
    const { page } = buyer
    const paying = locatePayments(page, language)
    const openPayment = async (message: string): Promise<void> => {
      await openDealChat(page, roomId)
      await paying.payOf(AMOUNT[language]).click()
      await expect(paying.dialog.getByRole('alert')).toContainText(message)
      await page.unrouteAll()
    }
    await refuse(page, 'payments/clientSecret', 404, 'CUSTOMER_NOT_FOUND')
    await openPayment(words.customer)
    await refuse(page, 'payments/clientSecret', 401, 'NO_SESSION')
    await openPayment(words.paymentNoSession)
    await page.route('**/assets/simulator-provider*', (route) => route.abort())
    await openPayment(words.provider)

    await page.route('**/rpc/payments/updateStatus', (route) => route.abort())
    await page.routeWebSocket(/\/live\//u, (socket) => {
      socket.connectToServer().onMessage((news) => {
        if (!String(news).includes('"message.updated"')) socket.send(news)
      })
    })
    await openDealChat(page, roomId)
    await paying.payOf(AMOUNT[language]).click()
    await paying.confirm(AMOUNT[language]).click()
    await expect(paying.toast(words.status)).toBeVisible()
    await expect(paying.requestCard(AMOUNT[language], 'pending')).toBeVisible()
  })
}
