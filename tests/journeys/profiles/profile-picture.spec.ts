import { truncate, writeFile } from 'node:fs/promises'

import type { Locator, Page } from '@playwright/test'

import { expectNoViolations, LOOKS } from '@kundig/testing/browser/accessibility'
import { type ImageFile, lookAt, lyingOnItsSide, makeBomb, makePhoto } from '@kundig/testing/browser/images'
import { expect, PASSWORD, test, uniqueWord } from '@kundig/testing/browser/people'

const PICTURE_CALL = '**/api/profiles/*/picture'

/** The picker, with the names of what it offers in English. */
function pickerOn(page: Page) {
  const group = page.getByRole('group', { name: 'Profile picture' })
  const button = (name: string): Locator => group.getByRole('button', { name })
  return {
    group,
    change: button('Change picture'),
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

test('whoever crops a part that is too small is told that it will be blurred, and may use it all the same', async ({
  people,
}) => {
  const { page } = await people.expert(`Iris ${uniqueWord()}`)
  await page.goto('/account')
  const picker = pickerOn(page)
  const warning = picker.dialog.getByText('This part is so small that it will look blurred.')
  await picker.choose(await makePhoto(page, RED))
  const use = picker.dialog.getByRole('button', { name: 'Use picture' })
  await expect(use).toBeVisible()
  await expect(use).not.toHaveAttribute('aria-disabled', 'true')
  await expect(warning).toBeHidden()
  await picker.dialog.getByRole('button', { name: 'Cancel' }).click()
  await picker.choose(await makePhoto(page, { width: 1, height: 4000, left: '#0a0' }))
  await expect(warning).toBeVisible()
  await expectNoViolations(page)
  await use.click()
  await expect(picker.dialog).toBeHidden()
  await expect(picker.preview).toBeVisible()
})

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

test('a photo that lies on its side with a note about it stands upright', async ({ people }) => {
  const { page } = await people.expert(`Otto ${uniqueWord()}`)
  await page.goto('/account')
  // What is left on the sensor is on top after the turn, so left and right become alike.
  await pick(page, lyingOnItsSide(await makePhoto(page, { width: 800, height: 800, left: '#d00', right: '#00d' })))
  const seen = await lookAt(pickerOn(page).preview)
  expect(seen).toMatchObject({ width: 400, height: 400 })
  expect(seen.left).toBe(seen.right)
})

test('the work on a picture is done beside the page, by a file of our own', async ({ people }) => {
  const { page } = await people.expert(`Gijs ${uniqueWord()}`)
  await page.goto('/account')
  const photo = await makePhoto(page, RED)
  const started = page.waitForEvent('worker')
  await pickerOn(page).choose(photo)
  expect((await started).url()).toMatch(new RegExp(`^${people.url}/assets/`, 'u'))
})

test('in a browser that cannot draw beside the page, the page does it', async ({ people }) => {
  const { page } = await people.expert(`Hugo ${uniqueWord()}`)
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'OffscreenCanvas'))
  await page.goto('/account')
  await pick(page, await makePhoto(page, { width: 1600, height: 900, left: '#d00', right: '#00d' }))
  expect(await lookAt(pickerOn(page).preview)).toEqual({ width: 400, height: 400, left: 'red', right: 'blue' })
})

// spec 5.28
test('a small image is not blown up', async ({ people }) => {
  const { page } = await people.expert(`Sien ${uniqueWord()}`)
  await page.goto('/account')
  await pick(page, await makePhoto(page, { width: 90, height: 60, left: '#0a0' }))
  expect(await lookAt(pickerOn(page).preview)).toMatchObject({ width: 60, height: 60 })
})

const REFUSED: [Partial<ImageFile>, string][] = [
  [{ name: 'notes.txt', mimeType: 'text/plain' }, 'Please select an image file'],
  [{ name: 'IMG_1.HEIC', mimeType: 'image/heic' }, 'This iPhone photo (HEIC)'],
  [{ name: 'IMG_2.heic', mimeType: '' }, 'This iPhone photo (HEIC)'],
  [{ name: 'broken.jpg', mimeType: 'image/jpeg' }, 'Failed to process image'],
]

// spec 5.27, 8.25
test('what cannot become a picture is refused in words, and the picture stays', async ({ people }, info) => {
  const { page } = await people.expert(`Roos ${uniqueWord()}`)
  await page.goto('/account')
  const picker = pickerOn(page)
  await pick(page, await makePhoto(page, RED))
  for (const [file, text] of [...REFUSED, [makeBomb(9000), 'This image has too many pixels']] as typeof REFUSED) {
    await picker.choose({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.from('no image at all'), ...file })
    await expect(picker.group.getByRole('alert')).toContainText(text)
    expect(await lookAt(picker.preview)).toMatchObject({ left: 'red' })
  }
  const tooLarge = info.outputPath('too-large.png')
  await writeFile(tooLarge, '')
  await truncate(tooLarge, 30 * 1024 * 1024 + 1)
  await picker.group.locator('input[type=file]').setInputFiles(tooLarge)
  await expect(picker.group.getByRole('alert')).toContainText('This image is too large')
  expect(await lookAt(picker.preview)).toMatchObject({ left: 'red' })
  await expect(picker.dialog).toBeHidden()
})

test('a picture is chosen, moved, zoomed and saved with the keyboard alone', async ({ people }) => {
  const { page } = await people.expert(`Tine ${uniqueWord()}`)
  await page.goto('/account')
  const picker = pickerOn(page)
  const photo = await makePhoto(page, { width: 1200, height: 400, left: '#d00', right: '#00d' })
  const asked = page.waitForEvent('filechooser')
  await picker.group.getByRole('button', { name: 'Choose picture' }).focus()
  await page.keyboard.press('Enter')
  await (await asked).setFiles(photo)
  await expect(page.getByRole('slider', { name: 'Zoom' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('group', { name: 'The arrow keys move it' })).toBeFocused()
  for (let presses = 0; presses < 24; presses += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Move left' })).toBeFocused()
  await picker.dialog.getByRole('button', { name: 'Use picture' }).focus()
  await page.keyboard.press('Enter')
  await expect(picker.dialog).toBeHidden()
  await expect(picker.change).toBeFocused()
  // The picture moved to the right: only its left half is in the square.
  expect(await lookAt(picker.preview)).toMatchObject({ left: 'red', right: 'red' })
  await page.getByRole('textbox', { name: 'Name', exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/u)
})

test('the buttons move the picture as far as it reaches', async ({ people }) => {
  const { page } = await people.expert(`Bas ${uniqueWord()}`)
  await page.goto('/account')
  const picker = pickerOn(page)
  await picker.choose(await makePhoto(page, { width: 1200, height: 400, left: '#d00', right: '#00d' }))
  for (let presses = 0; presses < 24; presses += 1) await page.getByRole('button', { name: 'Move left' }).click()
  await picker.dialog.getByRole('button', { name: 'Use picture' }).click()
  expect(await lookAt(picker.preview)).toEqual({ width: 400, height: 400, left: 'blue', right: 'blue' })
})

test('a press brings what was pressed to the middle, and the picture is shown as others will see it', async ({
  people,
}) => {
  const { page } = await people.expert(`Cor ${uniqueWord()}`)
  await page.goto('/account')
  const picker = pickerOn(page)
  await picker.choose(await makePhoto(page, { width: 1200, height: 400, left: '#d00', right: '#00d' }))
  const cropper = page.getByRole('group', { name: 'The arrow keys move it' })
  const preview = picker.dialog.locator('[data-preview]').first()
  await expect(preview.locator('img')).toBeVisible()
  const box = await cropper.boundingBox()
  if (!box) throw new Error('Nothing to press')
  // The image is three times as wide as the square: one edge is half a square from its middle.
  await page.mouse.click(box.x + box.width - 2, box.y + box.height / 2)
  await expect
    .poll(async () => {
      const [frame, shown] = [await preview.boundingBox(), await preview.locator('img').boundingBox()]
      return frame && shown ? Math.round((10 * (frame.x - shown.x)) / frame.width) : null
    })
    .toBe(15)
  await picker.dialog.getByRole('button', { name: 'Use picture' }).click()
  expect(await lookAt(picker.preview)).toEqual({ width: 400, height: 400, left: 'blue', right: 'blue' })
})

test('dragging moves the picture', async ({ people }) => {
  const { page } = await people.expert(`Daan ${uniqueWord()}`)
  await page.goto('/account')
  const picker = pickerOn(page)
  await picker.choose(await makePhoto(page, { width: 1200, height: 400, left: '#d00', right: '#00d' }))
  // Where it is once the image has its place.
  await expect(picker.dialog.locator('[data-preview] img').first()).toBeVisible()
  const cropper = await page.getByRole('group', { name: 'The arrow keys move it' }).boundingBox()
  if (!cropper) throw new Error('Nothing to drag')
  await page.mouse.move(cropper.x + 300, cropper.y + 100)
  await page.mouse.down()
  await page.mouse.move(cropper.x + 10, cropper.y + 110, { steps: 5 })
  await page.mouse.move(cropper.x - 200, cropper.y + 120, { steps: 5 })
  await page.mouse.up()
  await picker.dialog.getByRole('button', { name: 'Use picture' }).click()
  expect(await lookAt(picker.preview)).toEqual({ width: 400, height: 400, left: 'blue', right: 'blue' })
})

test('a picture that does not arrive leaves the profile saved, and is sent again', async ({ people }) => {
  const { page } = await people.expert(`Wout ${uniqueWord()}`)
  await page.goto('/account')
  await pick(page, await makePhoto(page, RED))
  await page.getByLabel('Bio', { exact: true }).fill('Written before the cable was pulled.')
  await page.route(PICTURE_CALL, (route) => route.abort())
  await page.getByRole('button', { name: 'Save profile' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Your profile is saved, but your picture is not.' })
  await expect(alert).toContainText('Network error. Please try again.')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused()
  expect(await lookAt(pickerOn(page).preview)).toMatchObject({ left: 'red' })
  // What is written meanwhile is not lost either.
  await page.getByLabel('Bio', { exact: true }).fill('Written while the cable was out.')
  await page.unroute(PICTURE_CALL)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Profile saved', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/u)
  await page.goto('/account')
  await expect(page.getByLabel('Bio', { exact: true })).toHaveValue('Written while the cable was out.')
  expect(await lookAt(pickerOn(page).preview)).toMatchObject({ left: 'red' })
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

test('a picture is dropped onto the form or pasted into it', async ({ people }) => {
  const { page } = await people.expert(`Kees ${uniqueWord()}`)
  await page.goto('/account')
  const picker = pickerOn(page)
  const photo = await makePhoto(page, RED)
  const bring = async (kind: 'drop' | 'paste'): Promise<void> => {
    await picker.group.evaluate(
      (element, [event, encoded]) => {
        const transfer = new DataTransfer()
        const bytes = Uint8Array.from(atob(encoded), (letter) => letter.codePointAt(0) ?? 0)
        transfer.items.add(new File([bytes], 'photo.jpg', { type: 'image/jpeg' }))
        const options = { bubbles: true, cancelable: true }
        element.dispatchEvent(
          event === 'drop'
            ? new DragEvent('drop', { ...options, dataTransfer: transfer })
            : new ClipboardEvent('paste', { ...options, clipboardData: transfer }),
        )
      },
      [kind, photo.buffer.toString('base64')] as const,
    )
    await expect(picker.dialog).toBeVisible()
  }
  await bring('drop')
  await picker.dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(picker.preview).toBeHidden()
  await bring('paste')
  await picker.dialog.getByRole('button', { name: 'Use picture' }).click()
  expect(await lookAt(picker.preview)).toMatchObject({ left: 'red' })
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

for (const [look, options] of LOOKS) {
  test(`choosing a picture has no accessibility violations (${look})`, async ({ people }) => {
    const { page } = await people.expert(`Fenna ${uniqueWord()}`, options)
    await page.goto('/account')
    const input = page.locator('input[type=file]')
    await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('text') })
    await expect(page.getByText(/^(?:Please select an image file|Kies een afbeelding)$/u)).toBeVisible()
    await expectNoViolations(page)
    await input.setInputFiles(await makePhoto(page, RED))
    await expect(page.getByRole('slider')).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole('button', { name: /^(?:Use picture|Foto gebruiken)$/u }).click()
    await page.route(PICTURE_CALL, (route) => route.abort())
    await page.getByRole('button', { name: /^(?:Save profile|Profiel opslaan)$/u }).click()
    await expect(page.getByRole('button', { name: /^(?:Try again|Probeer opnieuw)$/u })).toBeFocused()
    await expectNoViolations(page)
  })
}
