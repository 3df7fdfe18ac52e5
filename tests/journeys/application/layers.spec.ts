import { readUserId } from '@kundig/testing/browser/calls'
import { expect, type People, test, createUniqueWord } from '@kundig/testing/browser/people'

async function openRequestDialog(people: People) {
  const { page } = await people.expert(`Anke ${createUniqueWord()}`)
  const other = await people.expert(`Bert ${createUniqueWord()}`)
  const id = await readUserId(other.context, people.url)
  await page.goto('/dashboard')
  await page.goto(`/profile/${id}`)
  await page.getByRole('button', { name: /^Send Request/u }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  return { page, dialog, profile: new RegExp(`/profile/${id}$`, 'u') }
}

const dashboard = /\/dashboard$/u

test('Back first closes a dialog on a page, then leads to the previous page', async ({ people }) => {
  const { page, dialog, profile } = await openRequestDialog(people)
  await dialog.getByRole('textbox').fill('Dear Bert')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(profile)
  await expect(page.getByRole('button', { name: /^Send Request/u })).toBeFocused()
  await page.goForward()
  await expect(page).toHaveURL(profile)
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(dashboard)
})

test('one step back leaves a page that was reloaded with an open dialog', async ({ people }) => {
  const { page, dialog } = await openRequestDialog(people)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Send Request/u })).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^Send Request/u }).click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(dashboard)
})
