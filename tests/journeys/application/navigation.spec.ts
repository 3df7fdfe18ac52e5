import type { Page } from '@playwright/test'

import { idOf } from '@kundig/testing/browser/calls'
import { holdBack } from '@kundig/testing/browser/held-requests'
import { openLive } from '@kundig/testing/browser/live-pages'
import { expect, test, uniqueWord } from '@kundig/testing/browser/people'

// spec 2.13, 2.14, 2.15, 2.16, 2.17, 4.2, 6.3
test(
  'the bar offers a visitor Home and Log In; Dashboard and Account come with logging in',
  { tag: '@core' },
  async ({ people }) => {
    const visitor = await people.visitor()
    const bar = visitor.getByRole('navigation', { name: 'Main' })
    for (const at of ['/', '/login']) {
      await visitor.goto(at)
      for (const name of ['Home', 'Log In', 'Sign Up'])
        await expect(bar.getByRole('link', { name, exact: true })).toBeVisible()
      for (const name of ['EN', 'NL', 'Use dark mode']) {
        await expect(bar.getByRole('button', { name, exact: true })).toBeVisible()
      }
      for (const name of ['Dashboard', 'Account']) await expect(bar.getByRole('link', { name })).toHaveCount(0)
      await expect(bar.getByRole('button', { name: 'Log Out' })).toHaveCount(0)
    }
    await bar.getByRole('link', { name: 'Log In' }).click()
    await expect(visitor).toHaveURL(/\/dashboard$/u)
    await bar.getByRole('link', { name: 'Sign Up' }).click()
    await expect(visitor.getByRole('heading', { name: 'Create your account' })).toBeVisible()

    const { page } = await people.expert(`Nel ${uniqueWord()}`)
    const own = page.getByRole('navigation', { name: 'Main' })
    for (const at of ['/', '/account']) {
      await page.goto(at)
      for (const name of ['Home', 'Dashboard', 'Account']) {
        await expect(own.getByRole('link', { name, exact: true })).toBeVisible()
      }
      await expect(own.getByRole('button', { name: 'Log Out' })).toBeVisible()
      for (const name of ['Log In', 'Sign Up']) await expect(own.getByRole('link', { name })).toHaveCount(0)
    }
  },
)

test('the application announces the fonts that its first screen is painted in', async ({ people }) => {
  const page = await people.visitor()
  const html = await (await page.request.get('/login')).text()
  const fonts = Array.from(html.matchAll(/<link rel="preload" href="([^"]+)" as="font"/gu), ([, font]) => font ?? '')
  expect(fonts).toHaveLength(2)
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  // Under the same address as the styles have it: otherwise each would come twice.
  expect(loaded.filter((name) => name.endsWith('.woff2')).toSorted()).toEqual(
    fonts.map((font) => `${people.url}${font}`).toSorted(),
  )
})

test('a page that came with its styles fetches none of them again, nor does what is loaded later', async ({
  people,
}) => {
  const { page } = await people.expert(`Stijl ${uniqueWord()}`)
  await page.goto('/dashboard')
  const named = await page
    .locator('link[rel=stylesheet][disabled]')
    .evaluateAll((links) => links.map((link) => (link instanceof HTMLLinkElement ? link.href : '')))
  expect(named).toHaveLength(1)
  await page.getByRole('tab', { name: 'Chats' }).click()
  await page.getByRole('link', { name: 'Account' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(loaded.filter((name) => named.includes(name))).toEqual([])
  // By the whole styles, and by those that only some screens bring along.
  expect(loaded.some((name) => name.endsWith('.css'))).toBe(true)
})

for (const width of [1280, 1920]) {
  test(`at ${width} pixels the bar stands still from page to page, and has the edges of what is as wide`, async ({
    people,
  }) => {
    const { page } = await people.expert(`Bart ${uniqueWord()}`, { width, height: 1080 })
    const bar = page.getByRole('navigation', { name: 'Main' })
    const edges = async (): Promise<unknown> => {
      const [first, last] = [bar.getByRole('link', { name: 'Kundig' }), bar.getByRole('button', { name: 'Log Out' })]
      return [await first.boundingBox(), await last.boundingBox()]
    }
    const me = await idOf(page.context(), people.url)
    await page.goto('/')
    const atHome = await edges()
    for (const path of ['/dashboard', '/dashboard?tab=chats', '/account', `/profile/${me}`]) {
      await page.goto(path)
      expect(await edges()).toEqual(atHome)
    }
    for (const path of ['/', '/dashboard']) {
      await page.goto(path)
      const [home, tiles] = [
        await page.getByRole('link', { name: 'Kundig' }).boundingBox(),
        await page.getByRole('article').first().boundingBox(),
      ]
      expect(tiles?.x).toBe(home?.x)
    }
  })
}

// spec 2.19
test('on a small screen the destinations fold into a menu', async ({ people }) => {
  const { page } = await people.expert(`Ries ${uniqueWord()}`, { width: 375, height: 812 })
  const bar = page.getByRole('navigation', { name: 'Main' })
  const account = bar.getByRole('link', { name: 'Account', exact: true })
  await page.goto('/dashboard')
  await expect(page.getByRole('tab', { name: 'Explore' })).toBeVisible()
  await expect(account).toBeHidden()
  await bar.getByRole('button', { name: 'Open menu' }).click()
  await expect(bar.getByRole('button', { name: 'Log Out' })).toBeVisible()
  await bar.getByRole('button', { name: 'Close menu' }).click()
  await expect(account).toBeHidden()
  await bar.getByRole('button', { name: 'Open menu' }).click()
  await account.click()
  await expect(page).toHaveURL(/\/account$/u)
  await expect(account).toBeHidden()
})

/** Has a page of its reader's alone come as the server sends it when it cannot know who asks: the application does then. */
async function serveWithoutContent(page: Page, path: string): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      const response = await route.fetch({ url: new URL('/login', route.request().url()).href })
      await route.fulfill({ response })
    },
  )
}

// spec 2.79, 4.1
test('a guarded screen shows a spinner until it is known who asks', async ({ people }) => {
  const { page } = await people.expert(`Sjef ${uniqueWord()}`)
  await serveWithoutContent(page, '/dashboard')
  const session = await holdBack(page, '**/rpc/auth/session')
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  await expect(main.getByRole('status')).toHaveText('Loading…')
  await expect(main.locator('.spinner')).toBeVisible()
  session.letGo()
  await expect(page.getByRole('tab', { name: 'Explore' })).toBeVisible()
})

// spec 4.4
test('when it cannot be known who asks, and never was, that is said, the bar is a visitor’s, and trying again helps', async ({
  people,
}) => {
  const { page } = await people.expert(`Toos ${uniqueWord()}`)
  await serveWithoutContent(page, '/dashboard')
  await page.route('**/rpc/auth/session', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/dashboard')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Account', exact: true })).toHaveCount(0)
  await page.unroute('**/rpc/auth/session')
  await again.click()
  await expect(page.getByRole('tab', { name: 'Explore' })).toBeVisible()
})

// spec 4.4
test('who was logged in keeps their bar when it cannot be known any more who asks', async ({ people }) => {
  const { page } = await people.expert(`Toon ${uniqueWord()}`)
  const bar = page.getByRole('navigation', { name: 'Main' })
  // Only a page that runs remembers who was logged in.
  await openLive(page, '/dashboard')
  await page.route('**/rpc/auth/session', (route) => route.fulfill({ status: 500, json: {} }))
  await serveWithoutContent(page, '/account')
  await page.goto('/account')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 })
  await expect(bar.getByRole('button', { name: 'Log Out' })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Log In' })).toHaveCount(0)
  await page.unroute('**/rpc/auth/session')
  await bar.getByRole('button', { name: 'Log Out' }).click()
  await expect(bar.getByRole('link', { name: 'Log In' })).toBeVisible()

  await page.route('**/rpc/auth/session', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/login')
  await expect(bar.getByRole('link', { name: 'Log In' })).toBeVisible({ timeout: 20_000 })
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
})
