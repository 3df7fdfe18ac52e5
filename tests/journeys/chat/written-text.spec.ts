import type { Page } from '@playwright/test'

import { openRoom } from '@kundig/testing/browser/chats'
import { expect, test } from '@kundig/testing/browser/people'

const ORDINARY = 'what does <T extends object> mean? see <https://example.com/a>, a<b and c>d'
const CODE = 'use `<b>` or\n```\nconst  a = <b>{x}</b>\n```'

/** The visible hint; screen readers get the hint after a pause in typing. */
function hintIn(page: Page) {
  return page.locator('[aria-hidden]').filter({ hasText: 'Will be removed:' })
}

// spec 5.26
test('markup other than code is listed in a hint and removed when the message is sent', async ({ people }) => {
  const { asker, expert, roomId } = await people.pair([{ width: 375, height: 812 }])
  const { page } = asker
  await openRoom(page, roomId)
  await openRoom(expert.page, roomId)
  const field = page.getByLabel('Message', { exact: true })
  const log = page.getByRole('log')
  const bubbles = expert.page.getByRole('log').locator('.bubble')
  const hint = hintIn(page)

  await field.fill(ORDINARY)
  await expect(hint).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(bubbles.last()).toContainText(ORDINARY)
  await field.fill(CODE)
  await expect(hint).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(bubbles.last()).toContainText('use <b> or')
  await expect(bubbles.last().locator('code')).toHaveText(['<b>', 'const  a = <b>{x}</b>'])

  const before = await log.boundingBox()
  await field.fill('a <b>bold</b> word')
  await expect(hint).toHaveText('Will be removed: <b>, </b>', { useInnerText: true })
  await expect(page.getByRole('status').filter({ hasText: 'Will be removed: <b>, </b>.' })).toBeAttached()
  expect(await log.boundingBox()).toEqual(before)
  await page.keyboard.press('Enter')
  await expect(hint).toHaveCount(0)
  await expect(bubbles.last()).toContainText('a bold word')

  await field.fill('<b></b>')
  await page.keyboard.press('Enter')
  const refusal = 'Nothing would be left: markup is removed. Put code between back-ticks (`) to keep it.'
  await expect(page.getByRole('alert').filter({ hasText: refusal })).toBeVisible()
  await expect(field).toHaveAccessibleDescription(refusal)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveValue('<b></b>')
  expect(await log.boundingBox()).toEqual(before)
  await field.fill('`<b></b>`')
  await expect(page.getByText(refusal)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(bubbles.last()).toContainText('<b></b>')
  await expect(bubbles).toHaveCount(4)
})
