import type { Page } from '@playwright/test'

import { countUnanswered, openLive } from '@kundig/testing/browser/live-pages'
import { expect, PASSWORD, type People, test, uniqueWord } from '@kundig/testing/browser/people'

const NEW_PASSWORD = 'Een-Ander-Wachtwoord-8'

async function signedIn(people: People, email: string, password: string = PASSWORD): Promise<Page> {
  const page = await people.visitor()
  const answer = await page
    .context()
    .request.post('/api/auth/sign-in/email', { data: { email, password }, headers: { origin: people.url } })
  expect(answer.status()).toBe(200)
  await openLive(page, '/dashboard')
  await expect(page.getByRole('tab', { name: 'Explore' })).toBeVisible()
  return page
}

/** To be awaited before anything else that comes of it, or beside it: it is told for four seconds only. */
async function expectLoggedOut(page: Page): Promise<void> {
  await expect(page.getByText('You have been logged out')).toBeVisible({ timeout: 5000 })
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
}

function devicesOf(page: Page) {
  return page.getByRole('region', { name: 'Security' }).getByRole('listitem').filter({ hasText: 'Logged in:' })
}

test('another device can be logged out from the list, within seconds', async ({ people }) => {
  const { page, email } = await people.signedUp(`Ilse ${uniqueWord()}`)
  const other = await signedIn(people, email)
  await page.goto('/account')
  await expect(devicesOf(page)).toHaveCount(2)
  await expect(devicesOf(page).filter({ hasText: 'This device' })).toHaveCount(1)
  await expect(devicesOf(page).first()).toContainText(/Active now.*Logged in: today at \d\d:\d\d/u)
  await expect(devicesOf(page).last()).toContainText(/Last seen: today at \d\d:\d\d/u)
  await page.getByRole('button', { name: /^Log out Chrome on /u }).click()
  await Promise.all([expectLoggedOut(other), expect(devicesOf(page)).toHaveCount(1)])
  await expect(page.getByText('You are logged in on this device only.')).toBeVisible()
  await page.reload()
  await expect(devicesOf(page)).toHaveCount(1)
})

test('a refused log-out brings the device back into the list', async ({ people }) => {
  const { page, email } = await people.signedUp(`Joke ${uniqueWord()}`)
  await signedIn(people, email)
  await page.route('**/rpc/auth/endSession', (route) => route.abort())
  await page.goto('/account')
  await page.getByRole('button', { name: /^Log out Chrome on /u }).click()
  await expect(page.getByText('Network error. Please try again.')).toBeVisible()
  await expect(devicesOf(page)).toHaveCount(2)
})

test('this device stands first in the list and is logged out from there, in all its tabs', async ({ people }) => {
  const { page, context, email } = await people.signedUp(`Jet ${uniqueWord()}`)
  const other = await signedIn(people, email)
  const tab = await context.newPage()
  await openLive(tab, '/dashboard')
  await expect(tab.getByRole('tab', { name: 'Explore' })).toBeVisible()
  await page.goto('/account')
  await expect(devicesOf(page).first()).toContainText('This device')
  await page.getByRole('button', { name: 'Log out this device' }).click()
  await expectLoggedOut(tab)
  await expect(page).toHaveURL(/\/$/u)
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible()
  await expect(page.getByText('You have been logged out')).toHaveCount(0)
  await other.reload()
  await expect(other.getByRole('tab', { name: 'Explore' })).toBeVisible()
})

test('the address is changed in the security part, and what is told of it is the same for a taken one', async ({
  people,
}) => {
  const { page } = await people.signedUp(`Jip ${uniqueWord()}`, { language: 'nl' })
  const { email: taken } = await people.signedUp(`Joep ${uniqueWord()}`)
  await page.goto('/account')
  const security = page.getByRole('region', { name: 'Beveiliging' })
  await security.getByRole('button', { name: /^E-.*mailadres wijzigen$/u }).click()
  for (const email of [`${uniqueWord()}@example.com`, taken]) {
    await security.getByLabel(/^Nieuw e-.*mailadres/u).fill(email)
    await security.getByLabel('Huidig wachtwoord').first().fill(PASSWORD)
    await security.getByRole('button', { name: 'Mail me de link' }).click()
    await expect(security.getByText(`Als ${email} gebruikt kan worden, is er een mail met een link`)).toBeVisible()
  }
})

// spec 8.19
test('whoever turns out to be logged out is told, and may log in again', async ({ people }) => {
  const { page, context } = await people.signedUp(`Jos ${uniqueWord()}`)
  const unanswered = countUnanswered(page)
  await openLive(page, '/account')
  const security = page.getByRole('region', { name: 'Security' })
  await security.getByLabel('Current password').fill(PASSWORD)
  await security.getByLabel('New password').fill(NEW_PASSWORD)
  // A call of the page that is still under way would be the first to be told.
  await expect(devicesOf(page)).toHaveCount(1)
  await expect.poll(unanswered).toBe(0)
  await context.clearCookies()
  await security.getByRole('button', { name: 'Change password' }).click()
  await expect(page.locator('[data-sonner-toast]').getByText('No authenticated user')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})

test('all other devices can be logged out at once', async ({ people }) => {
  const { page, email } = await people.signedUp(`Kim ${uniqueWord()}`)
  const others = [await signedIn(people, email), await signedIn(people, email)]
  await page.goto('/account')
  await page.getByRole('button', { name: 'Log out other devices' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Log out all other devices?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(devicesOf(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Log out other devices' }).click()
  await dialog.getByRole('button', { name: 'Log out other devices' }).click()
  await Promise.all([
    expect(page.getByText('All other devices have been logged out')).toBeVisible(),
    ...others.map(expectLoggedOut),
  ])
  await expect(devicesOf(page)).toHaveCount(1)
})

test(
  'a password is changed by someone who knows the old one; other devices are logged out',
  { tag: '@core' },
  async ({ people }) => {
    const { page, email } = await people.signedUp(`Lotte ${uniqueWord()}`)
    const other = await signedIn(people, email)
    await page.goto('/account')
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

test('logging out everywhere ends this device too', async ({ people }) => {
  const { page, email } = await people.signedUp(`Mies ${uniqueWord()}`)
  const other = await signedIn(people, email)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await page
    .getByRole('alertdialog', { name: 'Log out everywhere?' })
    .getByRole('button', { name: 'Log out everywhere' })
    .click()
  await Promise.all([
    expect(page.getByText('You have been logged out everywhere')).toBeVisible(),
    expectLoggedOut(other),
  ])
  await expect(page).toHaveURL(/\/$/u)
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible()
})
