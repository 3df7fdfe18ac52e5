import { callAs, idOf } from '@kundig/testing/browser/calls'
import { colourOf } from '@kundig/testing/browser/colours'
import { openLive } from '@kundig/testing/browser/live-pages'
import { expect, test, uniqueWord } from '@kundig/testing/browser/people'

for (const dark of [false, true]) {
  // spec 2.2, 2.33, 2.36, 2.37, 2.39, 2.40, 9.17
  test(`Requests and Chats count in red; a request cuts its sender’s bio at 300 characters (${dark ? 'dark' : 'light'})`, async ({
    people,
  }) => {
    const { asker, expert, roomId } = await people.pair([{}, { dark }])
    const bio = { full_name: asker.name, bio: 'x'.repeat(500), expertise: 'education', is_public: true }
    await callAs(asker.context, people.url, 'PUT', `/api/profiles/${await idOf(asker.context, people.url)}`, bio)
    await callAs(asker.context, people.url, 'POST', '/api/connection-requests', {
      receiver_id: await idOf(expert.context, people.url),
      message: 'Once more?',
    })
    const message = { client_id: crypto.randomUUID(), content: 'Hello' }
    await callAs(asker.context, people.url, 'POST', `/api/chat-rooms/${roomId}/messages`, message)

    const { page } = expert
    await page.goto('/dashboard?tab=requests')
    await expect(page.getByRole('tab')).toHaveText([/^Explore/u, /^Requests/u, /^Chats/u])
    for (const name of [/^Requests\s*1 new$/u, /^Chats\s*1 unread$/u]) {
      const badge = page.getByRole('tab', { name }).locator('.count')
      await expect(badge).toContainText('1')
      const { red, green, blue } = await colourOf(badge)
      expect(red).toBeGreaterThan(2 * Math.max(green, blue))
    }
    const request = page.getByRole('article', { name: asker.name })
    await expect(request.getByText(/^x+…$/u)).toHaveText(`${'x'.repeat(299)}…`)
    for (const name of ['Accept', 'Reject']) await expect(request.getByRole('button', { name })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  })
}

// spec 2.41, 2.102
test('on a desk rooms stand on the left and the open chat on the right, 600 pixels high or as high as the window allows', async ({
  people,
}) => {
  const { asker, expert, roomId } = await people.pair([{ width: 1280, height: 700 }])
  const { page } = asker
  await page.goto(`/dashboard?tab=chats&room=${roomId}`)
  const chat = page.getByRole('region', { name: `Chat with ${expert.name}` })
  const rooms = page.getByRole('navigation', { name: 'Your chats' })
  await expect(chat).toBeVisible()
  const [left, right] = [await rooms.boundingBox(), await chat.boundingBox()]
  if (!left || !right) throw new Error('Not in sight')
  expect(left.x + left.width).toBeLessThanOrEqual(right.x + 1)
  const card = chat.locator('xpath=ancestor::*[contains(@class,"card")][1]')
  expect(await card.boundingBox()).toMatchObject({ height: 600 })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect.poll(async () => (await card.boundingBox())?.height).toBeGreaterThan(850)
  // All of it is in sight, and the bar has the same edges.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(1080)
  const [wide, home] = [await card.boundingBox(), await page.getByRole('link', { name: 'Kundig' }).boundingBox()]
  expect(wide?.width).toBeGreaterThan(1400)
  expect(home?.x).toBe(wide?.x)
})

// spec 2.43, 2.44, 3.12
test('a room in the list has its topic and the date of its last change, and “No topic” without one', async ({
  people,
}) => {
  const { asker, expert } = await people.pair()
  const { page } = asker
  const entry = page.getByRole('navigation', { name: 'Your chats' }).getByRole('button')
  await page.goto('/dashboard?tab=chats')
  await expect(entry).toContainText(expert.name)
  await expect(entry).toContainText('Could we talk?')
  const today = new Date().toISOString().slice(0, 10)
  await expect(entry.locator('time')).toHaveAttribute('datetime', new RegExp(`^${today}T`, 'u'))
  await expect(entry.locator('time')).toHaveText(/^\d\d:\d\d$/u)

  // Nothing of this page may be under way any more.
  await page.goto('about:blank')
  // Accepting a request makes no such room; the specification knows them all the same.
  await page.route(/\/rpc\/chat\/(?:rooms|resume)$/u, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ body: (await answer.text()).replace('"Could we talk?"', 'null'), response: answer })
  })
  await page.goto('/dashboard?tab=chats')
  await expect(entry).toContainText('No topic')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a room in the list shows its last message under the topic, live, and the introduction alone until something is said', async ({
  people,
}) => {
  const { asker, expert, roomId } = await people.pair([{}, { language: 'nl' }])
  const entries = [asker, expert].map(({ page }) =>
    page.getByRole('navigation', { name: /^(?:Your chats|Je chats)$/u }).getByRole('button'),
  )
  const [mine, theirs] = entries
  if (!mine || !theirs) throw new Error('There are two')
  for (const { page } of [asker, expert]) await page.goto('/dashboard?tab=chats')
  for (const entry of entries) await expect(entry).toContainText('Could we talk?')
  const send = (content: string): Promise<unknown> =>
    callAs(asker.context, people.url, 'POST', `/api/chat-rooms/${roomId}/messages`, {
      client_id: crypto.randomUUID(),
      content,
    })
  await send('First words')
  await expect(mine).toContainText('Could we talk? You: First words')
  await expect(theirs).toContainText('Could we talk? First words')
  await expect(theirs).not.toContainText('Jij:')
  await send('Then more')
  for (const entry of entries) await expect(entry).not.toContainText('First words')
  await expect(theirs).toContainText('Then more')
  // The same from the server's list.
  await asker.page.reload()
  await expect(mine).toContainText('Could we talk? You: Then more')
})

test('a chat that opens on a wide screen has the cursor in its field, on a phone or under a dialog it has not', async ({
  people,
}) => {
  const { asker, expert, roomId } = await people.pair([{}, { width: 375, height: 800 }])
  const { page } = asker
  const field = page.getByLabel('Message', { exact: true })
  await page.goto('/dashboard?tab=chats')
  await page.getByRole('navigation', { name: 'Your chats' }).getByRole('button').click()
  await expect(field).toBeFocused()
  await page.keyboard.type('At once')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log')).toContainText('At once')
  await page.reload()
  await expect(field).toBeFocused()

  await expert.page.goto(`/dashboard?tab=chats&room=${roomId}`)
  await expect(expert.page.getByRole('log')).toContainText('At once')
  await expect(expert.page.getByLabel('Message', { exact: true })).not.toBeFocused()
})

// spec 2.42
test('rooms with the same person stand together under their name', async ({ people }) => {
  const { asker, expert } = await people.pair()
  const headers = { origin: people.url }
  const data = { receiver_id: await idOf(asker.context, people.url), message: 'Now I ask you' }
  const made = await expert.context.request.post(`${people.url}/api/connection-requests`, { data, headers })
  const { id } = (await made.json()) as { id: string }
  const accepted = await asker.context.request.post(`${people.url}/api/connection-requests/${id}/accept`, { headers })
  expect(accepted.ok()).toBe(true)
  await asker.page.goto('/dashboard?tab=chats')
  const rooms = asker.page.getByRole('navigation', { name: 'Your chats' })
  await expect(rooms.getByText(expert.name)).toHaveCount(1)
  const group = rooms.getByRole('listitem').filter({ has: asker.page.getByRole('heading', { name: expert.name }) })
  await expect(group.getByRole('button')).toHaveText([/^Now I ask you/u, /^Could we talk\?/u])
})

// spec 2.46, 2.47
test('rejecting leads to Requests, accepting to the new room in Chats', async ({ people }) => {
  const asker = await people.expert(`Wies ${uniqueWord()}`)
  const expert = await people.expert(`Xander ${uniqueWord()}`)
  const receiver_id = await idOf(expert.context, people.url)
  const { page } = expert
  const ask = async (message: string): Promise<void> => {
    const data = { receiver_id, message }
    const headers = { origin: people.url }
    const answer = await asker.context.request.post(`${people.url}/api/connection-requests`, { data, headers })
    expect(answer.ok()).toBe(true)
  }
  await ask('First try')
  await page.goto('/dashboard?tab=requests')
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Nothing to answer')).toBeVisible()
  await expect(page).toHaveURL(/tab=requests$/u)
  await ask('Second try')
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page).toHaveURL(/tab=chats&room=[0-9a-f-]{36}$/u)
  await expect(page.getByRole('region', { name: `Chat with ${asker.name}` })).toContainText('Second try')
})

test(
  'an accepted request says so with a way to the chat, and counts everywhere until the chat was opened',
  { tag: '@core' },
  async ({ people }) => {
    const asker = await people.expert(`Ida ${uniqueWord()}`)
    const expert = await people.expert(`Olaf ${uniqueWord()}`)
    const { id } = await callAs<{ id: string }>(asker.context, people.url, 'POST', '/api/connection-requests', {
      receiver_id: await idOf(expert.context, people.url),
      message: 'Could we talk?',
    })

    // On a public page, where nothing else tells of it.
    const { page } = asker
    await openLive(page, '/')
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible()
    await callAs(expert.context, people.url, 'POST', `/api/connection-requests/${id}/accept`, {})
    await expect(page.getByText(`${expert.name} accepted your request`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Dashboard 1 new' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('link', { name: 'Dashboard 1 new' })).toBeVisible()
    await page.setViewportSize({ width: 375, height: 800 })
    const menu = page.getByRole('button', { name: 'Open menu' })
    expect(await menu.evaluate((button) => getComputedStyle(button, '::after').width)).toBe('10px')
    await page.setViewportSize({ width: 1280, height: 860 })

    await page.goto('/dashboard')
    await expect(page.getByRole('tab', { name: /^Chats\s*1 unread$/u })).toBeVisible()
    await page.getByRole('tab', { name: /^Chats/u }).click()
    const entry = page.getByRole('navigation', { name: 'Your chats' }).getByRole('button')
    await expect(entry).toContainText('New')
    await entry.click()
    await expect(page.getByRole('region', { name: `Chat with ${expert.name}` })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible()
    await expect(entry).not.toContainText('New')
    // It stays so.
    await page.reload()
    await expect(page.getByRole('region', { name: `Chat with ${expert.name}` })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Chats', exact: true })).toBeVisible()
  },
)

test('the news of an accepted request leads to its chat, from the page where it is read', async ({ people }) => {
  const asker = await people.expert(`Noor ${uniqueWord()}`)
  const expert = await people.expert(`Piet ${uniqueWord()}`)
  const { id } = await callAs<{ id: string }>(asker.context, people.url, 'POST', '/api/connection-requests', {
    receiver_id: await idOf(expert.context, people.url),
    message: 'Could we talk?',
  })
  const { page } = asker
  await openLive(page, '/account')
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  await callAs(expert.context, people.url, 'POST', `/api/connection-requests/${id}/accept`, {})
  await page.getByRole('button', { name: 'Open chat' }).click()
  await expect(page.getByRole('region', { name: `Chat with ${expert.name}` })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\?tab=chats&room=[0-9a-f-]{36}$/u)
})
