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
  await expect(page.getByText('Log in or create an account to send your request.')).toBeVisible()
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

test('who logs in from a profile comes back to it; an address that names a place goes first', async ({ people }) => {
  const expert = await people.expert(`Dirk ${uniqueWord()}`)
  const { email } = await people.expert(`Elsa ${uniqueWord()}`)
  const id = await idOf(expert.context, people.url)
  const page = await people.visitor({ language: 'nl' })
  await page.goto(`/profile/${id}`)
  await page.getByRole('link', { name: 'Log in om een verzoek te sturen' }).click()
  await expect(page.getByText('Log in of maak een account om je verzoek te sturen.')).toBeVisible()
  await page.getByLabel('E-mailadres').fill(email)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD)
  await page.goto('/dashboard?tab=requests')
  await page.getByLabel('E-mailadres').fill(email)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD)
  await page.locator('form').getByRole('button', { name: 'Inloggen', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Verzoeken aan jou' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(new RegExp(`/profile/${id}$`, 'u'))
})

test('a second request to someone who has not answered the first is not written at all', async ({ people }) => {
  const asker = await people.expert(`Fons ${uniqueWord()}`)
  const expert = await people.expert(`Greta ${uniqueWord()}`)
  await ask(asker, people, await idOf(expert.context, people.url), 'Do you mend clocks?')
  const { page } = asker
  await page.goto('/dashboard')
  await page.getByRole('searchbox').fill(expert.name)
  // What was there before the search goes, under the pointer.
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: `Request sent: ${expert.name}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`Your request to ${expert.name} is waiting for an answer.`)).toBeFocused()
  await expect(dialog).toContainText('Do you mend clocks?')
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toHaveCount(0)
  // Where the answer will appear is one press away.
  await page.getByRole('button', { name: `Request sent: ${expert.name}` }).click()
  await dialog.getByRole('link', { name: 'Go to Requests' }).click()
  await expect(page).toHaveURL(/tab=requests$/u)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(`You asked ${expert.name}`)).toBeVisible()
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
    await expect(page.getByText(`Request sent to ${expert.name}. The answer appears under Requests.`)).toBeVisible()
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

// spec 2.28, 2.74
test('whom one has asked is marked in a tab that has looked at nothing else, and in tabs that are open', async ({
  people,
}) => {
  const asker = await people.expert(`Mila ${uniqueWord()}`)
  const expert = await people.expert(`Noor ${uniqueWord()}`)
  const id = await idOf(expert.context, people.url)
  const places = [`/?q=${encodeURIComponent(expert.name)}`, `/profile/${id}`, '/dashboard']
  const sentOn = (page: Page) => page.getByRole('button', { name: `Request sent: ${expert.name}` })
  const sendOn = (page: Page) => page.getByRole('button', { name: `Send Request to ${expert.name}` })
  const freshTabs = async (): Promise<Page[]> => {
    const tabs: Page[] = []
    for (const place of places) {
      const tab = await asker.context.newPage()
      await tab.goto(place)
      if (place === '/dashboard') await tab.getByRole('searchbox').fill(expert.name)
      tabs.push(tab)
    }
    return tabs
  }

  const open = await freshTabs()
  for (const tab of open) await expect(sendOn(tab)).toBeVisible()
  await ask(asker, people, id, 'Do you mend cellos?')
  for (const tab of open) await expect(sentOn(tab)).toBeVisible()
  for (const tab of open) await tab.close()

  const fresh = await freshTabs()
  for (const tab of fresh) {
    await expect(sentOn(tab)).toBeVisible()
    await expect(sendOn(tab)).toHaveCount(0)
  }
  const [landing] = fresh
  if (!landing) throw new Error('There is a tab for each place')
  await sentOn(landing).click()
  await expect(landing.getByRole('dialog')).toContainText('Do you mend cellos?')
  await landing.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  await expert.page.goto('/dashboard?tab=requests')
  await expert.page.getByRole('button', { name: 'Reject' }).click()
  for (const tab of fresh) await expect(sendOn(tab)).toBeVisible()
})

test('a card holds the place of its button until it is known what that says', async ({ people }) => {
  const asker = await people.expert(`Olga ${uniqueWord()}`)
  const expert = await people.expert(`Piet ${uniqueWord()}`)
  await ask(asker, people, await idOf(expert.context, people.url), 'Do you mend lutes?')
  const { page } = asker
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/rpc/connectionRequests/waiting*', async (route) => {
    await held
    await route.continue()
  })
  // Leads to the dashboard in the application, which asks by itself.
  await page.goto('/login')
  await page.getByRole('searchbox').fill(expert.name)
  const card = page.getByRole('article').filter({ hasText: expert.name })
  await expect(card).toBeVisible()
  // Those who were there before the search have gone.
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card.getByRole('button')).toHaveCount(0)
  const before = await card.boundingBox()
  answer()
  await expect(card.getByRole('button', { name: `Request sent: ${expert.name}` })).toBeVisible()
  expect(await card.boundingBox()).toEqual(before)
})

test('whom nobody asked is led to the experts', async ({ people }) => {
  const { page } = await people.expert(`Lies ${uniqueWord()}`)
  await page.goto('/dashboard?tab=requests')
  await expect(page.getByText('Nothing to answer')).toBeVisible()
  await page.getByRole('link', { name: 'Explore experts' }).click()
  await expect(page.getByRole('tab', { name: 'Explore' })).toHaveAttribute('aria-selected', 'true')
})

test('who asks someone with whom a chat is open is offered that chat, and may still ask', async ({ people }) => {
  const { asker, expert, roomId } = await people.pair()
  const { page } = asker
  await openDialog(page, expert)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox')).toBeVisible()
  await expect(dialog).toContainText(`You have an open chat with ${expert.name}.`)
  await dialog.getByRole('link', { name: 'Open chat' }).click()
  await expect(page).toHaveURL(new RegExp(`tab=chats&room=${roomId}$`, 'u'))
  await expect(page.getByRole('region', { name: `Chat with ${expert.name}` })).toBeVisible()
})

test('the history waits for the place that the requests above it take', async ({ people }) => {
  const asker = await people.expert(`Hans ${uniqueWord()}`)
  const expert = await people.expert(`Ida ${uniqueWord()}`)
  await ask(asker, people, await idOf(expert.context, people.url), 'May I ask you something?')
  const { page } = expert
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/rpc/connectionRequests/pending*', async (route) => {
    await held
    await route.continue()
  })
  const history = page.waitForResponse((response) => response.url().includes('/rpc/connectionRequests/history'))
  await page.goto('/dashboard?tab=requests')
  await expect(page.getByRole('heading', { name: 'Requests to you' })).toBeVisible()
  await (await history).finished()
  await expect(page.getByRole('heading', { name: 'History', exact: true })).toHaveCount(0)
  answer()
  await expect(page.getByRole('article', { name: asker.name })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'History', exact: true })).toBeVisible()
})

test('an introduction that the history cuts can be read whole there, by keyboard, after its request was rejected', async ({
  people,
}) => {
  const asker = await people.expert(`Ina ${uniqueWord()}`)
  const expert = await people.expert(`Jos ${uniqueWord()}`)
  const id = await idOf(expert.context, people.url)
  await ask(asker, people, id, `${'A long story about a boat. '.repeat(30)}\n\nThe end of it.`)
  const { page } = expert
  await page.goto('/dashboard?tab=requests')
  await page.getByRole('article', { name: asker.name }).getByRole('button', { name: 'Reject' }).click()
  const row = page.getByRole('listitem').filter({ hasText: `${asker.name} asked you` })
  const text = row.getByText('A long story about a boat.')
  const cut = (await text.boundingBox())?.height ?? 0
  const showAll = row.getByRole('button', { name: `Show all: Introduction by ${asker.name}` })
  await showAll.focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await text.boundingBox())?.height ?? 0).toBeGreaterThan(cut * 2)
  const showLess = row.getByRole('button', { name: `Show less: Introduction by ${asker.name}` })
  await expect(showLess).toBeFocused()
  await expect(showLess).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await text.boundingBox())?.height).toBe(cut)

  await ask(asker, people, id, 'A short one')
  await page.getByRole('article', { name: asker.name }).getByRole('button', { name: 'Reject' }).click()
  const short = page.getByRole('listitem').filter({ hasText: 'A short one' })
  await expect(short.getByText('Rejected')).toBeVisible()
  await expect(short.getByRole('button', { name: /^Show/u })).toHaveCount(0)
})

test('a press meant for a request that a new one has just pushed down answers neither', async ({ people }) => {
  const [first, second] = [await people.expert(`Jan ${uniqueWord()}`), await people.expert(`Kim ${uniqueWord()}`)]
  const expert = await people.expert(`Leo ${uniqueWord()}`)
  const id = await idOf(expert.context, people.url)
  const { page } = expert
  let accepted = 0
  page.on('request', (request) => (accepted += request.url().includes('/connectionRequests/accept') ? 1 : 0))
  await ask(first, people, id, 'The first')
  await page.goto('/dashboard?tab=requests')
  await expect(page.getByRole('article', { name: first.name })).toBeVisible()

  // The moment in which the list changes lasts until it is let go on.
  await page.evaluate(() => {
    const now = performance.now()
    performance.now = () => now
  })
  await ask(second, people, id, 'The second')
  await expect(page.getByRole('article')).toHaveCount(2)
  const accept = page.getByRole('article', { name: second.name }).getByRole('button', { name: 'Accept' })
  await accept.click()
  await expect(accept).not.toHaveAttribute('aria-busy', 'true')
  await page.evaluate(() => Reflect.deleteProperty(performance, 'now'))
  await page.waitForFunction((past) => performance.now() > past, await page.evaluate(() => performance.now() + 500))
  expect(accepted).toBe(0)
  await accept.click()
  await expect(page.getByRole('region', { name: `Chat with ${second.name}` })).toBeVisible()
  expect(accepted).toBe(1)
})

test('what someone has begun to write goes when another tab logs out or somebody else in, and waits for its writer', async ({
  people,
}) => {
  const anna = await people.expert(`Anna ${uniqueWord()}`)
  const bram = await people.expert(`Bram ${uniqueWord()}`)
  const expert = await people.expert(`Carla ${uniqueWord()}`)
  const { page, context } = anna
  const dialog = page.getByRole('dialog')
  const callElsewhere = async (path: string, data: object): Promise<void> => {
    const answer = await context.request.post(`/api/auth/${path}`, { data, headers: { origin: people.url } })
    expect(answer.ok()).toBe(true)
    // As whoever comes back to this tab, and has seen who is logged in.
    const known = page.waitForResponse((answered) => answered.url().endsWith('/rpc/auth/session'))
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await (await known).finished()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  }
  const logInElsewhere = ({ email }: Person): Promise<void> =>
    callElsewhere('sign-in/email', { email, password: PASSWORD })
  const openOnLanding = async (): Promise<void> =>
    page.getByRole('button', { name: `Send Request to ${expert.name}` }).click()

  await page.goto(`/?q=${encodeURIComponent(expert.name)}`)
  await openOnLanding()
  await dialog.getByRole('textbox').fill('From Anna, by Anna')
  await logInElsewhere(bram)
  await expect(dialog).toHaveCount(0)
  await openOnLanding()
  await expect(dialog.getByRole('textbox')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await logInElsewhere(anna)
  await openOnLanding()
  await expect(dialog.getByRole('textbox')).toHaveValue('From Anna, by Anna')
  await callElsewhere('sign-out', {})
  await expect(dialog).toHaveCount(0)
  await logInElsewhere(anna)
  await expect(dialog.getByRole('textbox')).toHaveValue('From Anna, by Anna')

  await openDialog(page, expert)
  await logInElsewhere(bram)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('searchbox')).toHaveValue('')
})

test('an introduction that was begun outlives other pages and a reload, and is forgotten by who logs out', async ({
  people,
}) => {
  const { page, context } = await people.expert(`Ans ${uniqueWord()}`)
  const other = await people.expert(`Bas ${uniqueWord()}`)
  const profile = `/profile/${await idOf(other.context, people.url)}`
  const introduction = page.getByRole('dialog').getByRole('textbox')
  const open = async (): Promise<void> => {
    await page.goto(profile)
    await page.getByRole('button', { name: /^Send Request/u }).click()
  }
  await open()
  await introduction.fill('Dear Bas, ')
  await page.goto('/')
  await open()
  await expect(introduction).toHaveValue('Dear Bas, ')
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log In' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft')))).toEqual([])
  await context.close()
})
