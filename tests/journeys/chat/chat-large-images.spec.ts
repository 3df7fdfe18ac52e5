import type { Locator } from '@playwright/test'

import { chatOn, FILE_CALL, FILE_MAX, makeNamedPhoto, makePdf, openChats } from '@kundig/testing/browser/chat-files'
import { lookAt, lyingOnItsSide, makeAnimation, makeNoise } from '@kundig/testing/browser/images'
import { expect, test } from '@kundig/testing/browser/people'

const MB = 1024 * 1024

/** How many bytes the file behind an image has, and of which type it is. */
async function fileBehind(image: Locator): Promise<{ bytes: number; type: string | null }> {
  return image.evaluate(async (element) => {
    if (!(element instanceof HTMLImageElement)) throw new Error('Not an image')
    const answer = await fetch(element.src)
    return { bytes: (await answer.arrayBuffer()).byteLength, type: answer.headers.get('content-type') }
  })
}

// spec 9.8
test('a photo of more than 12 MB is sent: it is made to fit before it is judged, and stands upright', async ({
  people,
}) => {
  const { asker, expert } = await openChats(people)
  const photo = lyingOnItsSide(await makeNoise(asker.page, 'jpeg', 4700, 3600))
  expect(photo.buffer.length).toBeGreaterThan(12 * MB)
  const sent = asker.page.waitForRequest(FILE_CALL)
  await chatOn(asker.page).choose(photo)
  expect(Number(await (await sent).headerValue('content-length'))).toBeLessThanOrEqual(MB)
  const { log, viewer } = chatOn(expert.page)
  await log.getByRole('button', { name: /noise\.jpg/u }).click()
  const image = viewer.getByRole('img', { name: 'noise.jpg' })
  expect(await lookAt(image)).toMatchObject({ width: 1471, height: 1920 })
  expect((await fileBehind(image)).bytes).toBeLessThanOrEqual(MB)
})

const TEXTS = {
  en: {
    note: 'This animation will be made smaller, and may become a still picture.',
    agree: 'Send party.gif',
  },
  nl: {
    note: 'Deze animatie wordt kleiner gemaakt en kan een stilstaand beeld worden.',
    agree: 'party.gif versturen',
  },
}

for (const language of ['en', 'nl'] as const) {
  test(`who sends a large animation is told before what becomes of it, and others do not wait (${language})`, async ({
    people,
  }) => {
    const { asker, expert } = await openChats(people, [{ language }])
    const animation = await makeAnimation(500, 300, 10)
    expect(animation.buffer.length).toBeGreaterThan(MB)
    const { row, tray, log, choose } = chatOn(asker.page)
    await choose(animation, makePdf('letter.pdf'))
    await expect(row('party.gif').getByRole('alert')).toHaveText(TEXTS[language].note)
    await expect(log.getByRole('link', { name: /letter\.pdf/u })).toBeVisible()
    await expect(log.locator('.bubble')).toHaveCount(1)
    await row('party.gif').getByRole('button', { name: TEXTS[language].agree }).press('Enter')
    await expect(tray).toBeHidden()
    const theirs = chatOn(expert.page)
    await theirs.log.getByRole('button', { name: /party\.gif/u }).click()
    const image = theirs.viewer.getByRole('img', { name: 'party.gif' })
    const { width, left } = await lookAt(image)
    expect([width < 500, left]).toEqual([true, 'red'])
    const { bytes, type } = await fileBehind(image)
    expect([bytes <= MB, type]).toEqual([true, 'image/gif'])
  })
}

test('an animation that fits goes as it is, unasked; one can be taken back that does not', async ({ people }) => {
  const { asker } = await openChats(people)
  const { row, tray, log, choose } = chatOn(asker.page)
  await choose({ ...(await makeAnimation(100, 60, 10)), name: 'small.gif' }, await makeAnimation(500, 300, 10))
  await expect(log.getByRole('img', { name: 'small.gif' })).toBeVisible()
  await row('party.gif').getByRole('button', { name: 'Remove party.gif' }).click()
  await expect(tray).toBeHidden()
  await expect(log.locator('.bubble')).toHaveCount(1)
})

test('ten photos at once all arrive, in the order in which they were chosen', async ({ people }) => {
  const { asker, expert, roomId } = await openChats(people)
  const names = Array.from({ length: 10 }, (_, index) => `photo ${index}.jpg`)
  const photos = await Promise.all(names.map((name) => makeNamedPhoto(asker.page, name, '#d00')))
  await chatOn(asker.page).choose(...photos)
  // The list holds only what is near the eye. They are made smaller and stored in turns, which a busy machine takes its time for.
  await expect(chatOn(expert.page).log.getByRole('img', { name: 'photo 9.jpg' })).toBeVisible({ timeout: 60_000 })
  const stored = await expert.page.evaluate(async (id) => {
    const answer = await fetch(`/api/chat-rooms/${id}/messages`)
    const { items } = (await answer.json()) as { items: { file: { name: string } }[] }
    return items.map(({ file }) => file.name)
  }, roomId)
  expect(stored).toEqual(names)
  await expect(chatOn(asker.page).tray).toBeHidden()
})

test('what is too large or cannot be opened is told in words', async ({ people }) => {
  const { asker } = await openChats(people)
  const { row, choose } = chatOn(asker.page)
  const letters = Buffer.from('no image at all')
  await choose(
    { ...(await makeAnimation(10, 10, 2)), name: 'huge.gif', buffer: Buffer.alloc(FILE_MAX + 1) },
    { name: 'enormous.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(30 * MB + 1) },
    { name: 'letters.jpg', mimeType: 'image/jpeg', buffer: Buffer.concat([letters, Buffer.alloc(FILE_MAX)]) },
  )
  await expect(row('huge.gif').getByRole('alert')).toHaveText('File size exceeds 5MB limit')
  await expect(row('enormous.jpg').getByRole('alert')).toHaveText(
    'This image is too large. Choose one of at most 30 MB.',
  )
  await expect(row('letters.jpg').getByRole('alert')).toHaveText('Failed to process image')
})
