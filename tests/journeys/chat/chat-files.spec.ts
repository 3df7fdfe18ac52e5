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
    await expect(row('lost.pdf').getByRole('alert')).toHaveText('Network error. Please try again.')
    await tray.getByRole('button', { name: 'Remove unwanted.pdf' }).click()
    await expect(row('unwanted.pdf')).toHaveCount(0)
    // The file arrives, but neither the answer nor the live connection confirms that.
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
