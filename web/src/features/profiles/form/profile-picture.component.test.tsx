import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { Refusal } from '@kundig/contract/errors'
import type { OwnProfile } from '@kundig/contract/profiles/profiles.contract'
import { APPEARANCES, type Appearance } from '@kundig/testing/browser/appearances'
import { addRotation, readImageEdges } from '@kundig/testing/browser/in-page-images'

import { READER } from '../../../../development/gallery/gallery-data.ts'
import { createBlackPngFile, createPhotoFile } from '../../../../test/component/images.ts'
import { mountPart } from '../../../../test/component/mount.tsx'
import { expectNoAxeViolations } from '../../../../test/component/violations.ts'
import { ProfileForm } from './profile-form.tsx'

const TWO_COLOURS = { width: 1200, height: 400, left: '#d00', right: '#00d' }
const RED = { width: 900, height: 600, left: '#d00' }
const PICTURE = `PUT /api/profiles/${READER.id}/picture`
const STORED = { profile_picture_url: '/api/profiles/1/picture?hash=1' }

const group = page.getByRole('group', { name: 'Profile picture' })
const dialog = page.getByRole('dialog', { name: 'Crop your picture' })
const usePicture = dialog.getByRole('button', { name: 'Use picture' })
const cropper = page.getByRole('group', { name: 'Picture. The arrow keys move it.' })
const preview = (): HTMLImageElement => {
  const image = group.element().querySelector<HTMLImageElement>('.avatar img')
  if (!image) throw new Error('There is no picture')
  return image
}

function choose(file: File): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no file field')
  const transfer = new DataTransfer()
  transfer.items.add(file)
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

async function pick(file: File): Promise<void> {
  choose(file)
  await usePicture.click()
  await expect.element(dialog).not.toBeInTheDocument()
}

async function mountForm(appearance: Appearance = {}) {
  const onDone = vi.fn<() => void>()
  const save = vi.fn<(input: object) => OwnProfile>(() => READER)
  const upload = vi.fn<(request: Request) => Response>(() => Response.json(STORED))
  await mountPart(
    <ProfileForm
      userId={READER.id}
      profile={READER}
      onDone={onDone}
      onPreview={() => undefined}
      leaveGuard={() => null}
    />,
    { ...appearance, api: { profiles: { save } }, http: { [PICTURE]: (request) => upload(request) } },
  )
  return { onDone, save, upload }
}

describe('opening a picture', () => {
  it('warns that a small crop will look blurred, but accepts the crop', async () => {
    await mountForm()
    const warning = dialog.getByText(/^This part is so small that it will look blurred/u)
    choose(createPhotoFile(RED))
    await expect.element(usePicture).toBeVisible()
    await expect.element(warning).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    choose(createPhotoFile({ width: 1, height: 4000, left: '#0a0' }))
    await expect.element(warning).toBeVisible()
    await expectNoAxeViolations()
    await usePicture.click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(preview()).toBeVisible()
  })

  it('rotates a sideways photo upright', async () => {
    await mountForm()
    const photo = createPhotoFile({ width: 800, height: 800, left: '#d00', right: '#00d' })
    await pick(new File([addRotation(await photo.bytes())], 'photo.jpg', { type: photo.type }))
    const { left, right, ...size } = await readImageEdges(preview())
    expect(size).toEqual({ width: 400, height: 400 })
    expect(left).toBe(right)
  })

  it('draws in the page where the browser cannot draw in a worker', async () => {
    vi.stubGlobal('OffscreenCanvas', undefined)
    vi.stubGlobal('Worker', undefined)
    await mountForm()
    await pick(createPhotoFile({ ...TWO_COLOURS, width: 1600, height: 900 }))
    expect(await readImageEdges(preview())).toEqual({ width: 400, height: 400, left: 'red', right: 'blue' })
  })

  // spec 5.28
  it('does not enlarge a small image', async () => {
    await mountForm()
    await pick(createPhotoFile({ width: 90, height: 60, left: '#0a0' }))
    expect(await readImageEdges(preview())).toMatchObject({ width: 60, height: 60 })
  })

  // spec 5.27, 8.25
  it.each([
    ['a text', () => new File(['text'], 'notes.txt', { type: 'text/plain' }), 'Please select an image file'],
    ['an iPhone photo', () => new File(['?'], 'IMG_1.HEIC', { type: 'image/heic' }), 'This iPhone photo (HEIC)'],
    ['one without a type', () => new File(['?'], 'IMG_2.heic', { type: '' }), 'This iPhone photo (HEIC)'],
    ['a broken image', () => new File(['?'], 'broken.jpg', { type: 'image/jpeg' }), 'Failed to process image'],
    ['81 million pixels', () => createBlackPngFile(9000), 'This image has too many pixels'],
    [
      'more than 30 MB',
      () => new File([new Uint8Array(30 * 1024 * 1024 + 1)], 'big.png', { type: 'image/png' }),
      'This image is too large',
    ],
  ])('refuses %s with a reason and keeps the picture', async (_what, make, text) => {
    await mountForm()
    await pick(createPhotoFile(RED))
    choose(await make())
    await expect.element(group.getByRole('alert')).toMatchTextContent(text)
    expect(await readImageEdges(preview())).toMatchObject({ left: 'red' })
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it.each([
    ['no label', 'IMG_7', ''],
    ['the label of a document', 'scan.pdf', 'application/pdf'],
  ])('recognises a picture by its bytes, with %s', async (_what, name, type) => {
    await mountForm()
    await pick(new File([createPhotoFile(RED)], name, { type }))
    expect(await readImageEdges(preview())).toMatchObject({ left: 'red' })
  })

  it('accepts a dropped or pasted picture', async () => {
    await mountForm()
    const transfer = new DataTransfer()
    transfer.items.add(createPhotoFile(RED))
    const options = { bubbles: true, cancelable: true }
    group.element().dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: transfer }))
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(group.element().querySelector('.avatar img')).toBeNull()
    group.element().dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: transfer }))
    await usePicture.click()
    await expect.poll(() => readImageEdges(preview())).toMatchObject({ left: 'red' })
  })
})

describe('cropping a picture', () => {
  it('moves and zooms the image by keyboard alone, and returns the focus', async () => {
    const { onDone, upload } = await mountForm()
    group.getByRole('button', { name: 'Choose picture' }).element().focus()
    choose(createPhotoFile(TWO_COLOURS))
    await expect.element(page.getByRole('slider', { name: 'Zoom' })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}{Shift>}{Tab}{/Shift}')
    await expect.element(cropper).toHaveFocus()
    await userEvent.keyboard('{ArrowRight>24/}{Tab}{Tab}')
    await expect.element(page.getByRole('button', { name: 'Move left' })).toHaveFocus()
    usePicture.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(group.getByRole('button', { name: 'Change picture' })).toHaveFocus()
    // The image moved to the right, so the square shows the image's left half.
    expect(await readImageEdges(preview())).toMatchObject({ left: 'red', right: 'red' })
    page.getByRole('textbox', { name: 'Name', exact: true }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => onDone).toHaveBeenCalledOnce()
    expect(upload).toHaveBeenCalledOnce()
  })

  it('moves the image by buttons up to its edges', async () => {
    await mountForm()
    choose(createPhotoFile(TWO_COLOURS))
    const moveLeft = dialog.getByRole('button', { name: 'Move left' })
    await expect.element(moveLeft).toBeVisible()
    for (let presses = 0; presses < 24; presses += 1) {
      moveLeft.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
      await new Promise(requestAnimationFrame)
    }
    await usePicture.click()
    await expect.poll(() => readImageEdges(preview())).toEqual({ width: 400, height: 400, left: 'blue', right: 'blue' })
  })

  it('moves the image by dragging', async () => {
    await mountForm()
    choose(createPhotoFile(TWO_COLOURS))
    await expect.poll(() => document.querySelector<HTMLImageElement>('[data-preview] img')?.complete).toBe(true)
    const { width } = cropper.element().getBoundingClientRect()
    for (let drags = 0; drags < 2; drags += 1) {
      await userEvent.dragAndDrop(cropper, cropper, {
        sourcePosition: { x: width - 5, y: 100 },
        targetPosition: { x: 5, y: 110 },
      })
    }
    await usePicture.click()
    await expect.poll(() => readImageEdges(preview())).toMatchObject({ left: 'blue', right: 'blue' })
  })

  it('centres the pressed point', async () => {
    await mountForm()
    choose(createPhotoFile(TWO_COLOURS))
    await expect.element(cropper).toBeVisible()
    const shown = dialog.element().querySelector('[data-preview]')
    await expect.poll(() => shown?.querySelector('img')?.complete).toBe(true)
    const { width, height } = cropper.element().getBoundingClientRect()
    // A press at the edge moves the image by half a square.
    await cropper.click({ position: { x: width - 2, y: height / 2 } })
    await expect
      .poll(() => {
        const [frame, image] = [shown?.getBoundingClientRect(), shown?.querySelector('img')?.getBoundingClientRect()]
        return frame && image ? Math.round((10 * (frame.x - image.x)) / frame.width) : null
      })
      .toBe(15)
    await usePicture.click()
    await expect.poll(() => readImageEdges(preview())).toMatchObject({ left: 'blue', right: 'blue' })
  })
})

describe('saving a picture', () => {
  it('keeps the saved profile and the chosen picture after a failed upload, and retries the upload', async () => {
    const { onDone, save, upload } = await mountForm()
    await pick(createPhotoFile(RED))
    const bio = page.getByRole('textbox', { name: 'Bio', exact: true })
    await bio.fill('Before the failure')
    upload.mockReturnValue(Response.error())
    await page.getByRole('button', { name: 'Save profile' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Your profile is saved, but your picture is not.' })
    await expect.element(alert).toMatchTextContent('Network error. Please try again.')
    const again = page.getByRole('button', { name: 'Try again' })
    await expect.element(again).toHaveFocus()
    expect(await readImageEdges(preview())).toMatchObject({ left: 'red' })
    await bio.fill('After the failure')
    upload.mockReturnValue(Response.json(STORED))
    await again.click()
    await expect.element(page.getByText('Profile saved', { exact: true })).toBeVisible()
    await expect.poll(() => onDone).toHaveBeenCalledOnce()
    expect(save.mock.calls.map(([input]) => input)).toMatchObject([
      { bio: 'Before the failure' },
      { bio: 'After the failure' },
    ])
  })

  // spec 2.70
  it('does not send a picture whose profile was refused', async () => {
    const { save, upload } = await mountForm()
    save.mockImplementation(() => {
      throw new Refusal('BIO_TOO_LONG', 'bio')
    })
    await pick(createPhotoFile(RED))
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect.element(page.getByText('Bio must have at most 500 characters')).toBeVisible()
    expect(upload).not.toHaveBeenCalled()
  })
})

describe.each(APPEARANCES)('accessibility (%s)', (_name, appearance) => {
  it('the form has no violations with a refused, a cropped and an unsaved picture', async () => {
    const { upload } = await mountForm(appearance)
    upload.mockReturnValue(Response.error())
    choose(new File(['text'], 'notes.txt', { type: 'text/plain' }))
    await expect.element(page.getByText(/^(?:Please select an image file|Kies een afbeelding)$/u)).toBeVisible()
    await expectNoAxeViolations()
    choose(createPhotoFile(RED))
    await expect.element(page.getByRole('slider')).toBeVisible()
    await expectNoAxeViolations()
    await page.getByRole('button', { name: /^(?:Use picture|Foto gebruiken)$/u }).click()
    await page.getByRole('button', { name: /^(?:Save profile|Profiel opslaan)$/u }).click()
    await expect.element(page.getByRole('button', { name: /^(?:Try again|Probeer opnieuw)$/u })).toHaveFocus()
    await expectNoAxeViolations()
  })
})
