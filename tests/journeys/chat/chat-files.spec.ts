import { readFile } from 'node:fs/promises'

import { locateChat, FILE_CALL, makeNamedPhoto, makePdf, openChats } from '@kundig/testing/browser/chat-files'
import { readPhotoEdges } from '@kundig/testing/browser/images'
import { expect, test } from '@kundig/testing/browser/people'

// spec 1.9, 2.93, 3.18, 5.46
test(
  'several files are sent together; the partner sees them live and receives identical bytes',
  { tag: '@core' },
  async ({ people }) => {
    const { asker, expert } = await openChats(people)
    const [mine, theirs] = [locateChat(asker.page), locateChat(expert.page)]
    const letter = makePdf('Offer: windows / doors?.pdf', 'x'.repeat(150_000))
    await mine.sendFiles(letter, await makeNamedPhoto(asker.page, 'red.jpg', '#d00'), makePdf('second.pdf'))
    for (const { log } of [mine, theirs]) {
      await expect(log.locator('.bubble')).toHaveCount(3)
      await expect(log.getByRole('link', { name: /Offer_ windows _ doors_\.pdf PDF · 147 kB/u })).toBeVisible()
      await expect(log.getByRole('img', { name: 'red.jpg' })).toBeVisible()
      expect(await readPhotoEdges(log.getByRole('img', { name: 'red.jpg' }))).toMatchObject({ width: 400, left: 'red' })
      await expect(log.getByText('Shared a file')).toHaveCount(3)
    }
    await expect(mine.tray).toBeHidden()
    const downloading = expert.page.waitForEvent('download')
    await theirs.log.getByRole('link', { name: /Offer/u }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('Offer_ windows _ doors_.pdf')
    expect((await readFile(await download.path())).equals(letter.buffer)).toBe(true)

    await asker.page.getByLabel('Message', { exact: true }).fill('That was all.')
    await asker.page.keyboard.press('Enter')
    await expect(theirs.log.locator('.bubble').last()).toContainText('That was all.')
    await expert.page.reload()
    await expect(theirs.log.locator('.bubble')).toHaveCount(4)
    await expect(theirs.log.locator('.bubble').last()).toContainText('That was all.')
  },
)

// spec 8.26
test(
  'a failed file can be resent, and a file with a lost answer is not duplicated',
  { tag: '@core' },
  async ({ people }) => {
    const { asker, expert } = await openChats(people)
    const { tray, row, sendFiles, log } = locateChat(asker.page)
    await asker.page.route(FILE_CALL, (route) => route.abort())
    await sendFiles(makePdf('lost.pdf'), makePdf('unwanted.pdf'))
    await expect(row('lost.pdf').getByRole('alert')).toHaveText('Network error. Please try again.', {
      timeout: 30_000,
    })
    await tray.getByRole('button', { name: 'Cancel unwanted.pdf' }).click()
    await tray.getByRole('button', { name: 'Remove unwanted.pdf' }).click()
    await expect(row('unwanted.pdf')).toHaveCount(0)
    // The server receives the file, but neither the response nor the live connection confirms the upload.
    await asker.page.unroute(FILE_CALL)
    await asker.page.route(FILE_CALL, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await tray.getByRole('button', { name: 'Try again: lost.pdf' }).click()
    await expect(locateChat(expert.page).log.getByRole('link', { name: /lost\.pdf/u })).toHaveCount(1)
    await expect(log.getByRole('link', { name: /lost\.pdf/u })).toHaveCount(1)
    await expect(tray).toBeHidden()
  },
)

// spec 1.9
test(
  'a text and files sent offline survive a reload, and arrive once and in order',
  { tag: '@core' },
  async ({ people }) => {
    const { asker, expert } = await openChats(people)
    const { page } = asker
    const [mine, theirs] = [locateChat(page), locateChat(expert.page)]
    // Pages load, but messages and files fail.
    let isOffline = true
    await page.routeWebSocket(/\/live\//u, (socket) => void (isOffline ? socket.close() : socket.connectToServer()))
    for (const way of ['**/live/**', '**/rpc/chat/send*', FILE_CALL])
      await page.route(way, (route) => (isOffline ? route.abort() : route.fallback()))
    await page.reload()
    await expect(page.getByRole('button', { name: 'Add files' })).toHaveAttribute('aria-disabled', 'false')
    await page.getByLabel('Message', { exact: true }).fill('Both plans')
    await mine.sendFiles(makePdf('1.pdf'), makePdf('2.pdf'))
    await expect(mine.log.getByText('Sending')).toHaveCount(1)
    for (const name of ['1.pdf', '2.pdf']) await expect(mine.row(name)).toContainText('Waiting')
    await page.reload()
    for (const name of ['1.pdf', '2.pdf']) await expect(mine.row(name)).toContainText('Waiting for connection')
    isOffline = false
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    for (const { log } of [theirs, mine]) {
      await expect(log.locator('.bubble')).toHaveCount(3, { timeout: 30_000 })
      const shown = await log.locator('.bubble').allTextContents()
      for (const [index, text] of ['Both plans', '1.pdf', '2.pdf'].entries()) expect(shown[index]).toContain(text)
    }
    await expect(mine.tray).toBeHidden()
    await page.reload()
    await expect(mine.log.locator('.bubble')).toHaveCount(3)
    await expect(mine.tray).toBeHidden()
  },
)
