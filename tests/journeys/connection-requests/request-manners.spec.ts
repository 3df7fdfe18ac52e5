import { callAs, idOf } from '@kundig/testing/browser/calls'
import { type KundigServer, startKundig } from '@kundig/testing/browser/kundig-server'
import { expect, test, uniqueWord } from '@kundig/testing/browser/people'

/** With the limits that people have. */
let server: KundigServer
// One worker does them all, so that there is one server.
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  server = await startKundig({ limitFactor: 1 })
})
test.afterAll(() => server.stop())

test('a rejection that says why is told kindly, and who asked sees from when to ask again, before writing', async ({
  peopleOf,
}) => {
  const people = peopleOf(server.url)
  const asker = await people.expert(`Gerda ${uniqueWord()}`)
  const expert = await people.expert(`Henk ${uniqueWord()}`)
  const profile = `/profile/${await idOf(expert.page.context(), people.url)}`
  await asker.page.goto(profile)
  await asker.page.getByRole('button', { name: 'Send Request' }).click()
  const dialog = asker.page.getByRole('dialog')
  await expect(dialog.getByText('5 of 5 requests left today')).toBeVisible()
  await dialog.getByRole('textbox').fill('Do you repair clocks?')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(asker.page.getByText(`Request sent to ${expert.name}`)).toBeVisible()

  await expert.page.goto('/dashboard?tab=requests')
  await expert.page.getByRole('button', { name: 'Say no, and why' }).focus()
  await expert.page.keyboard.press('Enter')
  await expect(expert.page.getByRole('menuitem', { name: 'No time just now' })).toBeFocused()
  await expert.page.keyboard.press('ArrowDown')
  await expert.page.keyboard.press('Enter')
  await expect(expert.page.getByText('Nothing to answer')).toBeVisible()

  await asker.page.goto('/dashboard?tab=requests')
  await expect(asker.page.getByText(`${expert.name} says this is not their field`)).toBeVisible()
  await asker.page.goto(profile)
  await asker.page.getByRole('button', { name: 'Send Request' }).click()
  await expect(dialog.getByText('You can ask again from')).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0)
})

test('who has sent all requests of the day is told so instead of the field', async ({ peopleOf }) => {
  const people = peopleOf(server.url)
  const asker = await people.expert(`Ilse ${uniqueWord()}`, { language: 'nl', width: 375, dark: true })
  const ids: string[] = []
  // One by one: of sign-ups that come together a busy machine refuses some.
  while (ids.length < 6) ids.push(await idOf((await people.expert(`Jan ${uniqueWord()}`)).context, people.url))
  for (const id of ids.slice(0, 5)) {
    await callAs(asker.context, people.url, 'POST', '/api/connection-requests', { receiver_id: id, message: 'Hallo' })
  }
  await asker.page.goto(`/profile/${ids[5]}`)
  await asker.page.getByRole('button', { name: 'Verzoek sturen' }).click()
  const dialog = asker.page.getByRole('dialog')
  await expect(dialog.getByText('Je hebt al je verzoeken van vandaag verstuurd.')).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
})
