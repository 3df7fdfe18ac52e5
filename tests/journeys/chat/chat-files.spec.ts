import { readFile } from 'node:fs/promises'

import {
  bring,
  chatOn,
  FILE_CALL,
  FILE_MAX,
  makeNamedPhoto,
  makePdf,
  openChats,
} from '@kundig/testing/browser/chat-files'
import { endConversation } from '@kundig/testing/browser/chats'
import { holdBack } from '@kundig/testing/browser/held-requests'
import { lookAt, makePhoto } from '@kundig/testing/browser/images'
import { expect, type Person, test } from '@kundig/testing/browser/people'

/** Makes somebody's uploads slow; what it returns makes them fast again. */
async function slowUploadsDown({ page, context }: Person, bytesPerSecond: number): Promise<() => Promise<void>> {
  const network = await context.newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytesPerSecond }
  await network.send('Network.emulateNetworkConditions', slow)
  return async () => {
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  }
}

// spec 1.9, 2.93, 3.18, 5.46
test(
  'several files are chosen at once; the partner sees them live and gets the very same bytes',
  { tag: '@core' },
  async ({ people }) => {
    const { asker, expert } = await openChats(people)
    const [mine, theirs] = [chatOn(asker.page), chatOn(expert.page)]
    const letter = makePdf('Offer: windows / doors?.pdf', 'x'.repeat(150_000))
    await mine.choose(letter, await makeNamedPhoto(asker.page, 'red.jpg', '#d00'), makePdf('second.pdf'))
    for (const { log } of [mine, theirs]) {
      await expect(log.locator('.bubble')).toHaveCount(3)
      await expect(log.getByRole('link', { name: /Offer_ windows _ doors_\.pdf PDF · 147 kB/u })).toBeVisible()
      await expect(log.getByRole('img', { name: 'red.jpg' })).toBeVisible()
      expect(await lookAt(log.getByRole('img', { name: 'red.jpg' }))).toMatchObject({ width: 200, left: 'red' })
      await expect(log.getByText('Shared a file')).toHaveCount(3)
    }
    await expect(mine.tray).toBeHidden()
    const downloading = expert.page.waitForEvent('download')
    await theirs.log.getByRole('link', { name: /Offer/u }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('Offer_ windows _ doors_.pdf')
    expect((await readFile(await download.path())).equals(letter.buffer)).toBe(true)

    // Among texts they stand in the order in which they were sent, and stay there.
    await asker.page.getByLabel('Message', { exact: true }).fill('That was all.')
    await asker.page.keyboard.press('Enter')
    await expect(theirs.log.locator('.bubble').last()).toContainText('That was all.')
    await expert.page.reload()
    await expect(theirs.log.locator('.bubble')).toHaveCount(4)
    await expect(theirs.log.locator('.bubble').last()).toContainText('That was all.')
  },
)

test('files are dropped anywhere on the chat, or pasted into it', async ({ people }) => {
  const { asker, expert } = await openChats(people)
  const { section, log } = chatOn(asker.page)
  const files = [await makeNamedPhoto(asker.page, 'red.jpg', '#d00'), makePdf('plan.pdf')]
  await bring(section, 'dragover', files)
  await expect(section.getByText('Drop your files here')).toBeVisible()
  await bring(log, 'drop', files)
  await expect(section.getByText('Drop your files here')).toBeHidden()
  await expect(log.locator('.bubble')).toHaveCount(2)
  await bring(asker.page.getByLabel('Message', { exact: true }), 'paste', [
    await makeNamedPhoto(asker.page, 'green.jpg', '#0a0'),
  ])
  await expect(chatOn(expert.page).log.getByRole('img', { name: 'green.jpg' })).toBeVisible()
  // A text that brings a picture of itself stays a text.
  await asker.page.getByLabel('Message', { exact: true }).evaluate((field) => {
    const transfer = new DataTransfer()
    transfer.setData('text/plain', 'words')
    transfer.items.add(new File(['words'], 'words.png', { type: 'image/png' }))
    field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: transfer }))
  })
  await expect(chatOn(asker.page).tray).toBeHidden()
})

test('each file tells how far it is, is cancelled by itself, and sent again when asked', async ({ people }) => {
  const { asker, expert } = await openChats(people)
  const { tray, row, choose, log } = chatOn(asker.page)
  const speedUp = await slowUploadsDown(asker, 20_000)
  await choose(makePdf('slow.pdf', 'x'.repeat(400_000)), makePdf('other.pdf', 'y'.repeat(400_000)))
  await expect(row('slow.pdf').getByRole('progressbar', { name: 'slow.pdf' })).toHaveAttribute(
    'aria-valuenow',
    /^[1-9]\d?$/u,
  )
  await expect(tray).toContainText('Keep this page open until your files are sent.')
  await tray.getByRole('button', { name: 'Cancel slow.pdf' }).click()
  await expect(row('slow.pdf').getByRole('alert')).toHaveText('Cancelled')
  await expect(tray.getByRole('button', { name: 'Remove slow.pdf' })).toBeFocused()
  // Then the next one has its turn.
  await expect(row('other.pdf').getByRole('progressbar')).toBeVisible()
  await speedUp()
  await expect(log.getByRole('link', { name: /other\.pdf/u })).toBeVisible()
  await expect(log.getByRole('link', { name: /slow\.pdf/u })).toHaveCount(0)
  await tray.getByRole('button', { name: 'Try again: slow.pdf' }).click()
  await expect(tray).toBeHidden()
  await expect(chatOn(expert.page).log.getByRole('link', { name: /slow\.pdf/u })).toHaveCount(1)
  await expect(asker.page.getByRole('button', { name: 'Add files' })).toBeFocused()
})

// spec 8.26
test(
  'a file that does not arrive can be sent again, and one whose answer is lost is not doubled',
  { tag: '@core' },
  async ({ people }) => {
    const { asker, expert } = await openChats(people)
    const { tray, row, choose, log } = chatOn(asker.page)
    await asker.page.route(FILE_CALL, (route) => route.abort())
    await choose(makePdf('lost.pdf'), makePdf('unwanted.pdf'))
    await expect(row('lost.pdf').getByRole('alert')).toHaveText('Network error. Please try again.')
    await tray.getByRole('button', { name: 'Remove unwanted.pdf' }).click()
    await expect(row('unwanted.pdf')).toHaveCount(0)
    // It arrives, but nobody says so: not the answer, and not the live connection.
    await asker.page.unroute(FILE_CALL)
    await asker.page.route(FILE_CALL, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await tray.getByRole('button', { name: 'Try again: lost.pdf' }).click()
    await expect(chatOn(expert.page).log.getByRole('link', { name: /lost\.pdf/u })).toHaveCount(1)
    // What the live connection brings is no longer on its way.
    await expect(log.getByRole('link', { name: /lost\.pdf/u })).toHaveCount(1)
    await expect(tray).toBeHidden()
  },
)

// spec 8.43
test('a document that the server does not store as it was sent counts as failed', async ({ people }) => {
  const { asker } = await openChats(people)
  const { row, choose } = chatOn(asker.page)
  await asker.page.route(FILE_CALL, async (route) => {
    const response = await route.fetch({ postData: `%PDF-1.4 something else ${Date.now()}` })
    await route.fulfill({ response })
  })
  await choose(makePdf('contract.pdf'))
  await expect(row('contract.pdf').getByRole('alert')).toHaveText('Failed to send file')
  await asker.page.unroute(FILE_CALL)
  await row('contract.pdf').getByRole('button', { name: 'Try again: contract.pdf' }).click()
  await expect(row('contract.pdf')).toHaveCount(0)
  await expect(chatOn(asker.page).log.getByRole('link', { name: /contract\.pdf/u })).toHaveCount(2)
})

const PHOTO = { width: 60, height: 40, left: '#c63' }

const REFUSALS = {
  en: {
    large: 'File size exceeds 5MB limit',
    type: 'Invalid file type',
    extension: 'Invalid file extension',
    jpeg: 'This is not a PDF (it looks like a JPEG).',
    zip: 'This is not a PNG (it looks like a ZIP file).',
    rate: /10 files a minute\. The rest follows in \d+ s\./u,
    fine: 'You can send JPEG, PNG, GIF, PDF, DOC or DOCX, up to 5 MB; photos up to 30 MB.',
    size: '5.1 MB',
  },
  nl: {
    large: 'Het bestand is groter dan 5 MB',
    type: 'Ongeldig bestandstype',
    extension: 'Ongeldige bestandsextensie',
    jpeg: 'Dit is geen PDF (het lijkt een JPEG te zijn).',
    zip: 'Dit is geen PNG (het lijkt een ZIP-bestand te zijn).',
    rate: /10 bestanden per minuut\. De rest volgt over \d+ s\./u,
    fine: 'Je kunt JPEG, PNG, GIF, PDF, DOC of DOCX sturen, tot 5 MB; foto’s tot 30 MB.',
    size: '5,1 MB',
  },
}

for (const language of ['en', 'nl'] as const) {
  // spec 5.42, 5.43, 5.44, 5.45, 5.48, 8.48, 9.10
  test(`a file that may not be sent is told why, and the others are sent (${language})`, async ({ people }) => {
    const { asker } = await openChats(people, [{ language }])
    const { tray, row, choose, log } = chatOn(asker.page)
    const texts = REFUSALS[language]
    await choose(
      { name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(FILE_MAX + 1) },
      { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('film') },
      { name: 'photo.pdf', mimeType: 'image/jpeg', buffer: Buffer.from('photo') },
      // May be chosen, but the service takes none.
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
      // By their names something else than they are.
      { name: 'scan.pdf', mimeType: 'application/pdf', buffer: (await makePhoto(asker.page, PHOTO)).buffer },
      { name: 'sheet.png', mimeType: 'image/png', buffer: Buffer.from('PK\u0003\u0004 and more') },
      makePdf('good.pdf'),
    )
    await expect(row('large.pdf').getByRole('alert')).toHaveText(texts.large)
    await expect(row('film.mp4').getByRole('alert')).toHaveText(texts.type)
    await expect(row('photo.pdf').getByRole('alert')).toHaveText(texts.extension)
    await expect(row('notes.txt').getByRole('alert')).toHaveText(texts.type)
    await expect(row('scan.pdf').getByRole('alert')).toHaveText(texts.jpeg)
    await expect(row('sheet.png').getByRole('alert')).toHaveText(texts.zip)
    // Told once, however many it is about.
    await expect(tray.getByText(texts.fine, { exact: true })).toHaveCount(1)
    await expect(row('large.pdf')).toContainText(texts.size)
    await expect(asker.page.locator('input[type=file]')).not.toHaveAttribute('accept', /text\/plain/u)
    await expect(log.getByRole('link', { name: /good\.pdf/u })).toBeVisible()
    await expect(tray.getByRole('button', { name: /^(?:Try again|Probeer opnieuw)/u })).toHaveCount(0)
    for (const name of ['large.pdf', 'film.mp4', 'photo.pdf', 'notes.txt', 'scan.pdf', 'sheet.png']) {
      await row(name).getByRole('button').click()
    }
    await expect(tray).toBeHidden()
    await expect(log.locator('.bubble')).toHaveCount(1)

    // One more than ten in a minute: it is told when it follows, which it does by itself.
    await choose(...Array.from({ length: 10 }, (_, index) => makePdf(`${index}.pdf`)))
    await expect(tray.getByText(texts.rate)).toBeVisible()
    await expect(tray.getByRole('listitem')).toHaveCount(1)
    await expect(tray.getByRole('button', { name: /^(?:Try again|Probeer opnieuw)/u })).toHaveCount(0)
  })
}

test('nothing can be added to a closed chat, but its files still open', async ({ people }) => {
  const { asker, expert } = await openChats(people)
  const mine = chatOn(asker.page)
  await mine.choose(await makeNamedPhoto(asker.page, 'red.jpg', '#d00'), makePdf('plan.pdf'))
  await expect(mine.log.locator('.bubble')).toHaveCount(2)
  await endConversation(asker.page)
  const { section, tray, log, viewer } = chatOn(expert.page)
  await expect(expert.page.getByText('This chat is closed')).toBeVisible()
  await expect(expert.page.getByRole('button', { name: 'Add files' })).toHaveCount(0)
  await bring(section, 'drop', [makePdf('late.pdf')])
  await bring(section, 'paste', [makePdf('late.pdf')])
  await expect(tray).toBeHidden()
  const downloading = expert.page.waitForEvent('download')
  await log.getByRole('link', { name: /plan\.pdf/u }).click()
  expect((await downloading).suggestedFilename()).toBe('plan.pdf')
  await log.getByRole('button', { name: /red\.jpg/u }).click()
  expect(await lookAt(viewer.getByRole('img', { name: 'red.jpg' }))).toMatchObject({ width: 600 })
})

// spec 8.46
test('a file that is under way when the chat closes is refused, and only to be removed', async ({ people }) => {
  const { asker, expert } = await openChats(people)
  const { row, choose } = chatOn(asker.page)
  let letGo = (): void => undefined
  const closed = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await asker.page.route(FILE_CALL, async (route) => {
    await closed
    await route.continue()
  })
  await choose(makePdf('late.pdf'))
  await expect(row('late.pdf')).toBeVisible()
  await endConversation(expert.page)
  await expect(asker.page.getByText('This chat is closed')).toBeVisible()
  letGo()
  await expect(row('late.pdf').getByRole('alert')).toHaveText('Cannot send messages in a closed chat')
  await row('late.pdf').getByRole('button').click()
  await expect(row('late.pdf')).toHaveCount(0)
})

test('files go on their way while one looks elsewhere, and nobody closes the tab on them unasked', async ({
  people,
}) => {
  const { asker, expert } = await openChats(people)
  const { page } = asker
  const { row, choose } = chatOn(page)
  // On its way until it is let through, however long the rest takes.
  const files = await holdBack(page, FILE_CALL)
  await choose(makePdf('long.pdf'))
  await expect(row('long.pdf').getByRole('progressbar')).toBeVisible()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await page.getByRole('tab', { name: 'Explore' }).click()
  await expect(chatOn(page).section).toHaveCount(0)
  files.letGo()
  await expect(chatOn(expert.page).log.getByRole('link', { name: /long\.pdf/u })).toBeVisible()
})
