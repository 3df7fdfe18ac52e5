import type { Page } from '@playwright/test'

import { idOf } from '@kundig/testing/browser/calls'
import { expect, PASSWORD, type People, type Person, test, uniqueWord } from '@kundig/testing/browser/people'

async function ask(asker: Person, people: People, receiverId: string, message: string): Promise<void> {
  const answer = await asker.context.request.post(`${people.url}/api/connection-requests`, {
    data: { receiver_id: receiverId, message },
    headers: { origin: people.url },
  })
  expect(answer.ok()).toBe(true)
}

async function openDialog(page: Page, expert: Person): Promise<void> {
  await page.goto('/dashboard')
  await page.getByRole('searchbox').fill(expert.name)
  await page.getByRole('button', { name: `Send Request to ${expert.name}` }).click()
}

test('who signs up in order to ask someone is led to that person, once', { tag: '@core' }, async ({ people }) => {
  const expert = await people.expert(`Dora ${uniqueWord()}`)
  const id = await idOf(expert.context, people.url)
  const page = await people.visitor()
  await page.goto(`/?q=${encodeURIComponent(expert.name)}`)
  await page.getByRole('button', { name: `Send Request to ${expert.name}` }).click()
  await expect(page).toHaveURL(/\/dashboard$/u)
  await expect(page.getByText('Log in or create an account to send your question.')).toBeVisible()
  await expect(page.getByText('Welcome back')).toHaveCount(0)

  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await page.getByLabel('Email').fill(`${uniqueWord()}@kundig.example`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Complete your account' })).toBeVisible()
  await page.getByLabel('Name').fill(`Emma ${uniqueWord()}`)
  await page.getByLabel('Expertise category').selectOption({ label: 'Education' })
  await page.getByRole('button', { name: 'Create profile' }).click()

  await expect(page).toHaveURL(new RegExp(`/profile/${id}$`, 'u'))
  await expect(page.getByRole('heading', { name: expert.name })).toBeVisible()
  await page.getByRole('button', { name: 'Send Request' }).click()
  await expect(page.getByRole('dialog')).toContainText(`To ${expert.name}`)
  await page.goto('/dashboard')
  await expect(page.getByRole('tab', { name: 'Explore' })).toHaveAttribute('aria-selected', 'true')
})

test(
  'whom one has asked is marked on the card and the profile, until there is an answer',
  { tag: '@core' },
  async ({ people }) => {
    const asker = await people.expert(`Joke ${uniqueWord()}`)
    const expert = await people.expert(`Karel ${uniqueWord()}`)
    const { page } = asker
    await openDialog(page, expert)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Do you mend violins?')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(`Question sent to ${expert.name}, who has 14 days to answer.`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Go to Requests' })).toBeVisible()
    const sent = page.getByRole('button', { name: `Request sent: ${expert.name}` })
    const send = page.getByRole('button', { name: `Send Request to ${expert.name}` })
    await expect(sent).toBeVisible()
    await expect(send).toHaveCount(0)
    await sent.click()
    await expect(dialog).toContainText('Do you mend violins?')
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('link', { name: expert.name }).click()
    await expect(page.getByRole('heading', { name: expert.name, level: 1 })).toBeVisible()
    await expect(sent).toBeVisible()
    await expert.page.goto('/dashboard?tab=requests')
    await expert.page.getByRole('button', { name: 'Reject' }).click()
    await expect(send).toBeVisible()
    await expect(sent).toHaveCount(0)
  },
)

test('what happens between the live connection and the code that listens to it is not missed', async ({ people }) => {
  const asker = await people.expert(`Mila ${uniqueWord()}`)
  const expert = await people.expert(`Noor ${uniqueWord()}`)
  const id = await idOf(expert.context, people.url)
  let listen = (): void => undefined
  const mayListen = new Promise<void>((resolve) => {
    listen = resolve
  })
  const { page } = asker
  await page.route('**/assets/live-events-*.js', async (route) => {
    await mayListen
    await route.continue()
  })
  // Socket.IO's word for "connected".
  const connected = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40')))
  await page.goto('/dashboard')
  await page.getByRole('searchbox').fill(expert.name)
  await expect(page.getByRole('button', { name: `Send Request to ${expert.name}` })).toBeVisible()
  await connected
  await ask(asker, people, id, 'Do you mend cellos?')
  listen()
  await expect(page.getByRole('button', { name: `Request sent: ${expert.name}` })).toBeVisible()
})
