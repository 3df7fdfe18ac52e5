import type { Page } from '@playwright/test'

import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { APPEARANCES } from '@kundig/testing/browser/appearances'
import { callApiFromBrowser, readUserId } from '@kundig/testing/browser/calls'
import { openLivePage } from '@kundig/testing/browser/live-pages'
import { expect, type People, type Person, test, createUniqueWord } from '@kundig/testing/browser/people'

const findBell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^(?:Notifications|Meldingen)/u })
const findPanel = (page: Page) => page.getByRole('dialog', { name: /^(?:Notifications|Meldingen)$/u })

async function createTwoPeople(people: People): Promise<[Person, Person]> {
  return [await people.expert(`Anna ${createUniqueWord()}`), await people.expert(`Bram ${createUniqueWord()}`)]
}

async function sendRequest(people: People, from: Person, to: Person): Promise<void> {
  await callApiFromBrowser(from.context, people.url, 'POST', '/api/connection-requests', {
    receiver_id: await readUserId(to.context, people.url),
    message: 'Could we talk?',
  })
}

test(
  'the bell counts a request in every tab until all notifications are marked as read',
  { tag: '@core' },
  async ({ people }) => {
    const [anna, bram] = await createTwoPeople(people)
    const tabs = [bram.page, await bram.context.newPage()] as const
    for (const tab of tabs) await openLivePage(tab, '/account')
    for (const tab of tabs) await expect(findBell(tab)).toHaveAccessibleName('Notifications')

    await sendRequest(people, anna, bram)
    for (const tab of tabs) await expect(findBell(tab)).toHaveAccessibleName('Notifications, 1 unread')

    const [first, second] = tabs
    await findBell(first).click()
    const entry = findPanel(first).getByRole('link', { name: `${anna.name} wants to talk to you` })
    await expect(entry).toContainText('Unread:')
    await findPanel(first).getByRole('button', { name: 'Mark all as read' }).click()
    for (const tab of tabs) await expect(findBell(tab)).toHaveAccessibleName('Notifications')
    await expect(entry).not.toContainText('Unread:')

    await openLivePage(second, '/')
    await expect(findBell(second)).toHaveAccessibleName('Notifications')
    await findBell(second).click()
    await findPanel(second)
      .getByRole('link', { name: `${anna.name} wants to talk to you` })
      .click()
    await expect(second).toHaveURL(/\/dashboard\?tab=requests$/u)
    await expect(findPanel(second)).toBeHidden()
  },
)

test('the answer to a request notifies the sender; the entry links to the chat, and is then read', async ({
  people,
}) => {
  const { asker, expert, roomId } = await people.pair()
  const { page } = asker
  await openLivePage(page, '/')
  await expect(findBell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await findBell(page).click()
  await findPanel(page)
    .getByRole('link', { name: `${expert.name} accepted your question` })
    .click()
  await expect(page).toHaveURL(new RegExp(`tab=chats&room=${roomId}$`, 'u'))
  await expect(page.getByRole('region', { name: `Chat with ${expert.name}` })).toBeVisible()
  await expect(findBell(page)).toHaveAccessibleName('Notifications')
})

test('the bell works by keyboard: Enter opens its panel; Esc, Back and leaving the panel close it', async ({
  people,
}) => {
  const { page } = await people.expert(`Nora ${createUniqueWord()}`)
  await openLivePage(page, '/account')
  const bell = findBell(page)
  await bell.focus()
  await page.keyboard.press('Enter')
  await expect(findPanel(page)).toBeFocused()
  await expect(findPanel(page)).toContainText('Nothing yet')
  await page.keyboard.press('Escape')
  await expect(findPanel(page)).toBeHidden()
  await expect(bell).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(findPanel(page)).toBeFocused()
  await expect(findPanel(page).getByRole('link', { name: 'Notification settings' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(findPanel(page).getByRole('link', { name: 'Notification settings' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(findPanel(page)).toBeHidden()
  await bell.press('Enter')
  await expect(findPanel(page)).toBeVisible()
  await page.goBack()
  await expect(findPanel(page)).toBeHidden()
  await expect(page).toHaveURL(/\/account$/u)
})

test('a bell that failed to load shows an error, and loads on a retry', async ({ people }) => {
  const { page } = await people.expert(`Nora ${createUniqueWord()}`)
  const isAsked = (): Promise<boolean> => page.evaluate(() => Reflect.get(globalThis, 'isAsked') === true)
  // Requests fail until the click, because a reconnect also fetches notifications.
  await page.route('**/rpc/notifications/list', async (route) =>
    (await isAsked()) ? route.continue() : route.fulfill({ status: 500, json: {} }),
  )
  await openLivePage(page, '/account')
  await findBell(page).click()
  const again = findPanel(page).getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible({ timeout: 20_000 })
  await page.evaluate(() =>
    document.addEventListener('click', () => Reflect.set(globalThis, 'isAsked', true), { capture: true }),
  )
  await again.click()
  await expect(findPanel(page)).toContainText('Nothing yet')
})

test('notification settings survive a reload: switches, quotes and quiet hours', async ({ people }) => {
  const { page } = await people.expert(`Nora ${createUniqueWord()}`)
  await page.goto('/account')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Notifications/u })
    .click()
  await expect(page).toHaveURL(/\/account\/notifications$/u)
  const chats = page.getByRole('checkbox', { name: 'Someone closes our chat Email' })
  const messages = page.getByRole('checkbox', { name: 'Messages I have not read Email' })
  const mailQuotes = page.getByRole('checkbox', { name: /^Quote messages in emails/u })
  const quiet = page.getByRole('checkbox', { name: /^Send nothing at certain hours/u })
  await expect(chats).toBeChecked()
  // Unconfirmed addresses get no mails; the page says so and offers confirmation.
  await expect(page.getByText('No emails yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send the email again' })).toBeVisible()

  const changes = () =>
    page.waitForResponse((answer) => answer.url().endsWith('/rpc/notifications/changeSettings') && answer.ok())
  for (const box of [chats, mailQuotes, quiet]) {
    const changed = changes()
    await box.click()
    await changed
  }
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('22:00')
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Amsterdam')
  const changed = changes()
  await page.getByLabel('From', { exact: true }).fill('23:15')
  await changed
  await page.getByLabel('Until', { exact: true }).fill('23:15')
  await expect(page.getByText(/^Quiet hours cannot last the whole day/u)).toBeVisible()

  await page.reload()
  await expect(chats).not.toBeChecked()
  await expect(messages).toBeChecked()
  await expect(mailQuotes).not.toBeChecked()
  await expect(quiet).toBeChecked()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('23:15')
  await expect(page.getByLabel('Until', { exact: true })).toHaveValue('07:00')
})

test('a setting that failed to save returns to its former value, with an error', async ({ people }) => {
  const { page } = await people.expert(`Nora ${createUniqueWord()}`)
  await page.goto('/account/notifications')
  const chats = page.getByRole('checkbox', { name: 'Someone closes our chat Email' })
  await expect(chats).toBeChecked()
  // Test servers show this link last. It appears above the checkboxes, and moves them.
  await expect(page.getByRole('link', { name: /^Read email in the outbox/u })).toBeVisible()
  await page.route('**/rpc/notifications/changeSettings', (route) => route.fulfill({ status: 500, json: {} }))
  await chats.click()
  await expect(page.locator('[data-sonner-toast]')).toBeVisible()
  await expect(chats).toBeChecked()
})

test('a room is muted for a time or for good, marked in the room and the list, and unmuted', async ({ people }) => {
  const { asker, roomId } = await people.pair()
  const { page } = asker
  const address = `/dashboard?tab=chats&room=${roomId}`
  await page.goto(address)
  await page.getByRole('button', { name: 'Mute this chat' }).click()
  await page.getByRole('menuitem', { name: 'Mute for 8 hours' }).click()
  await expect(page.getByRole('button', { name: /^This chat is muted until /u })).toBeVisible()
  const mark = page.getByRole('navigation', { name: 'Your chats' }).getByRole('img', { name: 'Muted' })
  await expect(mark).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: /^This chat is muted until /u }).click()
  await page.getByRole('menuitem', { name: 'Mute until I unmute' }).click()
  await page.getByRole('button', { name: 'This chat is muted', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Unmute', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Mute this chat' })).toBeVisible()
  await expect(mark).toBeHidden()
})

for (const [name, look] of APPEARANCES) {
  test(`bell, settings and muting have no accessibility violations (${name})`, async ({ people }) => {
    const { asker, roomId } = await people.pair([look])
    const { page } = asker
    await openLivePage(page, '/account/notifications')
    await expect(page.getByRole('checkbox').first()).toBeVisible()
    await page
      .getByRole('checkbox', { name: /^(?:Send nothing at certain hours|Op bepaalde uren niets versturen)/u })
      .click()
    await expect(page.locator('select[name=time_zone]')).toBeVisible()
    await expectNoAccessibilityViolations(page)
    await findBell(page).click()
    await expect(findPanel(page).getByRole('listitem')).toHaveCount(1)
    await expectNoAccessibilityViolations(page)
    await page.goto(`/dashboard?tab=chats&room=${roomId}`)
    await page.getByRole('button', { name: /^(?:Mute this chat|Deze chat dempen)$/u }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectNoAccessibilityViolations(page)
  })
}
