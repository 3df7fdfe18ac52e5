import type { Locator } from '@playwright/test'

import { idOf } from '@kundig/testing/browser/calls'
import { holdBack } from '@kundig/testing/browser/held-requests'
import { expect, test, uniqueWord } from '@kundig/testing/browser/people'

/** In how many columns a grid of cards stands. */
function columnsOf(cards: Locator): Promise<number> {
  return cards
    .filter({ visible: true })
    .evaluateAll((all) => new Set(all.map((card) => card.getBoundingClientRect().left)).size)
}

// spec 2.20, 2.21, 2.22, 2.23, 6.1, 9.26
test('the page has its headline, the form, the search, and cards in one to four columns by width', async ({
  people,
}) => {
  const page = await people.visitor()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask someone who has done it before.')
  const form = page.locator('form').filter({ has: page.getByRole('checkbox') })
  await expect(form.getByLabel('Name', { exact: true })).toBeVisible()
  await expect(form.getByLabel('Email', { exact: true })).toBeVisible()
  await expect(form.getByLabel('Expertise category').locator('option:not([value=""])')).toHaveCount(12)
  await expect(form.getByRole('checkbox', { name: 'I agree to be contacted about Kundig.' })).not.toBeChecked()
  await expect(page.getByRole('searchbox', { name: 'Search by name or field' })).toBeVisible()
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(12)
  for (const [width, columns] of [
    [375, 1],
    [700, 2],
    [1100, 3],
    [1400, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 860 })
    await expect.poll(() => columnsOf(cards), { message: `${width} pixels` }).toBe(columns)
  }
})

test('on a phone half a page of experts stands there first, and the rest comes with the next; names are large targets', async ({
  people,
}) => {
  const page = await people.visitor({ width: 375, height: 812 })
  await page.goto('/')
  const cards = page.getByRole('main').getByRole('article').filter({ visible: true })
  await expect(cards).toHaveCount(6)
  const heights = await cards
    .getByRole('heading')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(24)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => cards.count()).toBeGreaterThan(12)
  // Where nothing more can be asked for, all of it stands there.
  await page.goto('/?category=sales-marketing')
  await expect(cards.first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  expect(await cards.count()).toBe(await page.getByRole('main').locator('article').count())
})

test(
  'a visitor’s first step is to sign up, and the waiting list comes after the experts; members see neither',
  { tag: '@core' },
  async ({ people }) => {
    const page = await people.visitor()
    await page.goto('/')
    const main = page.getByRole('main')
    const list = main.getByRole('heading', { name: 'Join the waiting list' })
    const experts = await main.getByRole('article').last().boundingBox()
    expect((await list.boundingBox())?.y).toBeGreaterThan(experts?.y ?? Infinity)
    await main.getByRole('link', { name: 'Sign up and ask' }).click()
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()

    const { page: member } = await people.expert(`Lot ${uniqueWord()}`)
    await member.goto('/')
    await expect(member.getByRole('article').first()).toBeVisible()
    await expect(member.getByRole('link', { name: 'Sign up and ask' })).toHaveCount(0)
    await expect(member.getByRole('heading', { name: 'Join the waiting list' })).toHaveCount(0)
  },
)

test('whoever wants to ask and has no profile is told why the form comes', async ({ people }) => {
  const { name } = await people.expert(`Teun ${uniqueWord()}`)
  const page = await people.visitor()
  await page.context().request.post('/api/auth/sign-up/email', {
    data: { email: `${uniqueWord()}@kundig.example`, password: 'Een-Goed-Wachtwoord-7' },
    headers: { origin: people.url },
  })
  await page.goto(`/?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Send Request to ${name}` }).click()
  await expect(page).toHaveURL(/\/account$/u)
  await expect(
    page.getByText(`Tell ${name} who is asking: complete your profile. Your request comes next.`),
  ).toBeVisible()
})

// spec 2.24, 2.25, 8.20
test('a list that cannot be had says so, after showing that it is on its way', async ({ people }) => {
  const page = await people.visitor()
  await page.goto('/login')
  const list = await holdBack(page, '**/rpc/profiles/list', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByText('Loading experts…')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  list.letGo()
  await expect(page.getByText('Failed to fetch profiles.')).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/rpc/profiles/list')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

// spec 2.26
test('a list without anybody says so', async ({ people }) => {
  const page = await people.visitor()
  await page.goto('/login')
  await page.route('**/rpc/profiles/list', (route) =>
    route.fulfill({ json: { json: { items: [], next_cursor: null } } }),
  )
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No experts yet' })).toBeVisible()
})

// spec 2.28, 2.29, 2.30, 6.6, 9.16
test('a card cuts its bio at 120 characters; Send Request on it opens the dialog, for a visitor the dashboard', async ({
  people,
}) => {
  const { context, name } = await people.expert(`Veerle ${uniqueWord()}`)
  const answer = await context.request.put(`${people.url}/api/profiles/${await idOf(context, people.url)}`, {
    data: { full_name: name, bio: 'x'.repeat(500), expertise: 'education', is_public: true },
    headers: { origin: people.url },
  })
  expect(answer.ok()).toBe(true)
  const { page: reader } = await people.expert(`Wout ${uniqueWord()}`)
  await reader.goto(`/?q=${encodeURIComponent(name)}`)
  await reader.getByRole('button', { name: `Send Request to ${name}` }).click()
  await expect(reader.getByRole('dialog')).toContainText(name)
  await expect(reader).toHaveURL(/\/\?q=/u)

  const page = await people.visitor()
  await page.goto(`/?q=${encodeURIComponent(name)}`)
  const card = page.getByRole('article')
  await expect(card).toHaveCount(1)
  await expect(card.getByText(/^x+…$/u)).toHaveText(`${'x'.repeat(119)}…`)
  await card.getByRole('button', { name: `Send Request to ${name}` }).click()
  await expect(page).toHaveURL(/\/dashboard$/u)
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})
