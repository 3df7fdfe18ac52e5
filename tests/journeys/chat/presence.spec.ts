import { expectNoViolations } from '@kundig/testing/browser/accessibility'
import { callAs } from '@kundig/testing/browser/calls'
import { openLive } from '@kundig/testing/browser/live-pages'
import { expect, test } from '@kundig/testing/browser/people'

const choices = { activity: /^When I was active/u, reads: /^What I have read/u }

test(
  'a chat says that its partner is there; who hides it is not told it either',
  { tag: '@core' },
  async ({ people }) => {
    const { asker, expert, roomId } = await people.pair()
    const room = `/dashboard?tab=chats&room=${roomId}`
    await openLive(asker.page, '/account')
    await openLive(expert.page, room)
    const header = expert.page.getByRole('region', { name: `Chat with ${asker.name}` })
    await expect(header.getByText('Active now')).toBeVisible()

    await expert.page.setViewportSize({ width: 375, height: 720 })
    await expect(header.getByText('Active now')).toBeVisible()
    await expectNoViolations(expert.page)

    const account = asker.page.getByRole('region', { name: 'What chat partners see' })
    // The box follows the choice a moment after the click.
    await account.getByRole('checkbox', { name: choices.activity }).click()
    await expect(account.getByRole('checkbox', { name: choices.activity })).not.toBeChecked()
    await openLive(asker.page, '/account')
    await expect(account.getByRole('checkbox', { name: choices.activity })).not.toBeChecked()
    await expect(account.getByRole('checkbox', { name: choices.reads })).toBeChecked()

    for (const [one, other] of [
      [asker, expert],
      [expert, asker],
    ] as const) {
      const asked = one.page.waitForResponse((response) => response.url().includes('/chat/active'))
      await openLive(one.page, room)
      await asked
      const chat = one.page.getByRole('region', { name: `Chat with ${other.name}` })
      await expect(chat.getByRole('heading', { name: other.name })).toBeVisible()
      await expect(chat.getByText('Active now')).toBeHidden()
    }
  },
)

test('who hides what they have read is not shown as a reader, and is again once they show it', async ({ people }) => {
  const { asker, expert, roomId } = await people.pair()
  const room = `/dashboard?tab=chats&room=${roomId}`
  const choose = async (isShown: boolean): Promise<void> => {
    await openLive(expert.page, '/account')
    const saved = expert.page.waitForResponse((response) => response.url().includes('changePrivacy'))
    const account = expert.page.getByRole('region', { name: 'What chat partners see' })
    const reads = account.getByRole('checkbox', { name: choices.reads })
    await expect(reads).toBeChecked({ checked: !isShown })
    await reads.click()
    await saved
    await expect(reads).toBeChecked({ checked: isShown })
  }
  await choose(false)
  await openLive(asker.page, room)
  await openLive(expert.page, room)
  await asker.page.getByRole('textbox').fill('Do you see this?')
  await asker.page.keyboard.press('Enter')
  const own = asker.page.getByRole('log').getByText('Do you see this?')
  await expect(own).toBeVisible()
  await expect(expert.page.getByRole('log').getByText('Do you see this?')).toBeVisible()
  // Read for themselves: their own count is gone.
  const countUnread = async (): Promise<number> =>
    (await callAs<{ unread_total: number }>(expert.context, people.url, 'GET', '/api/chat-rooms')).unread_total
  await expect.poll(countUnread).toBe(0)
  await openLive(asker.page, room)
  await expect(own).toBeVisible()
  await expect(asker.page.getByText('Read', { exact: true })).toHaveCount(0)

  await choose(true)
  await openLive(asker.page, room)
  await expect(asker.page.getByText('Read', { exact: true })).toHaveCount(1)
})

test('a tab that nobody looks at does not say that somebody is there, until it is looked at', async ({ people }) => {
  const { asker, expert, roomId } = await people.pair()
  const { page } = expert
  const show = (isHidden: boolean): void => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: isHidden ? 'hidden' : 'visible' })
    Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }
  await page.addInitScript(show, true)
  const said: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/chat/active')) said.push(request.postData() ?? '')
  })
  const part = page.waitForResponse((response) => response.url().includes('partner-activity'))
  await openLive(page, `/dashboard?tab=chats&room=${roomId}`)
  await (await part).finished()
  await expect(page.getByRole('heading', { name: asker.name })).toBeVisible()
  // Its network goes and comes back: whatever is to be asked anew is asked.
  await page.evaluate(() => {
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
  })
  await callAs(expert.context, people.url, 'GET', '/api/chat-rooms')
  expect(said).toEqual([])

  await page.evaluate(show, false)
  await expect.poll(() => said.some((body) => body.includes(roomId))).toBe(true)
})
