import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'

// spec 2.13, 2.14, 2.15, 2.16, 2.17, 4.2, 6.3
test('the bar shows Home and Log In to a visitor, and Dashboard and Account after logging in', async ({ people }) => {
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

  const { page } = await people.expert(`Nel ${createUniqueWord()}`)
  const own = page.getByRole('navigation', { name: 'Main' })
  for (const at of ['/', '/account']) {
    await page.goto(at)
    for (const name of ['Home', 'Dashboard', 'Account']) {
      await expect(own.getByRole('link', { name, exact: true })).toBeVisible()
    }
    await expect(own.getByRole('button', { name: 'Log Out' })).toBeVisible()
    for (const name of ['Log In', 'Sign Up']) await expect(own.getByRole('link', { name })).toHaveCount(0)
  }
})

test('the application preloads the fonts of its first screen', async ({ people }) => {
  const page = await people.visitor()
  const html = await (await page.request.get('/login')).text()
  const fonts = Array.from(html.matchAll(/<link rel="preload" href="([^"]+)" as="font"/gu), ([, font]) => font ?? '')
  expect(fonts).toHaveLength(2)
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  // A font's preload and its style must use the same address. Otherwise the font loads twice.
  expect(loaded.filter((name) => name.endsWith('.woff2')).toSorted()).toEqual(
    fonts.map((font) => `${people.url}${font}`).toSorted(),
  )
})

test('a page’s styles are not fetched again, neither at the start nor by later code', async ({ people }) => {
  const { page } = await people.expert(`Stijl ${createUniqueWord()}`)
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
  // Both the complete style sheet and the styles of single screens contain fonts.
  expect(loaded.some((name) => name.endsWith('.css'))).toBe(true)
})
