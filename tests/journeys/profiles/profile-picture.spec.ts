import type { Locator, Page } from '@playwright/test'

import { type ImageFile, lookAt, makePhoto } from '@kundig/testing/browser/images'
import { expect, PASSWORD, test, uniqueWord } from '@kundig/testing/browser/people'

const PICTURE_CALL = '**/api/profiles/*/picture'

/** The picker, with the names of what it offers in English. */
function pickerOn(page: Page) {
  const group = page.getByRole('group', { name: 'Profile picture' })
  const button = (name: string): Locator => group.getByRole('button', { name })
  return {
    group,
    remove: button('Remove picture'),
    undo: button('Undo the change of picture'),
    preview: group.locator('.avatar img'),
    dialog: page.getByRole('dialog', { name: 'Crop your picture' }),
    choose: (file: ImageFile) => group.locator('input[type=file]').setInputFiles(file),
  }
}

/** Chooses an image and takes its middle, as offered. */
async function pick(page: Page, file: ImageFile): Promise<void> {
  const picker = pickerOn(page)
  await picker.choose(file)
  await picker.dialog.getByRole('button', { name: 'Use picture' }).click()
  await expect(picker.dialog).toBeHidden()
  await expect(picker.preview).toBeVisible()
}

const RED = { width: 900, height: 600, left: '#d00' }
const GREEN = { width: 300, height: 1200, left: '#0a0' }

// spec 1.3, 2.66, 5.28
test(
  'a picture is chosen, cropped and saved, and others see it, its successor and its absence at once',
  { tag: '@core' },
  async ({ people }) => {
    const name = `Iris ${uniqueWord()}`
    const { page } = await people.expert(name)
    await page.goto('/account')
    const picker = pickerOn(page)
    await pick(page, await makePhoto(page, { width: 1600, height: 900, left: '#d00', right: '#00d' }))
    await expect(picker.group.getByRole('status')).toHaveText('New picture. Save your profile to keep it.')
    expect(await lookAt(picker.preview)).toEqual({ width: 400, height: 400, left: 'red', right: 'blue' })
    await page.getByRole('button', { name: 'Preview Profile' }).click()
    await expect(page).toHaveURL(/\/profile\//u)

    const visitor = await people.visitor()
    const shown = visitor.getByRole('article').locator('.avatar img')
    await visitor.goto(page.url())
    const first = await shown.getAttribute('src')
    expect(await lookAt(shown)).toEqual({ width: 400, height: 400, left: 'red', right: 'blue' })
    // One's own next screen shows it as well, without asking again.
    expect(await lookAt(page.getByRole('article').locator('.avatar img'))).toMatchObject({ left: 'red', right: 'blue' })

    await page.goto('/account')
    await pick(page, await makePhoto(page, GREEN))
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page).toHaveURL(/\/dashboard$/u)
    await visitor.reload()
    expect(await lookAt(shown)).toMatchObject({ left: 'green', right: 'green' })
    expect(await shown.getAttribute('src')).not.toBe(first)

    await page.goto('/account')
    await picker.remove.click()
    await expect(picker.preview).toBeHidden()
    await picker.undo.click()
    await expect(picker.preview).toBeVisible()
    await picker.remove.click()
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page).toHaveURL(/\/dashboard$/u)
    await visitor.reload()
    await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(shown).toHaveCount(0)
  },
)

test('the work on a picture is done beside the page, by a file of our own', async ({ people }) => {
  const { page } = await people.expert(`Gijs ${uniqueWord()}`)
  await page.goto('/account')
  const photo = await makePhoto(page, RED)
  const started = page.waitForEvent('worker')
  await pickerOn(page).choose(photo)
  expect((await started).url()).toMatch(new RegExp(`^${people.url}/assets/`, 'u'))
})

test('an upload tells how far it is and can be cancelled', async ({ people }) => {
  const { page, context } = await people.expert(`Lena ${uniqueWord()}`)
  await page.goto('/account')
  await pick(page, await makePhoto(page, RED))
  const network = await context.newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 400 }
  await network.send('Network.emulateNetworkConditions', slow)
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByRole('progressbar', { name: 'Uploading picture' })).toHaveAttribute('aria-valuenow', /^\d+$/u)
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'You cancelled the upload.' })).toBeVisible()
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/dashboard$/u)
})

// spec 2.70
test('someone new completes their account with a picture, though its first upload fails', async ({ people }) => {
  const page = await people.visitor()
  await page.context().request.post('/api/auth/sign-up/email', {
    data: { email: `${uniqueWord()}@kundig.example`, password: PASSWORD },
    headers: { origin: people.url },
  })
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Complete your account' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Preview Profile' })).toHaveCount(0)
  await pick(page, await makePhoto(page, RED))
  const name = `Nina ${uniqueWord()}`
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('combobox').selectOption('education')
  await page.getByLabel('I want to share my knowledge with others').check()
  await page.route(PICTURE_CALL, (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{"code":"UNAVAILABLE"}' }),
  )
  await page.getByRole('button', { name: 'Create profile' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'your picture is not' })).toContainText('briefly unavailable')
  await page.unroute(PICTURE_CALL)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Profile created', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/u)
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Account Settings' })).toBeVisible()
  expect(await lookAt(pickerOn(page).preview)).toMatchObject({ left: 'red' })
})

test('nobody leaves behind what is not saved without being asked', async ({ people }) => {
  const { page } = await people.expert(`Mia ${uniqueWord()}`)
  await page.goto('/account')
  await pick(page, await makePhoto(page, RED))
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(/\/account$/u)
  expect(await lookAt(pickerOn(page).preview)).toMatchObject({ left: 'red' })
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/dashboard$/u)
  // What was not changed is left without a question.
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('button', { name: 'Choose picture' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/u)
})

test('whoever logs out is not asked about an unsaved form', async ({ people }) => {
  const { page } = await people.expert(`Jet ${uniqueWord()}`)
  await page.goto('/account')
  await page.getByLabel('Bio', { exact: true }).fill('Never to be saved.')
  await page.getByRole('button', { name: 'Log Out', exact: true }).click()
  await expect(page).toHaveURL(/\/$/u)
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible()
})

test('a session that ends elsewhere ends an unsaved form without a question', async ({ people }) => {
  const { page, context } = await people.expert(`Puck ${uniqueWord()}`)
  await page.goto('/account')
  await page.getByLabel('Bio', { exact: true }).fill('Never to be saved.')
  const other = await context.newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})
