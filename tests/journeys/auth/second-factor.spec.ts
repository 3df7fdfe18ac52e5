import type { Page } from '@playwright/test'

import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { openLivePage } from '@kundig/testing/browser/live-pages'
import { readMail } from '@kundig/testing/browser/mail'
import { expect, PASSWORD, type People, test, createUniqueWord } from '@kundig/testing/browser/people'
import { computeAuthenticatorCode } from '@kundig/testing/people/authenticator-app'

async function signUpConfirmed(people: People) {
  const person = await people.signedUp(`Femke ${createUniqueWord()}`)
  const { link } = await readMail(person.context, person.email, '/verify-email')
  await person.page.goto(link)
  await person.page.getByRole('button', { name: /Confirm/u }).click()
  await expect(person.page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  return person
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

test('a second factor is turned on, required at each log-in, and turned off', { tag: '@core' }, async ({ people }) => {
  const { page, email } = await signUpConfirmed(people)
  await openLivePage(page, '/account/security')
  const security = page.getByRole('region', { name: 'Security' })
  await security.getByRole('button', { name: 'Turn on' }).focus()
  await page.keyboard.press('Enter')
  await expect(security.getByLabel('Current password').last()).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(security.getByRole('img', { name: 'QR code with the key' })).toBeVisible()
  await expectNoAccessibilityViolations(page)
  const key = await security.locator('code').innerText()
  const code = security.getByLabel('Code that the app shows')
  await expect(code).toBeFocused()
  await code.fill('12')
  await code.press('Enter')
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await code.fill((await computeAuthenticatorCode(key)).replace(/^.{3}/u, '$& '))
  await code.press('Enter')
  await expect(security.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const recovery = (await security.locator('ul.font-mono li').allInnerTexts()).map((text) => text.trim())
  expect(recovery).toHaveLength(10)
  await expectNoAccessibilityViolations(page)
  await security.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(security.getByText('On. 10 recovery codes are left.')).toBeVisible()

  const other = await people.visitor()
  await logIn(other, email)
  const step = other.getByRole('heading', { name: 'One more step' })
  await expect(step).toBeFocused()
  await expectNoAccessibilityViolations(other)
  await other.reload()
  await expect(step).toBeVisible()
  expect((await other.request.get('/api/chat-rooms')).status()).toBe(401)
  await other.getByLabel('Code', { exact: true }).fill('000000')
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other.getByLabel('Code', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await other.getByRole('button', { name: 'Use a recovery code' }).click()
  await other.getByLabel('Recovery code').fill(recovery[0] ?? '')
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other.getByRole('tab', { name: 'Explore' })).toBeVisible()

  const third = await people.visitor()
  await logIn(third, email)
  await third.getByLabel('Code', { exact: true }).fill(await computeAuthenticatorCode(key, 1))
  await third.getByRole('button', { name: 'Continue' }).click()
  await expect(third.getByRole('tab', { name: 'Explore' })).toBeVisible()

  await openLivePage(page, '/account/security')
  await expect(security.getByText('On. 9 recovery codes are left.')).toBeVisible()
  await security.getByRole('button', { name: 'Turn off' }).click()
  await security.getByLabel('Current password').last().fill(PASSWORD)
  await security.getByLabel('Code from the app, or a recovery code').fill(recovery[1] ?? '')
  await security.getByRole('button', { name: 'Turn off' }).click()
  // Expects the toast first, because it shows for four seconds only.
  await expect(other.getByText('You have been logged out')).toBeVisible()
  await expect(
    security.getByText('Off. Turn it on to also need a code from an app on your phone when you log in.'),
  ).toBeVisible()
})
