import type { Page } from '@playwright/test'

import { endConversation, openRoom } from '@kundig/testing/browser/chats'
import { expect, test } from '@kundig/testing/browser/people'

function field(page: Page) {
  return page.getByLabel('Message', { exact: true })
}

test('Enter sends, Shift+Enter breaks the line, and an input method keeps its Enter', async ({ people }) => {
  const { asker, roomId } = await people.pair()
  const { page, context } = asker
  await openRoom(page, roomId)
  await field(page).pressSequentially('one')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('two 👩‍🔬')
  await page.keyboard.press('Enter')
  const bubbles = page.getByRole('log').locator('.bubble')
  await expect(bubbles).toHaveCount(1)
  await expect(bubbles.first()).toContainText('one\ntwo 👩‍🔬')

  const devtools = await context.newCDPSession(page)
  await devtools.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
  await expect(field(page)).toHaveValue('にほん')
  // As browsers tell of a key that an input method takes.
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', windowsVirtualKeyCode: 229 })
  await expect(field(page)).toHaveValue('にほん')
  await expect(bubbles).toHaveCount(1)
  await devtools.send('Input.insertText', { text: '日本' })
  await page.keyboard.press('Enter')
  await expect(bubbles).toHaveCount(2)
  await expect(bubbles.last()).toContainText('日本')
})

// spec 5.40, 5.41
test('nothing but spaces is not sent, and what has invalid characters is told', async ({ people }) => {
  const { asker, roomId } = await people.pair()
  const { page } = asker
  await openRoom(page, roomId)
  const bubbles = page.getByRole('log').locator('.bubble')
  await field(page).fill('  \n ')
  await page.keyboard.press('Enter')
  await field(page).fill('olleh \u202Ehello')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Message contains invalid characters')).toBeVisible()
  await field(page).fill('  hello ')
  await page.keyboard.press('Enter')
  await expect(bubbles).toHaveCount(1)
  await expect(bubbles).toContainText('hello')
})

test('a text that is too long is told so under the field, and stays there when Send is pressed', async ({ people }) => {
  const { asker, roomId } = await people.pair()
  const { page } = asker
  await openRoom(page, roomId)
  await field(page).fill('x'.repeat(2000))
  await expect(field(page)).not.toHaveAttribute('aria-invalid')
  await expect(page.getByText('2,000 / 2,000')).toBeVisible()
  await field(page).fill('x'.repeat(2001))
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page)).toHaveAccessibleDescription('Message must have at most 2,000 characters')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Message must have at most 2,000 characters')
  await expect(field(page)).toHaveValue('x'.repeat(2001))
  await field(page).fill(`${'x'.repeat(2000)}  `)
  await expect(field(page)).not.toHaveAttribute('aria-invalid')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log').locator('.bubble')).toHaveCount(1)
})

test('on a phone a text of several lines takes the whole width, and is written on where it was', async ({ people }) => {
  const { asker, roomId } = await people.pair([{ width: 375, height: 812 }])
  const { page } = asker
  await openRoom(page, roomId)
  const widthOf = async (): Promise<number> => (await field(page).boundingBox())?.width ?? 0
  await field(page).pressSequentially('oneend')
  const narrow = await widthOf()
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+Enter')
  await expect.poll(widthOf).toBeGreaterThan(narrow + 100)
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('two ')
  await expect(field(page)).toHaveValue('one\ntwo end')
  // Shorter, it stays as it is; only once it is sent all of it stands in one row again.
  for (let step = 0; step < 5; step++) await page.keyboard.press('Backspace')
  await expect(field(page)).toHaveValue('oneend')
  expect(await widthOf()).toBeGreaterThan(narrow + 100)
  await page.keyboard.press('Enter')
  await expect.poll(widthOf).toBe(narrow)
})

test('addresses can be clicked, safely; everything else is text, and is copied as it was written', async ({
  people,
}) => {
  const { asker, expert, roomId } = await people.pair()
  await openRoom(asker.page, roomId)
  await openRoom(expert.page, roomId)
  const text = 'See https://kundig.example/a(b)?c=d, www.kundig.nl or mail anna@kundig.nl. ftp://x.example'
  await field(asker.page).fill(text)
  await asker.page.keyboard.press('Enter')
  const bubble = expert.page.getByRole('log').locator('.bubble').last()
  const links = bubble.getByRole('link')
  await expect(links).toHaveText(['https://kundig.example/a(b)?c=d', 'www.kundig.nl', 'anna@kundig.nl'])
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
    expect(await link.getAttribute('href')).toMatch(/^(?:https?:\/\/|mailto:)/u)
  }
  const copied = await bubble.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element.querySelector('[dir=auto]') ?? element)
    getSelection()?.removeAllRanges()
    getSelection()?.addRange(range)
    return getSelection()?.toString().trim()
  })
  expect(copied).toBe(text)
})

test('that the partner is typing is shown until their message or a while after, and not in a closed chat', async ({
  people,
}) => {
  const { asker, expert, roomId } = await people.pair([{}, { language: 'nl' }])
  await openRoom(asker.page, roomId)
  await expert.page.goto(`/dashboard?tab=chats&room=${roomId}`)
  await expect(expert.page.getByLabel('Bericht', { exact: true })).toBeVisible()
  await expect(expert.page.getByRole('button', { name: 'Versturen' })).toHaveAttribute('aria-disabled', 'false')
  const sign = expert.page.getByText('Anna typt…')
  await expect(async () => {
    await field(asker.page).pressSequentially('h')
    await expect(sign).toBeVisible({ timeout: 3500 })
  }).toPass()
  await field(asker.page).fill('Half a thought')
  await asker.page.keyboard.press('Enter')
  await expect(expert.page.getByRole('log')).toContainText('Half a thought')
  await expect(sign).toBeHidden({ timeout: 2000 })

  await asker.page.waitForTimeout(3100)
  await field(asker.page).pressSequentially('and')
  await expect(sign).toBeVisible()
  await expect(sign).toBeHidden({ timeout: 9000 })

  await asker.page.waitForTimeout(3100)
  await field(asker.page).pressSequentially(' now')
  await expect(sign).toBeVisible()
  await endConversation(expert.page)
  await expect(expert.page.getByText('Deze chat is gesloten')).toBeVisible()
  await expect(sign).toBeHidden()
  await expect(field(asker.page)).toHaveCount(0)
})

test('the button to new messages counts them', async ({ people }) => {
  const { asker, expert, roomId } = await people.pair([{}, { width: 375, height: 500 }])
  await openRoom(asker.page, roomId)
  await openRoom(expert.page, roomId)
  const write = async (text: string): Promise<void> => {
    await field(asker.page).fill(text)
    await asker.page.keyboard.press('Enter')
  }
  for (let index = 1; index <= 12; index++) await write(`line ${index}\nand its second\nand its third`)
  const log = expert.page.getByRole('log')
  await expect(log).toContainText('line 12')
  await log.hover()
  await expert.page.mouse.wheel(0, -600)
  await expect
    .poll(() => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight))
    .toBeGreaterThan(200)
  await expect(expert.page.getByRole('button', { name: /new messages?$/u })).toHaveCount(0)
  await write('news 1')
  await expect(expert.page.getByRole('button', { name: '1 new message', exact: true })).toBeVisible()
  await write('news 2')
  await expert.page.getByRole('button', { name: '2 new messages', exact: true }).click()
  await expect(log.getByText('news 2')).toBeInViewport()
  await expect(expert.page.getByRole('button', { name: /new messages?$/u })).toHaveCount(0)
})
