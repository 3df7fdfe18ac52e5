import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { openLivePage } from '@kundig/testing/browser/live-pages'
import { expect, test } from '@kundig/testing/browser/people'

const choices = { activity: /^When I was active/u, reads: /^What I have read/u }

test(
  'a chat shows that the partner is present, unless one of the two people hides this',
  { tag: '@core' },
  async ({ people }) => {
    const { asker, expert, roomId } = await people.pair()
    const room = `/dashboard?tab=chats&room=${roomId}`
    await openLivePage(asker.page, '/account/privacy')
    await openLivePage(expert.page, room)
    const header = expert.page.getByRole('region', { name: `Chat with ${asker.name}` })
    await expect(header.getByText('Active now')).toBeVisible()

    await expert.page.setViewportSize({ width: 375, height: 720 })
    await expect(header.getByText('Active now')).toBeVisible()
    await expectNoAccessibilityViolations(expert.page)

    const account = asker.page.getByRole('region', { name: 'What chat partners see' })
    await account.getByRole('checkbox', { name: choices.activity }).click()
    await expect(account.getByRole('checkbox', { name: choices.activity })).not.toBeChecked()
    await openLivePage(asker.page, '/account/privacy')
    await expect(account.getByRole('checkbox', { name: choices.activity })).not.toBeChecked()
    await expect(account.getByRole('checkbox', { name: choices.reads })).toBeChecked()

    for (const [one, other] of [
      [asker, expert],
      [expert, asker],
    ] as const) {
      const asked = one.page.waitForResponse((response) => response.url().includes('/chat/active'))
      await openLivePage(one.page, room)
      await asked
      const chat = one.page.getByRole('region', { name: `Chat with ${other.name}` })
      await expect(chat.getByRole('heading', { name: other.name })).toBeVisible()
      await expect(chat.getByText('Active now')).toBeHidden()
    }
  },
)
