import type { Page } from '@playwright/test'

import { expect, test } from '@kundig/testing/browser/people'

function field(page: Page) {
  return page.getByLabel('Message', { exact: true })
}

function draftKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')))
}

test(
  'a draft survives reload and crash, and is the same in both tabs until it is sent',
  { tag: '@core' },
  async ({ people }) => {
    const { asker, roomId } = await people.pair()
    const { page, context } = asker
    const address = `/dashboard?tab=chats&room=${roomId}`
    await page.goto(address)
    await field(page).fill('Half a thou')
    await page.reload()
    await expect(field(page)).toHaveValue('Half a thou')

    const other = await context.newPage()
    await other.goto(address)
    await expect(field(other)).toHaveValue('Half a thou')
    await field(page).fill('Half a thought, and more')
    await expect(field(other)).toHaveValue('Half a thought, and more')
    await field(other).fill('A whole one')
    await expect(field(page)).toHaveValue('A whole one')

    const devtools = await context.newCDPSession(other)
    const crashed = other.waitForEvent('crash')
    devtools.send('Page.crash').catch(() => undefined)
    await crashed
    const third = await context.newPage()
    await third.goto(address)
    await expect(field(third)).toHaveValue('A whole one')
    await field(third).press('Enter')
    await expect(third.getByRole('log')).toContainText('A whole one')
    await expect(field(third)).toHaveValue('')
    await third.reload()
    await expect(third.getByRole('log')).toContainText('A whole one')
    await expect(field(third)).toHaveValue('')
    expect(await draftKeys(third)).toEqual([])
  },
)
