import { openRoom, sendMessage } from '@kundig/testing/browser/chats'
import { type KundigServer, startKundig } from '@kundig/testing/browser/kundig-server'
import { openLivePage } from '@kundig/testing/browser/live-pages'
import { expect, test } from '@kundig/testing/browser/people'

/** A tenth of the normal limits: two live connections; three messages and ten searches in ten seconds. */
let server: KundigServer
test.beforeAll(async () => {
  server = await startKundig({ limitFactor: 0.1 })
})
test.afterAll(() => server.stop())
test.describe.configure({ mode: 'serial' })

const WRITTEN = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']

test('messages above the rate limit arrive in order, and a tab above the connection limit works', async ({
  peopleOf,
  browser,
}) => {
  test.setTimeout(120_000)
  const people = peopleOf(server.url)
  const { asker, expert, roomId } = await people.pair()
  await openRoom(asker.page, roomId)
  await openRoom(expert.page, roomId)
  for (const text of WRITTEN) await sendMessage(asker.page, text)
  const bubbles = expert.page.getByRole('log').locator('.bubble')
  await expect(bubbles).toHaveCount(WRITTEN.length, { timeout: 40_000 })
  const shown = await bubbles.allTextContents()
  for (const [index, text] of WRITTEN.entries()) expect(shown[index]).toContain(text)
  await expect(asker.page.getByRole('log').getByText('Sending')).toHaveCount(0)

  const second = await asker.context.newPage()
  // The second connection takes its slot before the third connects.
  await openLivePage(second, `/dashboard?tab=chats&room=${roomId}`)
  await expect(second.getByText('You have Kundig open in many tabs')).toHaveCount(0)
  const elsewhere = await browser.newContext({
    baseURL: server.url,
    storageState: await asker.context.storageState(),
  })
  const third = await elsewhere.newPage()
  await openRoom(third, roomId)
  await expect(
    third.getByText('You have Kundig open in many tabs. New messages appear here a little later.'),
  ).toBeVisible()
  await expect(third.getByRole('log').getByText('seven')).toBeVisible()
  await sendMessage(third, 'from a tab too many')
  await expect(expert.page.getByRole('log').getByText('from a tab too many')).toBeVisible({ timeout: 20_000 })
  await sendMessage(expert.page, 'an answer to it')
  await expect(third.getByRole('log').getByText('an answer to it')).toBeVisible({ timeout: 40_000 })

  await second.close()
  await expect(third.getByText('You have Kundig open in many tabs')).toHaveCount(0, { timeout: 40_000 })
})
