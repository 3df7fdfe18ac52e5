import type { Locator, Page } from '@playwright/test'

import { type ImageFile, readPhotoEdges, makePhoto } from '@kundig/testing/browser/images'
import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'

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
  'others immediately see when a profile picture is saved, replaced or removed',
  { tag: '@core' },
  async ({ people }) => {
    const name = `Iris ${createUniqueWord()}`
    const { page } = await people.expert(name)
    await page.goto('/account')
    const picker = pickerOn(page)
    await pick(page, await makePhoto(page, { width: 1600, height: 900, left: '#d00', right: '#00d' }))
    await expect(picker.group.getByRole('status')).toHaveText('New picture. Save your profile to keep it.')
    expect(await readPhotoEdges(picker.preview)).toEqual({ width: 400, height: 400, left: 'red', right: 'blue' })
    await page.getByRole('button', { name: 'Preview Profile' }).click()
    await expect(page).toHaveURL(/\/profile\//u)

    const visitor = await people.visitor()
    const shown = visitor.getByRole('article').locator('.avatar img')
    await visitor.goto(page.url())
    const first = await shown.getAttribute('src')
    expect(await readPhotoEdges(shown)).toEqual({ width: 400, height: 400, left: 'red', right: 'blue' })
    expect(await readPhotoEdges(page.getByRole('article').locator('.avatar img'))).toMatchObject({
      left: 'red',
      right: 'blue',
    })

    await page.goto('/account')
    await pick(page, await makePhoto(page, GREEN))
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page).toHaveURL(/\/dashboard$/u)
    await visitor.reload()
    expect(await readPhotoEdges(shown)).toMatchObject({ left: 'green', right: 'green' })
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

test('a picture is processed in a worker, from a file of the site', async ({ people }) => {
  const { page } = await people.expert(`Gijs ${createUniqueWord()}`)
  await page.goto('/account')
  const photo = await makePhoto(page, RED)
  const started = page.waitForEvent('worker')
  await pickerOn(page).choose(photo)
  expect((await started).url()).toMatch(new RegExp(`^${people.url}/assets/`, 'u'))
})

test('an upload shows its progress and can be cancelled', async ({ people }) => {
  const { page, context } = await people.expert(`Lena ${createUniqueWord()}`)
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
