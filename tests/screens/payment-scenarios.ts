import type { Page } from '@playwright/test'

import { callAs } from '@kundig/testing/browser/calls'
import { paymentCalls } from '@kundig/testing/browser/payments'
import { expect, type People, type Person } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

import { enter, meet, type Scenario } from './scenarios.ts'

/** The button that pays, on a request card or in the dialog. */
export const PAY = /^(?:Pay €.*|€.* betalen)$/u

/** Somebody as the calls about payments want them. */
export function personAt(page: Page): Person {
  return { page, context: page.context(), name: '', email: '' }
}

/** Has somebody answer the provider's questions in one of the ways there are. */
export async function onboard(people: People, page: Page, outcome: 'complete' | 'incomplete' | 'reject') {
  const { request } = page.context()
  const { url } = await callAs<{ url: string }>(page.context(), people.url, 'POST', '/api/payments/account/onboarding')
  const session = /name="session" value="([^"]+)"/u.exec(await (await request.get(url)).text())?.[1] ?? ''
  await request.post(url, { form: { session, outcome }, headers: { origin: people.url }, maxRedirects: 0 })
  await callAs(page.context(), people.url, 'POST', '/api/payments/account/refresh')
}

/** A room in which the expert can be paid, and what is done there. */
export interface PayingScenario extends Scenario {
  /** @param amount in euros, as it is typed */
  ask: (amount: string, description?: string) => Promise<{ payment_request_id: string }>
  /** Saves a card for the one who asked. */
  saveCard: (number?: string) => Promise<void>
  /** Opens the room anew and the dialog of the newest request card. */
  openDialog: () => Promise<void>
  /** Fills in the card form that is open. */
  fillCard: (number: string) => Promise<void>
}

/** Two people who meet; the one who was asked can be paid. */
export async function makePayingScenario(people: People, from: string, to: string): Promise<PayingScenario> {
  const scenario = await meet(people, from, to, 'Hallo, mag ik je iets vragen? Ik betaal er graag voor.')
  const { asker, expert, roomId, at } = scenario
  await onboard(people, expert, 'complete')
  const calls = paymentCalls(people)
  return {
    ...scenario,
    ask: (amount, description = '') => calls.ask(personAt(expert), roomId, amount, description),
    saveCard: (number = CARDS.visa) => calls.saveCard(personAt(asker), number),
    openDialog: async () => {
      if (asker.url() === 'about:blank') await asker.goto('/')
      // A payment that was begun would be gone on with by itself.
      await asker.evaluate(() => sessionStorage.clear())
      await enter(asker, at)
      await asker.locator('.request-card').last().getByRole('button', { name: PAY }).click()
      await expect(asker.getByRole('dialog')).toBeVisible()
    },
    fillCard: (number) => fillCard(asker, number),
  }
}

/** Fills in the card form that is open on a page. */
export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel(/^(?:Card number|Kaartnummer)$/u).fill(number)
  await page.getByLabel(/^(?:Expiry date|Vervaldatum)$/u).fill('12 / 34')
  await page.getByLabel(/^(?:Security code|Beveiligingscode)$/u).fill('123')
}
