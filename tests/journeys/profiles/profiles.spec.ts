import { idOf } from '@kundig/testing/browser/calls'
import { expect, PASSWORD, test, uniqueWord } from '@kundig/testing/browser/people'

// spec 2.5, 2.73, 2.74, 2.76, 6.5, 6.15
test('a profile shows picture, name, expertise and bio, and what the reader may do', async ({ people }) => {
  const { page, name } = await people.expert(`Yara ${uniqueWord()}`)
  const visitor = await people.visitor()
  await visitor.goto(`/?q=${encodeURIComponent(name)}`)
  await visitor.getByRole('link', { name }).click()
  await visitor.waitForURL(/\/profile\//u)
  for (const reader of [visitor, page]) {
    await reader.goto(visitor.url())
    const profile = reader.getByRole('article')
    await expect(reader.getByRole('link', { name: 'Back', exact: true })).toBeVisible()
    // The heading beside it has the name: the picture is silent.
    await expect(profile.locator('.avatar')).toBeVisible()
    await expect(profile.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(profile.getByText('Education', { exact: true })).toBeVisible()
    await expect(profile.getByRole('region', { name: 'Bio' })).toHaveText('Someone who is made for this journey.')
    await expect(reader.getByRole('button', { name: /Send Request/u })).toHaveCount(0)
  }
  await expect(visitor.getByRole('link', { name: 'Login to send request' })).toBeVisible()
  await expect(page.getByText('Login to send request')).toHaveCount(0)

  const other = await people.expert(`Zus ${uniqueWord()}`)
  await other.page.goto(visitor.url())
  await other.page.getByRole('button', { name: `Send Request to ${name}` }).click()
  await expect(other.page.getByRole('dialog')).toContainText(name)
})

test('on a wide screen account and profile stand side by side with what belongs to them, as wide as the bar; on a phone below', async ({
  people,
}) => {
  const { page, context } = await people.expert(`Wies ${uniqueWord()}`)
  const id = await idOf(context, people.url)
  const bar = page.getByRole('banner').getByRole('link', { name: 'Kundig' })
  for (const [path, first, second] of [
    ['/account', page.getByRole('heading', { level: 1 }), page.getByRole('heading', { name: 'Getting paid' })],
    [`/profile/${id}`, page.getByRole('heading', { level: 1 }), page.getByRole('region', { name: 'Bio' })],
  ] as const) {
    await page.goto(path)
    await expect(second).toBeVisible()
    const edge = async (of: typeof first, side: 'x' | 'y') => (await of.boundingBox())?.[side] ?? Number.NaN
    for (const width of [1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      await expect
        .poll(async () => (await edge(second, 'x')) - (await edge(first, 'x')), path)
        .toBeGreaterThan(width / 4)
      expect((await edge(first, 'x')) - (await edge(bar, 'x'))).toBeLessThan(48)
    }
    await page.setViewportSize({ width: 375, height: 812 })
    await expect.poll(async () => (await edge(second, 'y')) - (await edge(first, 'y')), path).toBeGreaterThan(60)
    expect(Math.abs((await edge(second, 'x')) - (await edge(first, 'x')))).toBeLessThan(2)
  }
})

// spec 2.77, 6.16, 8.17
test(
  'a private profile is read by its owner and whom they know; everybody else hears that it is not public',
  { tag: '@core' },
  async ({ people }) => {
    const { asker, expert } = await people.pair()
    const id = await idOf(expert.context, people.url)
    const answer = await expert.context.request.put(`${people.url}/api/profiles/${id}`, {
      data: { full_name: expert.name, bio: 'For few.', expertise: 'education', is_public: false },
      headers: { origin: people.url },
    })
    expect(answer.ok()).toBe(true)
    for (const { page } of [asker, expert]) {
      await page.goto(`/profile/${id}`)
      await expect(page.getByText('For few.')).toBeVisible()
    }
    const visitor = await people.visitor()
    const { page: stranger } = await people.expert(`Cato ${uniqueWord()}`)
    for (const page of [visitor, stranger]) {
      expect((await page.goto(`/profile/${id}`))?.status()).toBe(403)
      await expect(page.getByText('Profile is not public')).toBeVisible()
      await expect(page.getByText('For few.')).toHaveCount(0)
    }
    // In the application, too, which asks by itself: it takes over where a page has no content of its own.
    await stranger.goto('/login')
    await expect(stranger.getByRole('tab', { name: 'Explore' })).toBeVisible()
    await stranger.evaluate((path) => {
      history.pushState(null, '', path)
      window.dispatchEvent(new PopStateEvent('popstate'))
    }, `/profile/${id}`)
    await expect(stranger.getByText('Profile is not public')).toBeVisible()
  },
)

// spec 2.107, 8.21
test('a profile that cannot be had says so in its place, and is tried again', async ({ people }) => {
  const page = await people.demo('noor')
  await page.goto('/dashboard')
  await page.route('**/rpc/profiles/get', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('searchbox').fill('ruth')
  await page.getByRole('link', { name: 'Ruth Mensah' }).click()
  await expect(page.getByText('Failed to fetch profile.')).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/rpc/profiles/get')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ruth Mensah' })).toBeVisible()
})

// spec 2.71, 9.2
test('a saved profile is left one second after its toast', async ({ people }) => {
  const page = await people.visitor()
  await page.context().request.post('/api/auth/sign-up/email', {
    data: { email: `${uniqueWord()}@kundig.example`, password: PASSWORD },
    headers: { origin: people.url },
  })
  // Whatever is to happen after one second waits until it is let go.
  await page.addInitScript(() => {
    const held: (() => void)[] = []
    const begin = window.setTimeout.bind(window)
    Object.assign(window, {
      setTimeout: (work: () => void, ms?: number, ...rest: unknown[]) =>
        ms === 1000 ? held.push(work) : begin(work, ms, ...rest),
      letGo: () => {
        const all = held.splice(0)
        for (const work of all) work()
        return all.length
      },
    })
  })
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Complete your account' })).toBeVisible()
  await page.getByLabel('Name').fill('Ab Blok')
  await page.getByLabel('Bio').fill('Slates and gutters.')
  await page.getByLabel('Expertise category').selectOption({ label: 'Trades & Services' })
  await expect(page.getByRole('group', { name: 'Profile picture' })).toBeVisible()
  await page.getByLabel('I want to share my knowledge with others').check()
  await page.getByRole('button', { name: 'Create profile' }).click()
  await expect(page.getByText('Profile created')).toBeVisible()
  await expect(page).toHaveURL(/\/account$/u)
  expect(await page.evaluate(() => (Reflect.get(window, 'letGo') as () => number)())).toBe(1)
  await expect(page).toHaveURL(/\/dashboard$/u)
})

test('an answer to saving a profile that comes after its owner has logged out, or left, tells nobody and leads nowhere', async ({
  people,
}) => {
  const { page } = await people.expert(`Late ${uniqueWord()}`)
  const letGo = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const saves: Promise<void>[] = []
  await page.route('**/rpc/profiles/save', async (route) => {
    const response = await route.fetch()
    saves.push(
      (letGo[saves.length]?.promise ?? Promise.resolve()).then(() =>
        route.fulfill({ response }).catch(() => undefined),
      ),
    )
  })
  const save = async (button: string): Promise<void> => {
    const saved = saves.length
    await page.goto('/account')
    await page.getByLabel('Bio').fill(`Saved ${saved + 1} times.`)
    await page.getByRole('button', { name: button }).click()
    await expect.poll(() => saves.length).toBe(saved + 1)
  }

  await save('Preview Profile')
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()
  letGo[0]?.resolve()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByText('Profile saved')).toBeHidden()
  await expect(page).toHaveURL(/\/$/u)

  await save('Save profile')
  await page.getByRole('button', { name: 'Log Out', exact: true }).click()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Log In' })).toBeVisible()
  // Every toast that there is from now on.
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) seen.push(node.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true })
  })
  const answered = page.waitForResponse('**/rpc/profiles/save')
  letGo[1]?.resolve()
  await (await answered).finished()
  await page.getByRole('navigation').getByRole('link', { name: 'Log In' }).click()
  await expect(page.getByRole('heading', { name: 'Log in to Kundig' })).toBeVisible()
  expect((await page.evaluate(() => Reflect.get(window, 'seen') as string[])).join('\n')).not.toContain('Profile saved')
})
