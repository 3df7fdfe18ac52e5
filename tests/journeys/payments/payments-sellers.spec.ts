import type { Page } from '@playwright/test'

import { ACCESSIBILITY_APPEARANCES } from '@kundig/testing/browser/accessibility'
import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'

const WORDS = {
  en: {
    title: 'Getting paid',
    become: 'Become a Seller',
    goOn: 'Continue at Stripe',
    due: 'Stripe still needs:',
    needsMore: 'Stripe needs a bit more from you.',
    ready: 'You can receive payments now',
    states: { inactive: 'Inactive', inProgress: 'In progress', ready: 'Ready' },
    status: 'Seller status',
    toAccount: 'Go to the account page',
  },
  nl: {
    title: 'Betalingen ontvangen',
    become: 'Word verkoper',
    goOn: 'Verder bij Stripe',
    due: 'Stripe heeft deze gegevens nog nodig:',
    needsMore: 'Stripe heeft nog iets van je nodig.',
    ready: 'Je kunt nu betalingen ontvangen',
    states: { inactive: 'Niet actief', inProgress: 'Nog niet afgerond', ready: 'Klaar' },
    status: 'Status als verkoper',
    toAccount: 'Naar de accountpagina',
  },
} as const

type Language = keyof typeof WORDS

function sellingOn(page: Page, language: Language) {
  const words = WORDS[language]
  const section = page.getByRole('region', { name: words.title })
  // Stripe's pages use the browser's language.
  const leave = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    section,
    status: (state: keyof typeof words.states) => section.getByText(`${words.status}: ${words.states[state]}`),
    become: section.getByRole('button', { name: words.become }),
    goOn: section.getByRole('button', { name: words.goOn }),
    complete: leave('Complete'),
    incomplete: leave('Leave incomplete'),
  }
}

for (const [name, look] of ACCESSIBILITY_APPEARANCES) {
  const language = look.language ?? 'en'
  const words = WORDS[language]

  // spec 2.4, 2.10, 2.64, 2.83, 2.86, 4.29, 7.14
  test(
    `an interrupted onboarding shows what is missing and continues; a used link is replaced (${name})`,
    { tag: '@core' },
    async ({ people }) => {
      const { page } = await people.expert(`Loes ${createUniqueWord()}`, look)
      const selling = sellingOn(page, language)
      await page.goto('/account')
      await expect(selling.status('inactive')).toBeAttached()
      await selling.become.click()
      await expect(selling.incomplete).toBeVisible()
      const usedLink = page.url()
      await selling.incomplete.click()
      await expect(page.getByText(words.needsMore)).toBeVisible()
      await expect(page).toHaveURL(/\/account#getting-paid$/u)
      await expect(selling.status('inProgress')).toBeAttached()
      await expect(selling.section).toContainText(words.due)
      const due = selling.section.getByRole('listitem')
      await expect(due.first()).toBeVisible()
      for (const item of await due.allTextContents()) expect(item).not.toMatch(/[_.]/u)
      await selling.goOn.click()
      await expect(selling.complete).toBeVisible()

      await page.goto(usedLink)
      await expect(selling.complete).toBeVisible()
      expect(page.url()).not.toBe(usedLink)
      await selling.complete.click()
      await expect(page.getByText(words.ready)).toBeVisible()
      await expect(page).toHaveURL(/\/account#getting-paid$/u)
      await expect(selling.status('ready')).toBeAttached()
      await expect(selling.goOn).toHaveCount(0)
    },
  )
}
