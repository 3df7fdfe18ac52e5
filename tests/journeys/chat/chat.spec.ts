import { startKundig } from '@kundig/testing/browser/kundig-server'
import { openLivePage } from '@kundig/testing/browser/live-pages'
import { expect, test } from '@kundig/testing/browser/people'

// spec 2.88, 2.89, 2.90, 2.91, 2.93, 2.94
test(
  'a chat shows its partner, the request, authors, times and the composer; a closed chat shows only a notice',
  { tag: '@core' },
  async ({ people }) => {
    const { asker, expert, roomId } = await people.pair()
    const { page } = asker
    await page.goto(`/dashboard?tab=chats&room=${roomId}`)
    const chat = page.getByRole('region', { name: `Chat with ${expert.name}` })
    await expect(chat.getByRole('heading', { name: expert.name })).toBeVisible()
    const field = chat.getByLabel('Message', { exact: true })
    const controls = [
      field,
      ...['Close Chat', 'Request a payment', 'Add files', 'Send'].map((name) =>
        chat.getByRole('button', { name, exact: true }),
      ),
    ]
    for (const control of controls) await expect(control).toBeVisible()
    await field.fill('From me')
    await page.keyboard.press('Enter')
    await expect(chat.locator('.bubble')).toHaveText(/^You\s*From me\s*\d\d:\d\d/u)
    await expert.page.goto(`/dashboard?tab=chats&room=${roomId}`)
    await expert.page.getByLabel('Message', { exact: true }).fill('From your partner')
    await expert.page.keyboard.press('Enter')
    const answer = chat.locator('.bubble').last()
    await expect(answer).toHaveText(new RegExp(`^${expert.name}\\s*From your partner\\s*\\d\\d:\\d\\d`, 'u'))
    const [request, first] = [
      await chat.getByText('Could we talk?').boundingBox(),
      await chat.locator('.bubble').first().boundingBox(),
    ]
    expect(request?.y ?? Infinity).toBeLessThan(first?.y ?? 0)

    const menu = chat.getByRole('button', { name: 'More', exact: true })
    await menu.click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'View profile',
      'Search in this chat',
      'Print chat',
      'Report …',
      'Block …',
    ])
    await page.goBack()
    await expect(page.getByRole('menuitem')).toHaveCount(0)
    await expect(chat).toBeVisible()
    await menu.click()
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: `Close the chat with ${expert.name}?` })
    await expect(question).toContainText('You can’t undo this. Neither of you can send')
    await expect(question).toContainText('open payment requests can still be paid')
    await question.getByRole('button', { name: 'Close Chat' }).click()
    await expect(chat.getByText('This chat is closed')).toBeVisible()
    await expect(chat.getByText(new RegExp(`^Closed on .+ ${new Date().getFullYear()}`, 'u'))).toBeVisible()
    for (const control of controls) await expect(control).toHaveCount(0)
    await menu.click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'View profile',
      'Search in this chat',
      'Print chat',
      'Report …',
      'Block …',
    ])
    await page.keyboard.press('Escape')
    // Neither person learns who closed the chat, and both may ask again.
    for (const [one, other] of [
      [page, expert.name],
      [expert.page, asker.name],
    ] as const) {
      const shown = one.getByRole('region', { name: `Chat with ${other}` })
      await expect(shown.locator('footer')).toHaveText(/^This chat is closedClosed on [^.]+Ask again$/u)
    }
    await chat.getByRole('button', { name: `Ask again: ${expert.name}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Send Request' })
    await dialog.getByLabel('Your introduction').fill('Once more?')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(chat.getByRole('button', { name: `Request sent: ${expert.name}` })).toBeVisible()
  },
)

test(
  'messages written offline are sent once and in order after the reconnect',
  { tag: '@core' },
  async ({ people }) => {
    const { asker, expert, roomId } = await people.pair()
    await asker.page.goto(`/dashboard?tab=chats&room=${roomId}`)
    await expert.page.goto(`/dashboard?tab=chats&room=${roomId}`)
    const field = asker.page.getByLabel('Message', { exact: true })
    await field.fill('before')
    await asker.page.keyboard.press('Enter')
    await expect(expert.page.getByRole('log')).toContainText('before')

    await asker.context.setOffline(true)
    // An open connection does not detect a lost network without this event.
    await asker.page.evaluate(() => window.dispatchEvent(new Event('offline')))
    for (const text of ['first without', 'second without', 'third without']) {
      await field.fill(text)
      await asker.page.keyboard.press('Enter')
    }
    await expect(asker.page.getByRole('log')).toContainText('third without')
    await asker.context.setOffline(false)
    const bubbles = expert.page.getByRole('log').locator('.bubble')
    await expect(bubbles).toHaveCount(4, { timeout: 30_000 })
    const texts = await bubbles.allTextContents()
    for (const [index, text] of ['before', 'first without', 'second without', 'third without'].entries()) {
      expect(texts[index]).toContain(text)
    }
  },
)

test('a server killed during a chat neither loses nor duplicates a message', async ({ peopleOf }) => {
  test.setTimeout(120_000)
  const server = await startKundig()
  try {
    const tall = { width: 375, height: 2400 }
    const { asker, expert, roomId } = await peopleOf(server.url).pair([tall, tall])
    for (const { page } of [asker, expert]) {
      await openLivePage(page, `/dashboard?tab=chats&room=${roomId}`)
      await expect(page.getByRole('log')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'false')
    }
    const field = asker.page.getByLabel('Message', { exact: true })
    const written: string[] = []
    const write = async (text: string): Promise<void> => {
      written.push(text)
      await field.fill(text)
      await asker.page.keyboard.press('Enter')
    }
    for (let round = 1; round <= 3; round++) {
      await write(`round ${round} one`)
      await write(`round ${round} two`)
      const restarted = server.killAndRestart()
      await write(`round ${round} three, while the server is down`)
      await restarted
      await write(`round ${round} four`)
    }
    for (const { page } of [asker, expert]) {
      const bubbles = page.getByRole('log').locator('.bubble')
      await expect(bubbles).toHaveCount(written.length, { timeout: 30_000 })
      const texts = await bubbles.allTextContents()
      for (const [index, text] of written.entries()) expect(texts[index]).toContain(text)
    }
  } finally {
    await server.stop()
  }
})
