import type { Page } from '@playwright/test'

import { holdRequests } from '@kundig/testing/browser/held-requests'
import { expect, test } from '@kundig/testing/browser/people'

/** In later pages, holds the 100 ms timers that delay searches. The first held timer shows that the page is ready. */
async function holdSearches(
  page: Page,
): Promise<{ letGo: () => Promise<void>; waitUntilHeld: () => Promise<unknown> }> {
  await page.addInitScript(() => {
    const held = new Map<number, () => void>()
    let lastId = 0
    const begin = window.setTimeout.bind(window)
    const end = window.clearTimeout.bind(window)
    Object.assign(window, {
      setTimeout: (work: () => void, ms?: number, ...rest: unknown[]) => {
        if (ms !== 100) return begin(work, ms, ...rest)
        lastId -= 1
        held.set(lastId, work)
        return lastId
      },
      clearTimeout: (id?: number) => held.delete(id ?? 0) || end(id),
      letGo: () => {
        const works = [...held.values()]
        held.clear()
        for (const work of works) work()
      },
      isHeld: () => held.size > 0,
    })
  })
  return {
    letGo: () => page.evaluate(() => (Reflect.get(window, 'letGo') as () => void)()),
    waitUntilHeld: () => page.waitForFunction(() => (Reflect.get(window, 'isHeld') as () => boolean)()),
  }
}

// spec 1.17, 2.1, 2.22, 2.26, 2.75, 5.62, 6.4
test(
  'a visitor sees the public experts, searches for one, and can send a request',
  { tag: '@core' },
  async ({ people }) => {
    const page = await people.visitor()
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.getByRole('searchbox').fill('ruth')
    await expect(page.getByRole('link', { name: 'Ruth Mensah' })).toBeVisible()
    await page.getByRole('searchbox').fill('zoe')
    await expect(page.getByRole('link', { name: 'Zoë van den Broeck' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Ruth Mensah' })).toBeHidden()
    await page.getByRole('searchbox').fill('%_%')
    await expect(page.getByText('No experts found for “%_%”')).toBeVisible()
    await expect(page.locator('#experts').getByRole('status')).toHaveText('0 experts')
    await page.getByRole('button', { name: 'Show everyone' }).click()
    await expect(page.getByRole('searchbox')).toHaveValue('')
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.getByRole('searchbox').fill('ruth')
    // Before the results arrive, the card is in the unfiltered list and would move under the click.
    await expect(page.locator('#experts').getByRole('status')).toHaveText('1 expert')
    await page.getByRole('link', { name: 'Ruth Mensah' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ruth Mensah' })).toBeVisible()
    await page.getByRole('button', { name: 'Send Request to Ruth Mensah' }).click()
    await expect(page.getByRole('dialog').getByLabel('Your question')).toBeVisible()
  },
)

test('clicking a person before the typed search has run opens the profile of this person', async ({ people }) => {
  const page = await people.visitor()
  const { letGo, waitUntilHeld } = await holdSearches(page)
  await page.goto('/')
  await waitUntilHeld()
  const expertLink = page.getByRole('article').first().getByRole('link').first()
  const name = (await expertLink.textContent()) ?? ''
  const profile = await holdRequests(page, '**/assets/profile-by-address-*.js')
  await page.getByRole('searchbox').fill('ruth')
  await expertLink.click()
  await expect(page).toHaveURL(/\/profile\//u)
  await letGo()
  profile.letGo()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page).toHaveURL(/\/profile\//u)
})

test('going back while another page still loads keeps the typed search', async ({ people }) => {
  const page = await people.visitor()
  const { letGo, waitUntilHeld } = await holdSearches(page)
  await page.goto('/')
  await waitUntilHeld()
  await page.getByRole('article').first().getByRole('link').first().click()
  await expect(page.getByRole('link', { name: 'Back', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Home' }).click()
  await page.route('**/assets/dashboard-*.js', () => undefined)
  await page.getByRole('searchbox').fill('ruth mensah')
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click()
  await expect(page).toHaveURL(/\/dashboard$/u)
  await letGo()
  await expect(page).toHaveURL(/\/dashboard$/u)
  await page.goBack()
  await expect(page).toHaveURL(/\/$/u)
  await letGo()
  await expect(page).toHaveURL(/\/\?q=ruth(?:%20|\+)mensah$/u)
  await expect(page.locator('#experts').getByRole('status')).toHaveText('1 expert')
})

// spec 1.16, 5.29, 5.30, 5.32, 5.34, 6.2
test(
  'the waiting list form checks its fields in order, and joining twice counts once',
  { tag: '@core' },
  async ({ people }) => {
    const page = await people.visitor()
    await page.goto('/')
    const join = page.getByRole('button', { name: 'Join the list' })
    await join.click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Iris Bloem')
    await join.click()
    await expect(page.getByText('Email is required')).toBeVisible()
    for (const _ of ['first', 'again']) {
      await page.getByLabel('Name', { exact: true }).fill('Iris Bloem')
      await page.getByLabel('Email', { exact: true }).fill('Iris@kundig.example')
      await page.getByLabel('Expertise category').selectOption({ label: 'Education' })
      const consent = page.getByRole('checkbox')
      if (!(await consent.isChecked())) {
        await join.click()
        await expect(page.getByText('You must agree to be contacted.')).toBeVisible()
        await consent.check()
      }
      const answered = page.waitForResponse((response) => response.url().includes('waitingList/join'))
      await join.click()
      expect((await answered).status()).toBe(200)
      await page.reload()
    }
  },
)

for (const { language, words } of [
  {
    language: 'en',
    words: {
      fields: ['Name', 'Email', 'Expertise category'],
      join: 'Join the list',
      back: 'Back',
      thanks: 'Thank you, Iris Bloem',
      or: 'Or create an account right away.',
      signUp: 'Create your account',
    },
  },
  {
    language: 'nl',
    words: {
      fields: ['Naam', 'E-mailadres', 'Vakgebied'],
      join: 'Zet me op de lijst',
      back: 'Terug',
      thanks: 'Dank je wel, Iris Bloem',
      or: 'Of maak nu meteen een account.',
      signUp: 'Maak je account',
    },
  },
] as const) {
  test(`the waiting list offers other ways in, and recognises a person who has joined the list (${language})`, async ({
    people,
  }) => {
    const page = await people.visitor({ language })
    await page.goto('/')
    const [name, email, category] = words.fields
    await expect(page.getByRole('link', { name: words.or })).toBeVisible()
    await page.getByLabel(name, { exact: true }).fill('Iris Bloem')
    await page.getByLabel(email, { exact: true }).fill(`iris-${language}@kundig.example`)
    await page.getByLabel(category, { exact: true }).selectOption('education')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: words.join }).click()
    await expect(page.getByRole('heading', { name: words.thanks })).toBeVisible()
    await page.getByRole('article').first().getByRole('link').click()
    await expect(page.getByRole('link', { name: words.back })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: words.thanks })).toBeVisible()
    await page.getByRole('link', { name: words.or }).click()
    await expect(page.getByRole('heading', { name: words.signUp })).toBeVisible()
  })
}
