import type { Page } from '@playwright/test'

import { readSignInLink } from '@kundig/contract/auth/sign-in-code'
import { callApiFromBrowser, readUserId } from '@kundig/testing/browser/calls'
import { readMail } from '@kundig/testing/browser/mail'
import { expect, type People, type Person, test, createUniqueWord } from '@kundig/testing/browser/people'
import { searchExperts } from '@kundig/testing/browser/searching'

async function ask(asker: Person, people: People, receiverId: string, message: string): Promise<void> {
  const answer = await asker.context.request.post(`${people.url}/api/connection-requests`, {
    data: { receiver_id: receiverId, message },
    headers: { origin: people.url },
  })
  expect(answer.ok()).toBe(true)
}

async function openDialog(page: Page, expert: Person): Promise<void> {
  await page.goto('/dashboard')
  await searchExperts(page, expert.name)
  await page.getByRole('button', { name: `Send Request to ${expert.name}` }).click()
}

// spec 6.6
test(
  'a visitor on a phone finds an expert, asks without a password, and sees the pending request',
  { tag: '@core' },
  async ({ people }) => {
    const expert = await people.expert(`Daan ${createUniqueWord()}`, { language: 'nl' })
    const id = await readUserId(expert.context, people.url)
    const town = createUniqueWord()
    await callApiFromBrowser(expert.context, people.url, 'PUT', `/api/profiles/${id}`, {
      full_name: expert.name,
      bio: `Ik repareer houten kozijnen in ${town}.`,
      expertise: 'trades-services',
      is_public: true,
    })
    const page = await people.visitor({ language: 'nl', width: 375, height: 812 })
    const email = `${createUniqueWord()}@kundig.example`
    const startedAt = Date.now()
    await page.goto('/')
    await searchExperts(page, `Wie kan mijn kozijn repareren in ${town}?`)
    await page.getByRole('link', { name: expert.name }).click()
    await expect(page.getByRole('heading', { level: 1, name: expert.name })).toBeVisible()
    await page.getByRole('button', { name: `Verzoek sturen naar ${expert.name}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Je vraag').fill('Kun je mijn kozijn nog redden?')
    await dialog.getByLabel('Je naam').fill('Noor Visser')
    await dialog.getByLabel('E-\u2060mailadres').fill(email)
    await dialog.getByRole('button', { name: 'Versturen' }).click()
    await expect(dialog).toContainText(`Kijk in je mail: je vraag gaat naar ${expert.name} zodra je bevestigt.`)

    const { link, language } = await readMail(page.context(), email, '/sign-in-code')
    expect(language).toBe('nl')
    await dialog.getByLabel('Code uit de mail').fill(readSignInLink(new URL(link).hash.slice(1))?.code ?? '')
    await dialog.getByRole('button', { name: 'Bevestigen en versturen' }).click()
    await expect(page).toHaveURL(/\/dashboard\?tab=requests$/u)
    await expect(page.getByText(`Aan ${expert.name}`)).toBeVisible()
    await expect(page.getByText('Kun je mijn kozijn nog redden?')).toBeVisible()
    console.info(`From the start page to the sent question: ${Date.now() - startedAt} ms`)

    await expert.page.goto('/dashboard?tab=requests')
    await expect(expert.page.getByText('Kun je mijn kozijn nog redden?')).toBeVisible()
    await expect(expert.page.getByText('Noor Visser').first()).toBeVisible()

    // The link's code has already been used, so the link leads the sender to the request.
    await page.goto(link)
    await page.getByRole('button', { name: 'Bevestigen en versturen' }).click()
    await expect(page).toHaveURL(/\/dashboard\?tab=requests$/u)
  },
)

test(
  'a pending request is marked on the expert’s card and profile until it is answered',
  { tag: '@core' },
  async ({ people }) => {
    const asker = await people.expert(`Joke ${createUniqueWord()}`)
    const expert = await people.expert(`Karel ${createUniqueWord()}`)
    const { page } = asker
    await openDialog(page, expert)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Do you mend violins?')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(`Question sent. ${expert.name} has 14 days to answer.`)).toBeVisible()
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

test('live events that arrive before the code for live events has loaded are not missed', async ({ people }) => {
  const asker = await people.expert(`Mila ${createUniqueWord()}`)
  const expert = await people.expert(`Noor ${createUniqueWord()}`)
  const id = await readUserId(expert.context, people.url)
  let listen = (): void => undefined
  const mayListen = new Promise<void>((resolve) => {
    listen = resolve
  })
  const { page } = asker
  await page.route('**/assets/live-events-*.js', async (route) => {
    await mayListen
    await route.continue()
  })
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
