import type { Page } from '@playwright/test'

import { openLivePage } from '@kundig/testing/browser/live-pages'
import { expect, PASSWORD, type People, test, createUniqueWord } from '@kundig/testing/browser/people'

const NEW_PASSWORD = 'Een-Ander-Wachtwoord-8'

async function signedIn(people: People, email: string, password: string = PASSWORD): Promise<Page> {
  const page = await people.visitor()
  const answer = await page
    .context()
    .request.post('/api/auth/sign-in/email', { data: { email, password }, headers: { origin: people.url } })
  expect(answer.status()).toBe(200)
  await openLivePage(page, '/dashboard')
  await expect(page.getByRole('tab', { name: 'Explore' })).toBeVisible()
  return page
}

/** Must be awaited before or together with other checks, because the toast is visible for only four seconds. */
async function expectLoggedOut(page: Page): Promise<void> {
  await expect(page.getByText('You have been logged out')).toBeVisible({ timeout: 5000 })
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
}

test(
  'changing the password requires the old password, and logs out other devices',
  { tag: '@core' },
  async ({ people }) => {
    const { page, email } = await people.signedUp(`Lotte ${createUniqueWord()}`)
    const other = await signedIn(people, email)
    await page.goto('/account/security')
    const security = page.getByRole('region', { name: 'Security' })
    const current = security.getByLabel('Current password')
    const next = security.getByLabel('New password')
    const change = security.getByRole('button', { name: 'Change password' })
    await current.fill('Een-Verkeerd-Wachtwoord-1')
    await next.fill('abcdefgh')
    await change.click()
    await expect(security.getByText('Password is too weak')).toBeVisible()
    await next.fill(NEW_PASSWORD)
    await change.click()
    await expect(security.getByText('The current password is wrong')).toBeVisible()
    await expect(current).toBeFocused()
    await current.fill(PASSWORD)
    await change.click()
    await Promise.all([expect(page.getByText('Your password has been changed')).toBeVisible(), expectLoggedOut(other)])
    await expect(current).toHaveValue('')
    await page.reload()
    await expect(security).toBeVisible()
    await signedIn(people, email, NEW_PASSWORD)
  },
)
