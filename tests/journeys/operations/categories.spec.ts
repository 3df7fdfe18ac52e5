import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { type KundigServer, startKundig } from '@kundig/testing/browser/kundig-server'
import { expect, test } from '@kundig/testing/browser/people'

// A separate server, because other journeys use the categories of the shared server.
let server: KundigServer
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  server = await startKundig()
})
test.afterAll(() => server.stop())

test('an owner adds, renames, moves and hides categories; visitors see them on the landing page and in search', async ({
  peopleOf,
}) => {
  const people = peopleOf(server.url)
  const owner = await people.demo('owner')
  const visitor = await people.visitor()
  await owner.goto('/operator?tab=categories')
  const section = owner.getByRole('region', { name: 'Categories' })
  await expect(section.getByRole('listitem')).toHaveCount(12)

  const add = section.getByRole('button', { name: 'Add a category' })
  await add.focus()
  await owner.keyboard.press('Enter')
  const dialog = owner.getByRole('dialog', { name: 'New category' })
  await dialog.getByLabel('In English', { exact: true }).fill('Education')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(dialog.getByText('Enter a name for the category').first()).toBeVisible()
  await dialog.getByLabel('Short, in English').fill('Gardens')
  await dialog.getByLabel('In Dutch', { exact: true }).fill('Tuin & Natuur')
  await dialog.getByLabel('Short, in Dutch').fill('Tuin')
  await expect(dialog.getByText('That URL name is taken')).toBeVisible()
  await dialog.getByLabel('In English', { exact: true }).fill('Gardens & Nature')
  await expect(dialog.getByLabel('Name in the URL')).toHaveValue('gardens-nature')
  await expectNoAccessibilityViolations(owner)
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(section.getByRole('listitem')).toHaveCount(13)

  await section.getByRole('button', { name: 'Rename Education' }).press('Enter')
  const renaming = owner.getByRole('dialog', { name: 'Rename a category' })
  await renaming.getByLabel('In English', { exact: true }).fill('Teaching')
  await renaming.getByLabel('Short, in English').fill('Teaching')
  await renaming.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(section.getByRole('listitem').nth(10)).toContainText('Teaching')

  const up = section.getByRole('button', { name: 'Move Gardens & Nature up' })
  await up.press('Enter')
  await expect(section.getByRole('status')).toHaveText('Gardens & Nature is now number 12 of 13')
  await expect(up).toBeFocused()
  await section.getByRole('button', { name: 'Hide Sales & Marketing' }).press('Enter')
  await expect(section.getByRole('button', { name: 'Show Sales & Marketing' })).toBeVisible()

  await visitor.goto('/')
  const tiles = visitor.getByRole('region', { name: 'Expertise categories' })
  await expect(tiles.getByRole('link')).toHaveCount(12)
  await expect(tiles.getByRole('link').nth(10)).toHaveText('Gardens')
  await expect(tiles.getByRole('link', { name: 'Sales & Marketing' })).toHaveCount(0)
  await tiles.getByRole('link', { name: 'Teaching' }).click()
  await expect(visitor).toHaveURL('/?category=education')
  await expect(visitor).toHaveTitle(/^Teaching: /u)
  await visitor.goto('/?q=teaching')
  await expect(visitor.getByRole('article').first()).toContainText('Teaching')
  await visitor.goto('/?category=gardens-nature')
  await expect(visitor.getByRole('heading', { name: /Gardens & Nature/u })).toBeVisible()

  await owner.getByRole('link', { name: 'Log', exact: true }).press('Enter')
  await expect(owner.getByText('Category gardens-nature: from none to shown')).toBeVisible()
})
