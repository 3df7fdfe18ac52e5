import { randomUUID } from 'node:crypto'

import type { Request } from '@playwright/test'

import { callAs } from '@kundig/testing/browser/calls'
import { startKundig } from '@kundig/testing/browser/kundig-server'
import { openLive } from '@kundig/testing/browser/live-pages'
import { expect, test, uniqueWord } from '@kundig/testing/browser/people'

/** Scrolls a box to a distance (px) from its top or its end, and waits until that was heard of and painted. */
const scrollBox = async (box: Element, { fromTop, fromEnd = 0 }: { fromTop?: number; fromEnd?: number }) => {
  const heard = new Promise((resolve) => {
    box.addEventListener('scroll', resolve, { once: true })
  })
  box.scrollTop = fromTop ?? box.scrollHeight - box.clientHeight - fromEnd
  await heard
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve))
  })
}

/** Whether a call asks for the messages before others. */
const asksForOlder = (request: Request): boolean => request.postData()?.includes('before_seq') === true

// spec 9.13
test('older messages come by themselves where those that are there leave nothing to scroll', async ({ people }) => {
  const page = await people.demo('sanne', { width: 700, height: 860 })
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/chat/messages') && asksForOlder(request)) asked++
  })
  await page.goto('/dashboard?tab=chats')
  await page.getByRole('button', { name: /Daan Verhoeven/u }).click()
  const log = page.getByRole('log')
  await expect(log.locator('.bubble').last()).toBeInViewport()
  const begins = log.getByText('Three questions first')
  // On a usual screen one page is enough.
  await expect(begins).toHaveCount(0)
  expect(asked).toBe(0)
  await page.setViewportSize({ width: 700, height: 12_000 })
  await expect(begins).toBeInViewport()
  // Once for each page, and in a window that is as high from the beginning, too.
  const pages = asked
  expect(pages).toBeLessThanOrEqual(4)
  await page.reload()
  await expect(begins).toBeInViewport()
  expect(asked).toBe(2 * pages)
})

test('where no older messages come they are not asked for again and again', async ({ people }) => {
  const page = await people.demo('sanne', { width: 700, height: 8000 })
  let asked = 0
  await page.route('**/rpc/chat/messages', async (route, request) => {
    if (!asksForOlder(request)) return route.continue()
    asked++
    return route.fulfill({ status: 200, json: { json: { items: [], has_older: true, last_seq: 1, change_seq: 0 } } })
  })
  await page.goto('/dashboard?tab=chats')
  await page.getByRole('button', { name: /Daan Verhoeven/u }).click()
  await expect.poll(() => asked).toBe(1)
  const log = page.getByRole('log')
  for (const height of [7900, 8000]) {
    await page.setViewportSize({ width: 700, height })
    await expect.poll(async () => (await log.boundingBox())?.height ?? 0).toBeGreaterThan(height - 500)
  }
  await expect(page.getByText('Loading older messages')).toHaveCount(0)
  expect(asked).toBe(1)
})

// spec 9.13
test('older messages appear on scrolling up, and what is being read stays where it is', async ({ people }) => {
  const page = await people.demo('sanne')
  await page.goto('/dashboard?tab=chats')
  await page.getByRole('button', { name: /Daan Verhoeven/u }).click()
  const log = page.getByRole('log')
  await expect(log.locator('.bubble').first()).toBeAttached()
  // It opens at the newest message.
  await expect.poll(() => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)).toBeLessThan(2)

  // Held back, to see where things stand before the older page is there.
  let asked = 0
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/rpc/chat/messages', async (route, request) => {
    if (asksForOlder(request)) asked++
    await held
    await route.continue()
  })
  // First near the top, so that the rows there have their height.
  await log.evaluate(scrollBox, { fromTop: 400 })
  await log.evaluate(scrollBox, { fromTop: 101 })
  // Whoever is further than 100 px from the top asks for nothing.
  expect(await log.evaluate((box) => box.scrollTop)).toBe(101)
  await expect(page.getByText('Loading older messages')).toHaveCount(0)
  expect(asked).toBe(0)
  const heightBefore = await log.evaluate((box) => box.scrollHeight)
  await log.evaluate(scrollBox, { fromTop: 100 })
  await expect(page.getByText('Loading older messages')).toHaveCount(1)
  await expect.poll(() => asked).toBe(1)
  const place = await log.evaluate(async (box) => {
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve))
    })
    const top = box.getBoundingClientRect().top
    const bubble = [...box.querySelectorAll('.bubble')].find((one) => one.getBoundingClientRect().top > top)
    return { text: bubble?.textContent ?? '', top: bubble?.getBoundingClientRect().top ?? 0 }
  })
  answer()
  await expect.poll(() => log.evaluate((box) => box.scrollHeight)).toBeGreaterThan(heightBefore + 500)
  // As it is painted: rows get their heights after they came in, and the list makes up for it in the same frame.
  const after = await log.evaluate(async (box, text) => {
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve))
    })
    return [...box.querySelectorAll('.bubble')].find((one) => one.textContent === text)?.getBoundingClientRect().top
  }, place.text)
  expect(Math.abs((after ?? 0) - place.top)).toBeLessThanOrEqual(2)

  // Up to the very first message, and the request above it.
  await expect
    .poll(
      async () => {
        await log.evaluate((box) => {
          box.scrollTop = 0
        })
        return log.textContent()
      },
      { timeout: 20_000 },
    )
    .toContain('Three questions first')
  await expect(log).toContainText('Your request')
})

// spec 9.14
test('who reads further up is not pulled down by a new message, but told of it', async ({ people }) => {
  // People of its own: others count and measure in the long room of the demo meanwhile.
  const { asker, expert, roomId } = await people.pair()
  for (let place = 1; place <= 40; place++) {
    await callAs(asker.context, people.url, 'POST', `/api/chat-rooms/${roomId}/messages`, {
      client_id: randomUUID(),
      content: `Message ${place}, and the ${'rest of it '.repeat(place % 5)}`,
    })
  }
  const [reader, writer] = [asker.page, expert.page]
  await openLive(reader, `/dashboard?tab=chats&room=${roomId}`)
  const log = reader.getByRole('log')
  await expect(log.getByText('Message 40,')).toBeInViewport()
  await log.hover()
  await reader.mouse.wheel(0, -900)
  await expect
    .poll(() => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight))
    .toBeGreaterThan(200)

  await openLive(writer, `/dashboard?tab=chats&room=${roomId}`)
  const writeToReader = async (): Promise<string> => {
    const text = `Something new ${uniqueWord()}`
    await writer.getByLabel('Message', { exact: true }).fill(text)
    await writer.keyboard.press('Enter')
    return text
  }
  const toldOf = reader.getByRole('button', { name: /new messages?$/u })
  const gap = () => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
  const text = await writeToReader()
  await toldOf.click()
  await expect(log.getByText(text)).toBeInViewport()
  await expect(toldOf).toBeHidden()
  await expect.poll(gap).toBeLessThan(2)

  // Further than 100 px from the end is further up …
  await log.evaluate(scrollBox, { fromEnd: 101 })
  expect(await gap()).toBe(101)
  await writeToReader()
  await expect(toldOf).toBeVisible()
  await expect.poll(gap).toBeGreaterThan(101)
  // … and within 100 px the view follows by itself, without a word: also rows whose heights are known only now.
  await log.evaluate(scrollBox, { fromEnd: 100 })
  await expect(toldOf).toBeHidden()
  expect(await gap()).toBeLessThanOrEqual(100)
  const next = await writeToReader()
  await expect(log.getByText(next)).toBeInViewport()
  await expect.poll(gap).toBeLessThan(2)
  await expect(toldOf).toBeHidden()
})

// spec 2.45
test('on a narrow screen a room fills the screen, and Back to Chats leads to the list', async ({ people }) => {
  const { asker, expert } = await people.pair([{ width: 375, height: 812, language: 'nl', dark: true }])
  const { page } = asker
  await page.goto('/dashboard?tab=chats')
  await page.getByRole('button', { name: new RegExp(expert.name, 'u') }).click()
  const chat = page.getByRole('region', { name: `Chat met ${expert.name}` })
  await expect(chat).toBeVisible()
  expect(await chat.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)).toMatchObject({
    top: 0,
    left: 0,
    width: 375,
    height: 812,
  })
  await page.getByRole('button', { name: 'Terug naar chats' }).click()
  await expect(chat).toBeHidden()
  await expect(page.getByRole('button', { name: new RegExp(expert.name, 'u') })).toBeVisible()
  // The way back does not lead into the room again.
  await page.goBack()
  await expect(page).toHaveURL(/tab=chats$/u)
  await expect(chat).toBeHidden()
})

// spec 2.88, 2.89, 2.90, 2.91, 2.93, 2.94
test('a chat has its partner, the request, who wrote what and when, and what can be sent; closed, only a notice', async ({
  people,
}) => {
  const { asker, expert, roomId } = await people.pair()
  const { page } = asker
  await page.goto(`/dashboard?tab=chats&room=${roomId}`)
  const chat = page.getByRole('region', { name: `Chat with ${expert.name}` })
  await expect(chat.getByRole('heading', { name: expert.name })).toBeVisible()
  const field = chat.getByLabel('Message', { exact: true })
  const controls = [
    field,
    ...['Request a payment', 'Add files', 'Send'].map((name) => chat.getByRole('button', { name, exact: true })),
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
    'Print conversation',
    'Report …',
    'End conversation',
    'Block …',
  ])
  await page.goBack()
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await expect(chat).toBeVisible()
  await menu.click()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: `End the conversation with ${expert.name}?` })
  await expect(question).toContainText('This cannot be undone.')
  await expect(question).toContainText('open payment requests can still be paid')
  await question.getByRole('button', { name: 'End conversation' }).click()
  await expect(chat.getByText('This chat is closed')).toBeVisible()
  await expect(chat.getByText(new RegExp(`^Closed on .+ ${new Date().getFullYear()}`, 'u'))).toBeVisible()
  for (const control of controls) await expect(control).toHaveCount(0)
  await menu.click()
  await expect(page.getByRole('menuitem')).toHaveText(['View profile', 'Print conversation', 'Report …', 'Block …'])
  await page.keyboard.press('Escape')
  // Neither is told who ended it, and both may ask anew.
  for (const [one, other] of [
    [page, expert.name],
    [expert.page, asker.name],
  ] as const) {
    const shown = one.getByRole('region', { name: `Chat with ${other}` })
    await expect(shown.locator('footer')).toHaveText(/^This chat is closedClosed on [^.]+Send Request$/u)
  }
  await chat.getByRole('button', { name: `Send Request to ${expert.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Send Request' })
  await dialog.getByLabel('Your introduction').fill('Once more?')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(chat.getByRole('button', { name: `Request sent: ${expert.name}` })).toBeVisible()
})

test('the newest message stays in view while bars go away and something is put in above it', async ({ people }) => {
  const page = await people.demo('sanne')
  await page.goto('/dashboard?tab=chats')
  await page.getByRole('button', { name: /Daan Verhoeven/u }).click()
  const log = page.getByRole('log')
  await expect(log.locator('.bubble').first()).toBeAttached()
  const gap = () => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
  await expect.poll(gap).toBeLessThan(2)
  await log.evaluate((box) => {
    const bar = document.createElement('p')
    bar.id = 'a-bar'
    bar.style.height = '40px'
    bar.style.flex = 'none'
    box.parentElement?.after(bar)
  })
  await expect.poll(gap).toBeLessThan(2)
  await log.evaluate((box) => {
    document.getElementById('a-bar')?.remove()
    // The browser takes the view up by what has become visible below …
    box.getBoundingClientRect()
    // … and before it has told so, there is more above.
    const grown = box.firstElementChild
    if (grown instanceof HTMLElement) grown.style.paddingTop = '300px'
  })
  await expect
    .poll(() => log.evaluate((box) => getComputedStyle(box.firstElementChild ?? box).paddingTop))
    .toBe('300px')
  await expect.poll(gap).toBeLessThan(2)
  // Who scrolls up stays there.
  await log.hover()
  await page.mouse.wheel(0, -400)
  await expect.poll(gap).toBeGreaterThan(200)
  await log.evaluate((box) => {
    if (box.firstElementChild instanceof HTMLElement) box.firstElementChild.style.paddingTop = '500px'
  })
  await expect.poll(gap).toBeGreaterThan(200)
})

// spec 2.45, 9.22
test('a screen is narrow below a width of 768', async ({ people }) => {
  const { asker, expert, roomId } = await people.pair([{ width: 768, height: 812 }])
  const { page } = asker
  await page.goto(`/dashboard?tab=chats&room=${roomId}`)
  const chat = page.getByRole('region', { name: `Chat with ${expert.name}` })
  const back = page.getByRole('button', { name: 'Back to Chats' })
  await expect(chat).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Your chats' })).toBeVisible()
  await expect(back).toBeHidden()
  await page.setViewportSize({ width: 767, height: 812 })
  await expect(back).toBeVisible()
  expect(await chat.boundingBox()).toMatchObject({ x: 0, y: 0, width: 767, height: 812 })
})

// spec 5.26
test('markup, scripts and right-to-left text are shown as text and do nothing', async ({ people }) => {
  const { asker, expert, roomId } = await people.pair()
  await asker.page.goto(`/dashboard?tab=chats&room=${roomId}`)
  await expert.page.goto(`/dashboard?tab=chats&room=${roomId}`)
  const alerts: string[] = []
  expert.page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.dismiss()
  })
  const field = asker.page.getByLabel('Message', { exact: true })
  for (const text of [
    '<img src=x onerror=alert(1)>hello',
    'if a < b && c > d then',
    'שלום עולם',
    `long${'o'.repeat(300)}ng`,
  ]) {
    await field.fill(text)
    await asker.page.keyboard.press('Enter')
  }
  const log = expert.page.getByRole('log')
  await expect(log).toContainText('hello')
  await expect(log).toContainText('if a < b && c > d then')
  await expect(log).toContainText('שלום עולם')
  await expect(log.locator('img')).toHaveCount(0)
  expect(await log.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
  expect(alerts).toEqual([])
})

test('what is written without a connection is sent, once and in order, when it is back', async ({ people }) => {
  const { asker, expert, roomId } = await people.pair()
  await asker.page.goto(`/dashboard?tab=chats&room=${roomId}`)
  await expert.page.goto(`/dashboard?tab=chats&room=${roomId}`)
  const field = asker.page.getByLabel('Message', { exact: true })
  await field.fill('before')
  await asker.page.keyboard.press('Enter')
  await expect(expert.page.getByRole('log')).toContainText('before')

  await asker.context.setOffline(true)
  // A connection that stands does not notice by itself that the network is gone.
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
})

test('a server killed in the middle of a conversation loses and doubles nothing', async ({ peopleOf }) => {
  test.setTimeout(120_000)
  const server = await startKundig()
  try {
    // So high that every message is in view, and with it in the page.
    const tall = { width: 375, height: 2400 }
    const { asker, expert, roomId } = await peopleOf(server.url).pair([tall, tall])
    for (const { page } of [asker, expert]) {
      await openLive(page, `/dashboard?tab=chats&room=${roomId}`)
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
