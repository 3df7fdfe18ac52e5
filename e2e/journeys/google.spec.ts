import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures/people.ts'

const LANGUAGES = [
  {
    language: 'en',
    button: 'Continue with Google',
    chooser: 'Choose an account',
    cancel: 'Cancel',
    complete: 'Complete your account',
    cancelled: 'Google sign-in was cancelled',
    hasPassword: 'This email address already has an account with a password. Log in with your password.',
    unverified: 'Google has not verified this email address',
    blocked: 'Your browser blocked the Google window. Allow pop-ups for this site and try again.',
  },
  {
    language: 'nl',
    button: 'Doorgaan met Google',
    chooser: 'Kies een account',
    cancel: 'Annuleren',
    complete: 'Maak je account af',
    cancelled: 'Inloggen met Google is geannuleerd',
    hasPassword: 'Dit e-mailadres heeft al een account met een wachtwoord. Log in met je wachtwoord.',
    unverified: 'Google heeft dit e-mailadres niet geverifieerd',
    blocked: 'Je browser heeft het Google-venster geblokkeerd. Sta pop-ups voor deze site toe en probeer het opnieuw.',
  },
] as const

for (const texts of LANGUAGES) {
  test.describe(`Google, in ${texts.language}`, () => {
    const openWindow = async (page: Page): Promise<Page> => {
      const opened = page.waitForEvent('popup')
      await page.getByRole('button', { name: texts.button }).click()
      const popup = await opened
      await expect(popup.getByRole('heading', { name: texts.chooser })).toBeVisible()
      return popup
    }

    test('someone new is asked for a profile', async ({ people }) => {
      const page = await people.visitor({ language: texts.language })
      const complaints: string[] = []
      page.context().on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      await page.goto('/login')
      const popup = await openWindow(page)
      await popup.getByRole('link', { name: /Robin Peters/u }).click()
      await expect(page).toHaveURL(/\/account$/u)
      await expect(page.getByRole('heading', { name: texts.complete })).toBeVisible()
      await expect.poll(() => popup.isClosed()).toBe(true)
      expect(complaints).toEqual([])
    })

    test('every other end is told in words', async ({ people }) => {
      const page = await people.visitor({ language: texts.language })
      await page.goto('/login')

      const cancelled = await openWindow(page)
      await cancelled.getByRole('link', { name: texts.cancel }).click()
      await expect(page.getByText(texts.cancelled)).toBeVisible()
      await expect.poll(() => cancelled.isClosed()).toBe(true)
      await expect(page.getByText(texts.cancelled)).toHaveCount(0)

      const refused = await openWindow(page)
      await refused.getByRole('link', { name: /sanne@kundig\.example/u }).click()
      await expect(page.locator('main').getByText(texts.hasPassword)).toBeVisible()
      await expect(page).toHaveURL(/\/login$/u)
      await expect.poll(() => refused.isClosed()).toBe(true)

      const unverified = await openWindow(page)
      await expect(page.locator('main').getByText(texts.hasPassword)).toHaveCount(0)
      await unverified.getByRole('link', { name: /Noor Haddad/u }).click()
      await expect(page.locator('main').getByText(texts.unverified)).toBeVisible()
      await expect.poll(() => unverified.isClosed()).toBe(true)

      const closed = await openWindow(page)
      await closed.close()
      await expect(page.getByText(texts.cancelled)).toBeVisible()

      await page.evaluate(() => {
        window.open = () => null
      })
      await page.getByRole('button', { name: texts.button }).click()
      await expect(page.locator('main').getByText(texts.blocked)).toBeVisible()
    })
  })
}
