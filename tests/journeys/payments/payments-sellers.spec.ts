import type { Page } from '@playwright/test'

import { HARDER_LOOK } from '@kundig/testing/browser/accessibility'
import { openDealOn, paymentsOn } from '@kundig/testing/browser/payments'
import { expect, test, uniqueWord } from '@kundig/testing/browser/people'

const WORDS = {
  en: {
    title: 'Getting paid',
    become: 'Become a Seller',
    goOn: 'Continue at Stripe',
    due: 'Stripe still needs:',
    needsMore: 'Stripe needs a bit more from you.',
    ready: 'You can receive payments now',
    refused: 'Stripe cannot take you on as a seller. The account page tells more.',
    refusedText: 'Stripe cannot take you on as a seller with these details. At Stripe you can see why.',
    states: { inactive: 'Inactive', inProgress: 'In progress', ready: 'Ready', refused: 'Refused' },
    status: 'Seller status',
    unfinished: 'Onboarding failed',
    unchecked: 'Error checking onboarding status.',
    toAccount: 'Go to the account page',
    tryAgain: 'Try again',
    dismiss: 'Dismiss',
  },
  nl: {
    title: 'Betalingen ontvangen',
    become: 'Word verkoper',
    goOn: 'Verder bij Stripe',
    due: 'Stripe heeft nog nodig:',
    needsMore: 'Stripe heeft nog iets van je nodig.',
    ready: 'Je kunt nu betalingen ontvangen',
    refused: 'Stripe kan je niet als verkoper accepteren. Op de accountpagina staat meer.',
    refusedText: 'Stripe kan je met deze gegevens niet als verkoper accepteren. Bij Stripe zie je waarom.',
    states: { inactive: 'Niet actief', inProgress: 'Nog niet afgerond', ready: 'Klaar', refused: 'Geweigerd' },
    status: 'Status als verkoper',
    unfinished: 'Aanmelden als verkoper is niet gelukt',
    unchecked: 'De status van je aanmelding als verkoper ophalen is niet gelukt',
    toAccount: 'Naar de accountpagina',
    tryAgain: 'Probeer opnieuw',
    dismiss: 'Sluiten',
  },
} as const

type Language = keyof typeof WORDS

/** The part of the account page about selling, and the ways out of Stripe's questions. */
function sellingOn(page: Page, language: Language = 'en') {
  const words = WORDS[language]
  const section = page.getByRole('region', { name: words.title })
  // Stripe's pages speak the language of the browser.
  const leave = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    section,
    status: (state: keyof typeof words.states) => section.getByText(`${words.status}: ${words.states[state]}`),
    become: section.getByRole('button', { name: words.become }),
    goOn: section.getByRole('button', { name: words.goOn }),
    complete: leave('Complete'),
    incomplete: leave('Leave incomplete'),
    reject: leave('Be rejected'),
  }
}

for (const [name, look] of HARDER_LOOK) {
  const language = look.language ?? 'en'
  const words = WORDS[language]

  // spec 2.4, 2.10, 2.64, 2.83, 2.86, 4.29, 7.14
  test(
    `an onboarding left halfway says what is missing and goes on where it was; a used link is made anew (${name})`,
    { tag: '@core' },
    async ({ people }) => {
      const { page } = await people.expert(`Loes ${uniqueWord()}`, look)
      const selling = sellingOn(page, language)
      await page.goto('/account')
      await expect(selling.status('inactive')).toBeAttached()
      await selling.become.click()
      await expect(selling.incomplete).toBeVisible()
      const usedLink = page.url()
      await selling.incomplete.click()
      await expect(page).toHaveURL(/\/dashboard$/u)
      await expect(page.getByText(words.needsMore)).toBeVisible()
      await page.getByRole('button', { name: words.toAccount }).click()
      await expect(page).toHaveURL(/\/account#getting-paid$/u)
      await expect(selling.status('inProgress')).toBeAttached()
      await expect(selling.section).toContainText(words.due)
      const due = selling.section.getByRole('listitem')
      await expect(due.first()).toBeVisible()
      for (const item of await due.allTextContents()) expect(item).not.toMatch(/[_.]/u)
      await selling.goOn.click()
      await expect(selling.complete).toBeVisible()

      // Spent: by way of /stripe/refresh it leads to a fresh one.
      await page.goto(usedLink)
      await expect(selling.complete).toBeVisible()
      expect(page.url()).not.toBe(usedLink)
      await selling.complete.click()
      await expect(page).toHaveURL(/\/dashboard$/u)
      await expect(page.getByText(words.ready)).toBeVisible()
      await page.goto('/account')
      await expect(selling.status('ready')).toBeAttached()
      await expect(selling.goOn).toHaveCount(0)
    },
  )

  test(`who is rejected is told so, and cannot ask for money (${name})`, async ({ people }) => {
    const { expert, roomId } = await people.pair([{}, look])
    const { page } = expert
    const selling = sellingOn(page, language)
    await page.goto('/account')
    await selling.become.click()
    await selling.reject.click()
    await expect(page).toHaveURL(/\/dashboard$/u)
    await expect(page.getByText(words.refused)).toBeVisible()
    await page.goto('/account')
    await expect(selling.status('refused')).toBeAttached()
    await expect(selling.section).toContainText(words.refusedText)
    await openDealOn(page, roomId)
    const asking = paymentsOn(page, language)
    await asking.askButton.click()
    await expect(asking.panel.getByRole('link', { name: words.toAccount })).toBeVisible()
    await expect(asking.send).toHaveCount(0)
  })

  // spec 2.9, 2.48, 2.84, 2.85, 8.33, 8.34
  test(`coming back from Stripe without an account, or unheard, is told on the dashboard until dismissed (${name})`, async ({
    people,
  }) => {
    const { page } = await people.expert(`Teun ${uniqueWord()}`, look)
    const notice = page.getByRole('alert')
    await page.goto('/stripe/return')
    await expect(page).toHaveURL(/\/dashboard\?error=stripe-onboarding-failed$/u)
    await expect(notice).toContainText(words.unfinished)
    await page.reload()
    await expect(notice).toContainText(words.unfinished)
    await notice.getByRole('button', { name: words.dismiss }).click()
    await expect(notice).toHaveCount(0)
    await expect(page).toHaveURL(/\/dashboard$/u)

    await page.route('**/rpc/payments/refreshAccount', (route) => route.abort())
    await page.goto('/stripe/return')
    await expect(page).toHaveURL(/\/dashboard\?error=stripe-error$/u)
    await expect(notice).toContainText(words.unchecked)
    await page.unroute('**/rpc/payments/refreshAccount')
    await notice.getByRole('link', { name: words.tryAgain }).click()
    await expect(notice).toContainText(words.unfinished)
    await notice.getByRole('link', { name: words.toAccount }).click()
    await expect(page).toHaveURL(/\/account#getting-paid$/u)
    // What makes no sense changes nothing.
    await page.goto('/dashboard?tab=nonsense&error=%3Cb%3Eboo')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(notice).toHaveCount(0)
  })
}

// spec 2.82, 2.87
test('coming back from Stripe logged out leads to the log-in screen', async ({ people }) => {
  const page = await people.visitor()
  for (const path of ['/stripe/return', '/stripe/refresh']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/u)
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  }
})

// spec 2.86
test('/stripe/refresh leads to the dashboard when no fresh link can be had', async ({ people }) => {
  const { page } = await people.expert(`Ellen ${uniqueWord()}`)
  await page.goto('/account')
  await sellingOn(page).become.click()
  await expect(sellingOn(page).complete).toBeVisible()
  await page.route('**/rpc/payments/onboard', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/stripe/refresh')
  await expect(page.getByText('Onboarding failed')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/u)
})

// spec 2.86
test('/stripe/refresh makes no account by itself: whoever never began is on the dashboard', async ({ people }) => {
  const { page, context } = await people.expert(`Else ${uniqueWord()}`)
  await page.goto('/stripe/refresh')
  await expect(page).toHaveURL(/\/dashboard$/u)
  await expect(page.getByRole('tab', { name: 'Explore' })).toBeVisible()
  const account: unknown = await (await context.request.get('/api/payments/account')).json()
  expect(account).toMatchObject({ stripeConnectAccountId: null })
})

test('someone who becomes a seller in one tab can ask for money in another, without a reload', async ({ people }) => {
  const { expert, roomId } = await people.pair()
  const { page, context } = expert
  await openDealOn(page, roomId)
  const asking = paymentsOn(page)
  await asking.askButton.click()
  await expect(asking.panel.getByRole('link', { name: WORDS.en.toAccount })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/account')
  await sellingOn(other).become.click()
  await sellingOn(other).complete.click()
  await expect(other).toHaveURL(/\/dashboard$/u)
  await asking.amount.fill('10')
  await asking.send.click()
  await expect(asking.requestCard('€10.00', 'pending')).toBeVisible()
})
