import type { Page } from '@playwright/test'

import { expectNoViolations } from '@kundig/testing/browser/accessibility'
import { startKundig } from '@kundig/testing/browser/kundig-server'
import { readMail } from '@kundig/testing/browser/mail'
import { expect, PASSWORD, test } from '@kundig/testing/browser/people'
import { embeddedUrl } from '@kundig/testing/database/embedded-url'
import { openSql } from '@kundig/testing/database/test-database'

const LANGUAGES = [
  {
    language: 'en',
    button: 'Continue with Google',
    chooser: 'Choose an account',
    cancel: 'Cancel',
    complete: 'Complete your account',
    name: 'Name',
    cancelled: 'Google sign-in was cancelled',
    join: 'Use Google for your account',
    joinPassword: 'Password of your Kundig account',
    goOn: 'Continue',
    wrong: 'The current password is wrong',
    reset: 'Choose a new password by email',
    waiting: 'Waiting for Google…',
    waitingHint: 'Go on in the window that has opened.',
    network: 'Network error. Please try again.',
    explore: 'Explore',
    unverified: 'Google has not verified this email address',
    blocked: 'Your browser blocked the Google window. Allow pop-ups for this site and try again.',
  },
  {
    language: 'nl',
    button: 'Doorgaan met Google',
    chooser: 'Kies een account',
    cancel: 'Annuleren',
    complete: 'Maak je account af',
    name: 'Naam',
    cancelled: 'Inloggen met Google is geannuleerd',
    join: 'Gebruik Google voor je account',
    joinPassword: 'Wachtwoord van je Kundig-\u2060account',
    goOn: 'Doorgaan',
    wrong: 'Het huidige wachtwoord klopt niet',
    reset: 'Kies per mail een nieuw wachtwoord',
    waiting: 'Wachten op Google…',
    waitingHint: 'Ga verder in het venster dat is geopend.',
    network: 'Netwerkfout. Probeer het opnieuw.',
    explore: 'Ontdekken',
    unverified: 'Google heeft dit e-\u2060mailadres niet geverifieerd',
    blocked: 'Je browser heeft het Google-venster geblokkeerd. Sta pop-ups voor deze site toe en probeer het opnieuw.',
  },
] as const

// One after the other: of two who come with the same new account at the same moment one is asked to try again.
test.describe.configure({ mode: 'default' })

for (const texts of LANGUAGES) {
  test.describe(`Google, in ${texts.language}`, () => {
    const openWindow = async (page: Page): Promise<Page> => {
      const opened = page.waitForEvent('popup')
      await page.getByRole('button', { name: texts.button }).click()
      const popup = await opened
      await expect(popup.getByRole('heading', { name: texts.chooser })).toBeVisible()
      return popup
    }

    // spec 1.20, 2.53, 7.3
    test(
      'someone new is asked for a profile, under the name that Google told',
      { tag: '@core' },
      async ({ people }) => {
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
        await expect(page.getByLabel(texts.name)).toHaveValue('Robin Peters')
        await expect.poll(() => popup.isClosed()).toBe(true)
        expect(complaints).toEqual([])
      },
    )

    test('every other end is told in words', async ({ people }) => {
      const page = await people.visitor({ language: texts.language })
      await page.goto('/login')

      const cancelled = await openWindow(page)
      await expect(page.getByRole('button', { name: texts.waiting })).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: texts.waitingHint })).toBeVisible()
      await cancelled.getByRole('link', { name: texts.cancel }).click()
      await expect(page.getByText(texts.cancelled)).toBeVisible()
      await expect(page.getByRole('button', { name: texts.button })).toBeVisible()
      await expect.poll(() => cancelled.isClosed()).toBe(true)
      await expect(page.getByText(texts.cancelled)).toHaveCount(0)

      const unverified = await openWindow(page)
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

    // On a server of its own, because the demo login is joined for good.
    test('an account with a password asks for it once, in the window', async ({ peopleOf }) => {
      test.setTimeout(120_000)
      const server = await startKundig()
      try {
        // Without this the account is Google's as well at once: its owner has proven the address.
        const sql = await openSql(await embeddedUrl(server.location))
        await sql.query(`UPDATE "user" SET email_verified = false WHERE email = 'sanne@kundig.example'`)
        await sql.close()
        const page = await peopleOf(server.url).visitor({ language: texts.language, width: 375 })
        await page.goto('/login')
        const askedIn = async (): Promise<Page> => {
          const popup = await openWindow(page)
          await popup.getByRole('link', { name: /sanne@kundig\.example/u }).click()
          await expect(popup.getByRole('heading', { name: texts.join })).toBeFocused()
          await expect(popup.getByText('sanne@kundig.example')).toBeVisible()
          return popup
        }
        const cancelled = await askedIn()
        await cancelled.getByRole('button', { name: texts.cancel }).click()
        await expect(page.getByText(texts.cancelled)).toBeVisible()
        await expect.poll(() => cancelled.isClosed()).toBe(true)

        const unknown = await askedIn()
        await unknown.getByRole('link', { name: texts.reset }).click()
        await expect(unknown).toHaveURL(/\/forgot-password$/u)
        await expect(unknown.getByRole('textbox')).toHaveValue('sanne@kundig.example')
        await unknown.close()

        const popup = await askedIn()
        await expectNoViolations(popup)
        const password = popup.getByLabel(texts.joinPassword)
        await popup.keyboard.press('Tab')
        await expect(password).toBeFocused()
        await popup.keyboard.press('Enter')
        await expect(password).toHaveAttribute('aria-invalid', 'true')
        await password.fill('Wrong-Password-1')
        await popup.keyboard.press('Enter')
        await expect(popup.locator('form').getByText(texts.wrong)).toBeVisible()
        await expect(password).toBeFocused()
        await popup.route('**/api/auth/google/join', (route) => route.abort(), { times: 1 })
        await password.fill('Blauwe-Klaproos-47')
        await popup.keyboard.press('Enter')
        await expect(popup.locator('form').getByText(texts.network)).toBeVisible()
        await expect(page).toHaveURL(/\/login$/u)
        await popup.getByRole('button', { name: texts.goOn, exact: true }).click()
        await expect(page.getByRole('tab', { name: texts.explore })).toBeVisible()
        await expect.poll(() => popup.isClosed()).toBe(true)
      } finally {
        await server.stop()
      }
    })
  })
}

// On a server of its own, because the other journeys count on the same Google account being without a profile.
test('someone who signed up with Google gets a password by mail, and both ways in work then', async ({ peopleOf }) => {
  test.setTimeout(120_000)
  const server = await startKundig()
  try {
    const page = await peopleOf(server.url).visitor()
    const email = 'robin.peters@post.example'
    const explore = page.getByRole('tab', { name: 'Explore' })
    const security = page.getByRole('region', { name: 'Security' })
    const withGoogle = async (): Promise<void> => {
      const opened = page.waitForEvent('popup')
      await page.getByRole('button', { name: 'Continue with Google' }).click()
      await (await opened).getByRole('link', { name: /Robin Peters/u }).click()
    }
    await page.goto('/login')
    await withGoogle()
    await page.getByLabel('Expertise category').selectOption({ label: 'Education' })
    await page.getByRole('button', { name: 'Create profile' }).click()
    await expect(explore).toBeVisible()

    await page.getByRole('link', { name: 'Account' }).click()
    await expect(security.getByText('You log in with Google, so your account has no password.')).toBeVisible()
    await expect(security.getByText('so your address is that of your Google account.')).toBeVisible()
    await expect(security.getByLabel('Current password')).toHaveCount(0)
    await security.getByRole('button', { name: 'Email me a link' }).click()
    await expect(security.getByText(`An email with a link is on its way to ${email}.`)).toBeVisible()
    const { link } = await readMail(page.context(), email, '/reset-password')
    await page.goto(link)
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByLabel('Confirm password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect(page).toHaveURL(/\/login$/u)

    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.locator('form').getByRole('button', { name: 'Log In', exact: true }).click()
    await expect(explore).toBeVisible()
    await page.getByRole('link', { name: 'Account' }).click()
    await expect(security.getByLabel('Current password')).toBeVisible()

    await page.getByRole('button', { name: 'Log Out', exact: true }).click()
    await page.getByRole('link', { name: 'Log In' }).click()
    await withGoogle()
    await expect(explore).toBeVisible()
  } finally {
    await server.stop()
  }
})
