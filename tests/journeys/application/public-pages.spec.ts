import type { Page } from '@playwright/test'

import { watchUnansweredCalls, waitForHydration } from '@kundig/testing/browser/live-pages'
import { expect, test } from '@kundig/testing/browser/people'

function listen(page: Page): { complaints: string[]; calls: string[] } {
  const heard = { complaints: [] as string[], calls: [] as string[] }
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') heard.complaints.push(message.text())
  })
  page.on('pageerror', (error) => heard.complaints.push(error.message))
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/rpc/')) heard.calls.push(pathname)
  })
  return heard
}

test('without scripts the pages show their content, and links and search work', async ({ browser, people }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: people.url, locale: 'nl-NL' })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vraag het iemand die het al eens heeft gedaan.')
  await expect(page.getByRole('article')).toHaveCount(12)
  await page.getByRole('searchbox').fill('ruth')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/\?q=ruth$/u)
  await page.getByRole('link', { name: 'Ruth Mensah' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ruth Mensah' })).toBeVisible()
})

for (const path of ['/', '/?category=education', '/profile']) {
  test(
    `${path} hydrates without fetching twice and without differences`,
    { tag: path === '/' ? '@core' : [] },
    async ({ people }) => {
      const page = await people.visitor({ dark: true })
      const { complaints, calls } = listen(page)
      await page.goto('/?q=ruth')
      const profile = (await page.getByRole('link', { name: 'Ruth Mensah' }).getAttribute('href')) ?? ''
      await page.goto(path === '/profile' ? profile : path)
      const before = await page.locator('main').innerText()
      await waitForHydration(page)
      // Reviews below a profile load later (decision 134).
      const after = await page.locator('main').innerText()
      expect(after.split(/\s+Reviews\n/u)[0]).toBe(before.trimEnd())
      expect(calls.filter((call) => !call.includes('/reviews/'))).toEqual([])
      expect(complaints).toEqual([])
    },
  )
}

// spec 2.78
test('the page for a missing profile has status 404 and hydrates without differences', async ({ people }) => {
  const page = await people.visitor()
  const { complaints, calls } = listen(page)
  const answer = await page.goto('/profile/01a1be7c-4eb7-720a-8f2b-000000000000')
  expect(answer?.status()).toBe(404)
  await waitForHydration(page)
  await expect(page.getByText('Profile not found')).toBeVisible()
  expect(calls).toEqual([])
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
})

test('typing and clicks before hydration are not lost', { tag: '@core' }, async ({ people }) => {
  const page = await people.visitor()
  // Delays the hydration code.
  const there = Promise.withResolvers<void>()
  let late = 0
  await page.route(/\/assets\/public-/u, async (route, request) => {
    if (!(await isInitialScript(page, request.url()))) {
      late += 1
      await there.promise
    }
    await route.continue()
  })
  await page.goto('/')
  await page.getByLabel('Name', { exact: true }).fill('Iris Bloem')
  await page.getByLabel('Expertise category').selectOption({ label: 'Education' })
  await page.getByRole('checkbox').check()
  await page.getByRole('searchbox').pressSequentially('ruth')
  await page.getByRole('searchbox').selectText()
  const selected = () =>
    page.getByRole('searchbox').evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd])
  expect(await selected()).toEqual([0, 4])
  await page.getByRole('button', { name: 'Join the list' }).click()
  await page.getByRole('button', { name: 'Use dark mode' }).click()
  await expect.poll(() => late).toBeGreaterThan(0)
  await expect(page).toHaveURL(/\/$/u)
  there.resolve()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.locator('html')).toHaveClass(/dark/u)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Iris Bloem')
  await expect(page.getByLabel('Expertise category')).toHaveValue('education')
  await expect(page.getByRole('checkbox')).toBeChecked()
  await expect(page.getByRole('searchbox')).toHaveValue('ruth')
  expect(await selected()).toEqual([0, 4])
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByLabel('Email', { exact: true }).fill('iris@kundig.example')
  await page.getByRole('button', { name: 'Join the list' }).click()
  await expect(page.getByText('Thank you, Iris Bloem')).toBeVisible()
})

async function isInitialScript(page: Page, url: string): Promise<boolean> {
  const html = await (await page.context().request.get('/')).text()
  return html.includes(`src="${new URL(url).pathname}"`)
}

test(
  'the address keeps search and category after Back, Forward, a reload and sharing',
  { tag: '@core' },
  async ({ people }) => {
    const page = await people.visitor()
    const { complaints } = listen(page)
    await page.goto('/')
    await expect(page.getByRole('article')).toHaveCount(12)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(page.getByRole('article')).toHaveCount(24)

    await page.getByRole('link', { name: 'Health & Medicine' }).first().click()
    await expect(page).toHaveURL(/\?category=health-medicine$/u)
    await expect(page.getByRole('article')).not.toHaveCount(24)
    // Journeys share a server; no other journey uses this category.
    const inHealth = await page.getByRole('article').count()
    await page.getByRole('searchbox').fill('zyzzyva xylem')
    await expect(page).toHaveURL(/\?q=zyzzyva%20xylem&category=health-medicine$/u)
    await expect(page.getByText('No experts in Health & Medicine found for “zyzzyva xylem”')).toBeVisible()
    await page.getByRole('searchbox').fill('')
    await expect(page.getByRole('article')).toHaveCount(inHealth)

    await page.goBack()
    await expect(page).toHaveURL(/\/$/u)
    await expect(page.getByRole('article')).toHaveCount(24)
    await page.goForward()
    await expect(page.getByRole('article')).toHaveCount(inHealth)
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(inHealth)
    await page.getByRole('link', { name: 'Remove the filter Health & Medicine' }).click()
    await expect(page.getByRole('article')).toHaveCount(12)
    expect(complaints).toEqual([])
  },
)

// spec 2.34
test('Explore keeps search and category in the address, also after tabs, Back and a reload', async ({ people }) => {
  const { page } = await people.expert('Ellen of Explore')
  const { complaints, calls } = listen(page)
  const category = page.getByRole('combobox', { name: 'Expertise category' })
  await page.goto('/dashboard')
  await expect(page.getByRole('article').nth(11)).toBeVisible()
  await category.selectOption({ label: 'Health & Medicine' })
  await expect(page).toHaveURL(/\/dashboard\?category=health-medicine$/u)
  await expect(page.getByRole('link', { name: 'Ruth Mensah' })).toBeVisible()
  await page.getByRole('searchbox').fill('joost bakker')
  await expect(page.getByText('No experts in Health & Medicine found for “joost bakker”')).toBeVisible()
  await page.getByRole('searchbox').fill('ruth mensah')
  await expect(page.getByRole('article')).toHaveCount(1)

  await page.getByRole('tab', { name: 'Requests' }).click()
  await expect(page).toHaveURL(/\/dashboard\?tab=requests$/u)
  await page.getByRole('tab', { name: 'Explore' }).click()
  await expect(page).toHaveURL(/\/dashboard\?category=health-medicine$/u)
  await expect(page.getByRole('searchbox')).toHaveValue('ruth mensah')
  await expect(page.getByRole('article')).toHaveCount(1)
  for (const _ of ['Requests', 'Explore', 'everyone']) await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/u)
  await expect(category).toHaveValue('')
  await page.goForward()
  await expect(category).toHaveValue('health-medicine')

  calls.length = 0
  await page.reload()
  await waitForHydration(page)
  await expect(category).toHaveValue('health-medicine')
  await expect(page.getByRole('link', { name: 'Ruth Mensah' })).toBeVisible()
  expect(calls.filter((path) => path.includes('profiles/list'))).toEqual([])
  await page.getByRole('searchbox').fill('joost bakker')
  await page.getByRole('button', { name: 'Show everyone' }).click()
  await expect(page).toHaveURL(/\/dashboard$/u)
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(page.getByRole('article').nth(11)).toBeVisible()
  expect(complaints).toEqual([])
})

test('arrow keys change the category of Explore, and Back undoes all changes in one step', async ({ people }) => {
  const { page } = await people.expert('Evert of Explore', { language: 'nl', width: 375, dark: true })
  await page.goto('/dashboard')
  await waitForHydration(page)
  const category = page.getByRole('combobox', { name: 'Vakgebied' })
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Tab')
  await expect(category).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/\?category=websites-it-software$/u)
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/\?category=writing-content$/u)
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/u)
  await expect(category).toHaveValue('')
})

test('on a phone the chosen category scrolls into view without moving the page', async ({ people }) => {
  const page = await people.visitor({ width: 375 })
  await page.goto('/?category=health-medicine')
  await waitForHydration(page)
  const strip = page.getByRole('region', { name: 'Expertise categories' })
  const chosen = strip.locator('[aria-current=true]')
  const isInSight = () =>
    chosen.evaluate((tile) => {
      const { left, right } = tile.getBoundingClientRect()
      return left >= 0 && right <= innerWidth
    })
  await expect.poll(isInSight).toBe(true)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await strip.getByRole('link', { name: 'Writing' }).dispatchEvent('click')
  await expect(chosen).toHaveText('Writing')
  await expect.poll(isInSight).toBe(true)
})

// spec 2.72
test('a public page becomes the application, and Back leads to the previous page', async ({ people }) => {
  const page = await people.visitor()
  const { complaints } = listen(page)
  await page.goto('/')
  await waitForHydration(page)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByRole('article')).toHaveCount(24)
  const card = page.getByRole('article').nth(20).getByRole('link')
  const name = await card.innerText()
  await card.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page).toHaveTitle(`${name} · Kundig`)
  await expect(page.locator('main')).toBeFocused()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('article')).toHaveCount(24)
  await expect(page.getByRole('article').nth(20)).toBeInViewport()
  await page.getByRole('link', { name: 'Log In' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  expect(complaints).toEqual([])
})

// spec 4.3
test('a logged-in person is recognised in the first byte, and gets live updates', async ({ people }) => {
  const page = await people.demo('noor')
  const { complaints, calls } = listen(page)
  const unanswered = watchUnansweredCalls(page)
  const html = await (await page.context().request.get('/')).text()
  expect(html).toContain('Log Out')
  await page.goto('/')
  await waitForHydration(page)
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
  expect(calls).not.toContain('/rpc/auth/session')
  expect(calls).not.toContain('/rpc/profiles/list')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('tab', { name: 'Explore' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // After the log-out the server would refuse pending calls, and the browser would log errors.
  await expect.poll(unanswered).toBe(0)
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible()
  expect(complaints).toEqual([])
})

function readChosenLanguage(page: Page): Promise<{ stored: string | null; cookies: string }> {
  return page.evaluate(() => ({ stored: localStorage.getItem('language'), cookies: document.cookie }))
}

for (const search of ['category=translation-languages', 'q=language', 'q=slang', 'q=lang&category=education']) {
  // spec 1.27
  test(`the address ?${search} chooses no language`, async ({ browser, people }) => {
    const context = await browser.newContext({ baseURL: people.url, locale: 'nl-NL' })
    const page = await context.newPage()
    await page.goto(`/?${search}`)
    await waitForHydration(page)
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
    expect(await readChosenLanguage(page)).toEqual({ stored: null, cookies: '' })
  })
}

test('a language in the address applies until the person chooses a language', async ({ browser, people }) => {
  const context = await browser.newContext({ baseURL: people.url, locale: 'en-GB' })
  const page = await context.newPage()
  const { complaints } = listen(page)
  await page.goto('/?lang=nl')
  await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
  await waitForHydration(page)
  await expect(page.getByRole('link', { name: 'Inloggen' })).toBeVisible()
  expect((await readChosenLanguage(page)).stored).toBeNull()
  for (const path of ['/?q=ruth', '/dashboard']) {
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
    await expect(page.getByRole('button', { name: 'Donkere weergave' })).toBeVisible()
  }
  await page.goto('/?lang=nl')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'EN', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/u)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(complaints).toEqual([])
})

for (const path of ['/?lang=nl', '/profile?lang=nl', '/dashboard?lang=nl']) {
  // spec 1.27
  test(`${path} is in English from the first byte for people who chose English`, async ({ people }) => {
    const page = await people.visitor({ language: 'en' })
    const { complaints } = listen(page)
    await page.goto('/?q=ruth')
    const profile = (await page.getByRole('link', { name: 'Ruth Mensah' }).getAttribute('href')) ?? ''
    const address = path.replace('/profile', profile)
    expect(await (await page.context().request.get(address)).text()).toContain('<html lang="en"')
    await page.goto(address)
    await waitForHydration(page)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible()
    expect(complaints).toEqual([])
  })
}

test('a chosen language without its cookie applies before any text is shown in another language', async ({
  people,
}) => {
  const page = await people.visitor({ language: 'nl' })
  await page.goto('/')
  await waitForHydration(page)
  await page.context().clearCookies({ name: 'language' })
  await page.addInitScript(() => {
    const look = () => {
      const headline = document.querySelector('h1')
      if (headline && headline.getClientRects().length > 0) sessionStorage.setItem(headline.innerText, 'seen')
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  })
  const { complaints } = listen(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vraag het iemand die het al eens heeft gedaan.')
  await waitForHydration(page)
  const seen = await page.evaluate(() =>
    Object.keys(sessionStorage).filter((key) => sessionStorage.getItem(key) === 'seen'),
  )
  expect(seen).toEqual(['Vraag het iemand die het al eens heeft gedaan.'])
  expect(complaints).toEqual([])
})
