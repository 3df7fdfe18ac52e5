import type { Page } from '@playwright/test'

import { paymentCalls } from '@kundig/testing/browser/payments'
import { expect, type People, type Person } from '@kundig/testing/browser/people'
import type { Sql } from '@kundig/testing/database/test-database'

import { enter, meet, type Scenario } from './scenarios.ts'

/** The button that pays, on a request card or in the dialog. */
export const PAY = /^(?:Pay €.*|€.* betalen)$/u

/** Somebody as the calls about payments want them. */
export function personAt(page: Page): Person {
  return { page, context: page.context(), name: '', email: '' }
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
  const calls = paymentCalls(people)
  await calls.becomeSeller(personAt(expert))
  return {
    ...scenario,
    ask: (amount, description = '') => calls.ask(personAt(expert), roomId, amount, description),
    saveCard: async (number) => {
      await calls.saveCard(personAt(asker), number)
    },
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

/** As when hours have passed: so many declined cards as screens show in each look would keep their owner from paying. */
export async function forgetDeclines(sql: Sql): Promise<void> {
  await sql.query('DELETE FROM card_declines')
}

/** Fills in the card form that is open on a page. */
export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel(/^(?:Card number|Kaartnummer)$/u).fill(number)
  await page.getByLabel(/^(?:Expiry date|Vervaldatum)$/u).fill('12 / 34')
  await page.getByLabel(/^(?:Security code|Beveiligingscode)$/u).fill('123')
}
