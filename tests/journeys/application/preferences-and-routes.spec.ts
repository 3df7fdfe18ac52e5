import type { Page } from '@playwright/test'

import { callApiFromBrowser } from '@kundig/testing/browser/calls'
import { holdRequests } from '@kundig/testing/browser/held-requests'
import { openLivePage } from '@kundig/testing/browser/live-pages'
import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'

const HEADLINE = { en: 'Ask someone who has done it before.', nl: 'Vraag het iemand die het al eens heeft gedaan.' }

const readWords = async (page: Page): Promise<string[]> => {
  const texts = await page.locator('h1, h2, label, form button, header a, nav a, footer a').allInnerTexts()
  return texts.filter((text) => text !== '')
}

// spec 1.25, 1.27, 1.29, 2.17, 3.24, 9.24
test(
  'the first language follows the browser, and a chosen language is kept',
  { tag: '@core' },
  async ({ browser, people }) => {
    const dutch = await browser.newContext({ locale: 'nl-BE', baseURL: people.url })
    const page = await dutch.newPage()
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
    await expect(page.getByRole('link', { name: 'Inloggen' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADLINE.nl)
    const inDutch = await readWords(page)
    await page.getByRole('button', { name: 'EN', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADLINE.en)
    expect(inDutch.length).toBeGreaterThan(10)
    await expect
      .poll(async () => new Set((await readWords(page)).filter((words, index) => words === inDutch[index])))
      .toEqual(new Set(['Kundig', 'Home', 'Privacy', 'Contact']))
    expect(await readWords(page)).toHaveLength(inDutch.length)
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')

    const german = await browser.newContext({ locale: 'de-DE', baseURL: people.url })
    const other = await german.newPage()
    await other.goto('/')
    await expect(other.locator('html')).toHaveAttribute('lang', 'en')
  },
)

// spec 1.26, 1.28, 1.30, 2.18, 3.24, 4.6
test('dark mode is kept, set on the root, and applied before the first paint', async ({ people }) => {
  const page = await people.visitor()
  await page.goto('/')
  await page.getByRole('button', { name: 'Use dark mode' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/u)
  const barColour = page.locator('meta[name=theme-color]')
  await expect(barColour).toHaveAttribute('content', '#170e14')
  expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('true')
  // The response itself is already dark, before any script.
  const html = await (await page.context().request.get('/')).text()
  expect(html).toMatch(/<html lang="en" class="dark">/u)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveClass(/dark/u)
  await expect(barColour).toHaveAttribute('content', '#170e14')
  await page.getByRole('button', { name: 'Use light mode' }).click()
  await expect(page.locator('html')).not.toHaveClass(/dark/u)
  expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('false')
})

// spec 2.3, 2.12, 2.31, 2.32, 2.60, 2.62, 2.80, 2.81, 6.7, 6.8
test('guarded routes redirect as specified', { tag: '@core' }, async ({ people }) => {
  const visitor = await people.visitor()
  await visitor.goto('/account')
  await expect(visitor).toHaveURL(/\/dashboard$/u)
  await expect(visitor.getByLabel('Password', { exact: true })).toBeVisible()
  const answer = await visitor.goto('/no/such/page?x=1')
  expect(answer?.status()).toBe(404)
  await expect(visitor.getByText('This page doesn’t exist.')).toBeVisible()
  await expect(visitor).toHaveURL(`${people.url}/`)

  await visitor.context().request.post('/api/auth/sign-up/email', {
    data: { email: `${createUniqueWord()}@kundig.example`, password: 'Een-Goed-Wachtwoord-7' },
    headers: { origin: people.url },
  })
  await visitor.goto('/dashboard')
  await expect(visitor).toHaveURL(/\/account$/u)
  await expect(visitor.getByRole('heading', { name: 'Complete your account' })).toBeVisible()
})

// spec 7.4
test('logging out in one tab logs out the other', { tag: '@core' }, async ({ people }) => {
  const { page, context } = await people.expert(`Fien ${createUniqueWord()}`)
  await page.goto('/dashboard')
  await expect(page.getByRole('tab', { name: 'Explore' })).toBeVisible()
  const other = await context.newPage()
  await openLivePage(other, '/dashboard')
  await expect(other.getByRole('tab', { name: 'Explore' })).toBeVisible()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(other.getByLabel('Password', { exact: true })).toBeVisible()
})

test('a person who logged out and goes back before the application has loaded can log in', async ({ people }) => {
  const { page, context } = await people.expert(`Fien ${createUniqueWord()}`)
  const application = await holdRequests(page, /\/assets\/app-/u)
  await openLivePage(page, '/dashboard')
  await page.getByRole('tab', { name: /Chats/u }).click()
  await expect(page).toHaveURL(/tab=chats/u)
  await callApiFromBrowser(context, people.url, 'POST', '/api/auth/sign-out')
  await expect(page.getByRole('tab', { name: /Chats/u })).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/u)
  application.letGo()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})
