import type { Page } from '@playwright/test'

import { expectNoAccessibilityViolations, ACCESSIBILITY_APPEARANCES } from '@kundig/testing/browser/accessibility'
import { callApiFromBrowser, readUserId } from '@kundig/testing/browser/calls'
import { openLivePage } from '@kundig/testing/browser/live-pages'
import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'

const question = (page: Page) => page.getByRole('alertdialog')

test(
  'blocking a chat partner closes the chat for both people, and prevents requests until unblocking',
  { tag: '@core' },
  async ({ people }) => {
    const { asker, expert, roomId } = await people.pair()
    await openLivePage(asker.page, `/dashboard?tab=chats&room=${roomId}`)
    await openLivePage(expert.page, `/dashboard?tab=chats&room=${roomId}`)
    const { page } = expert
    const more = page.getByRole('button', { name: 'More', exact: true })
    await more.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Block …' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question(page)).toContainText('your chat closes for good')
    await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question(page).getByRole('button', { name: 'Block' }).click()
    await expect(page.locator('[data-sonner-toast]').getByText(`You blocked ${asker.name}`)).toBeVisible()
    await expect(more).toBeFocused()
    await expect(page.getByRole('main').getByRole('button', { name: `Unblock ${asker.name}` })).toBeVisible()
    await expect(page.getByRole('button', { name: `Ask again: ${asker.name}` })).toHaveCount(0)
    for (const tab of [page, asker.page]) await expect(tab.getByText('This chat is closed')).toBeVisible()
    await expect(asker.page.getByText(/blocked/iu)).toHaveCount(0)

    await asker.page.goto(`/profile/${await readUserId(expert.context, people.url)}`)
    await expect(asker.page.getByRole('heading', { level: 1, name: expert.name })).toBeVisible()
    await asker.page.getByRole('button', { name: `Send Request to ${expert.name}` }).click()
    await asker.page.getByRole('dialog').getByRole('textbox').fill('May I ask you something?')
    await asker.page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    await expect(asker.page.getByRole('dialog')).toContainText('This person is not taking requests right now')

    await page.goto(`/profile/${await readUserId(asker.context, people.url)}`)
    await expect(page.getByText(`You blocked ${asker.name}`)).toBeVisible()
    await expect(page.getByRole('button', { name: `Send Request to ${asker.name}` })).toHaveCount(0)

    await page.goto('/account/privacy')
    const section = page.getByRole('region', { name: 'Blocked people' })
    await section.getByRole('button', { name: `Unblock ${asker.name}` }).click()
    await question(page).getByRole('button', { name: 'Unblock' }).click()
    await expect(section).toContainText('No one blocked.')
    await expect(section.getByRole('heading', { name: 'Blocked people' })).toBeFocused()
    await asker.page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    await expect(asker.page.getByText(`Question sent. ${expert.name} has`)).toBeVisible()
  },
)

test('blocking a sender removes their request from the list, and moves the focus to the list’s heading', async ({
  people,
}) => {
  const expert = await people.expert(`Bea ${createUniqueWord()}`)
  const asker = await people.expert(`Bram ${createUniqueWord()}`)
  const { page } = expert
  await openLivePage(page, '/dashboard?tab=requests')
  const receiver_id = await readUserId(expert.context, people.url)
  await callApiFromBrowser(asker.context, people.url, 'POST', '/api/connection-requests', {
    receiver_id,
    message: 'Hello there',
  })
  await page.getByRole('button', { name: `More about ${asker.name}` }).click()
  await page.getByRole('menuitem', { name: 'Block …' }).click()
  await question(page).getByRole('button', { name: 'Block' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(page.getByRole('article', { name: asker.name })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Questions to you' })).toBeFocused()
})

for (const [name, look] of ACCESSIBILITY_APPEARANCES) {
  test(`the confirmation, a blocked person’s profile and the list have no accessibility violations (${name})`, async ({
    people,
  }) => {
    const blocker = await people.expert(`Bea ${createUniqueWord()}`, look)
    const other = await people.expert(`Bram ${createUniqueWord()}`)
    const { page } = blocker
    await page.goto(`/profile/${await readUserId(other.context, people.url)}`)
    await page.getByRole('button', { name: /^(?:More about|Meer over) /u }).click()
    await page.getByRole('menuitem', { name: /^(?:Block|Blokkeren) …$/u }).click()
    await expect(question(page)).toBeVisible()
    await expectNoAccessibilityViolations(page)
    await question(page)
      .getByRole('button', { name: /^(?:Block|Blokkeren)$/u })
      .click()
    await expect(page.getByRole('button', { name: /Unblock|deblokkeren/u })).toBeFocused()
    await expectNoAccessibilityViolations(page)
    await page.goto('/account/privacy')
    await expect(page.getByRole('button', { name: /Unblock|deblokkeren/u })).toBeVisible()
    await expectNoAccessibilityViolations(page)
  })
}
