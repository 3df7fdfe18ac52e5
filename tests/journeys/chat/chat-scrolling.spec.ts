import type { Locator, Page, Request } from '@playwright/test'

import { expect, test } from '@kundig/testing/browser/people'

/** Scrolls a box to a distance (px) from its top or end, and waits for the event and a frame. */
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

const gapBelow = (box: Locator): Promise<number> =>
  box.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight)

async function openLongRoom(page: Page): Promise<Locator> {
  await page.goto('/dashboard?tab=chats')
  await page.getByRole('button', { name: /Daan Verhoeven/u }).click()
  const log = page.getByRole('log')
  await expect(log.locator('.bubble').first()).toBeAttached()
  await expect.poll(() => gapBelow(log)).toBeLessThan(2)
  return log
}

const asksForOlder = (request: Request): boolean => request.postData()?.includes('before_seq') === true

// spec 9.13
test('scrolling up loads older messages and keeps the reading position', { tag: '@waverer' }, async ({ people }) => {
  const page = await people.demo('sanne')
  const log = await openLongRoom(page)

  // Delays the response, so that the test can measure before the older page arrives.
  let asked = 0
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/rpc/chat/messages', async (route, request) => {
    if (asksForOlder(request)) asked++
    await held
    await route.continue()
  })
  await log.evaluate(scrollBox, { fromTop: 400 })
  await log.evaluate(scrollBox, { fromTop: 101 })
  // Older messages load only within 100 px of the top.
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
  // Measures after painting, because rows get their heights late, and the list compensates in the same frame.
  const after = await log.evaluate(async (box, text) => {
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve))
    })
    return [...box.querySelectorAll('.bubble')].find((one) => one.textContent === text)?.getBoundingClientRect().top
  }, place.text)
  expect(Math.abs((after ?? 0) - place.top)).toBeLessThanOrEqual(2)

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
  await expect(log).toContainText('Your question')
})

// spec 9.13
test('the reading position stays when rows further down get their heights', async ({ people }) => {
  const page = await people.demo('sanne')
  await page.addInitScript(() => {
    const waiting: (() => void)[] = []
    let isHeld = false
    class HeldObserver extends ResizeObserver {
      constructor(callback: ResizeObserverCallback) {
        super((entries, observer) => {
          if (isHeld) waiting.push(() => callback(entries, observer))
          else callback(entries, observer)
        })
      }
    }
    Object.assign(window, {
      ResizeObserver: HeldObserver,
      holdHeights: () => (isHeld = true),
      giveHeights: () => {
        isHeld = false
        for (const call of waiting.splice(0)) call()
      },
    })
  })
  const held = Promise.withResolvers<void>()
  await page.exposeFunction('answer', held.resolve)
  await page.route('**/rpc/chat/messages', async (route, request) => {
    if (asksForOlder(request)) await held.promise
    await route.continue()
  })
  const log = await openLongRoom(page)

  // Scrolls past unseen rows. They render once scrolling stops; visible rows already have their heights.
  const moved = log.evaluate(async (box) => {
    const call = (name: string) => (Reflect.get(window, name) as () => void)()
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const rows = () => box.lastElementChild?.childElementCount ?? 0
    // A room stays at its end until its last rows have their heights.
    do {
      box.scrollTop = 100
      for (let frames = 0; frames < 4; frames++) await frame()
    } while (box.scrollTop !== 100)
    call('holdHeights')
    const { top } = box.getBoundingClientRect()
    const bubbles = () => [...box.querySelectorAll('.bubble')]
    const read = bubbles().find((one) => one.getBoundingClientRect().top > top)
    const place = () =>
      bubbles()
        .find((one) => one.textContent === read?.textContent)
        ?.getBoundingClientRect().top ?? Number.NaN
    const [placeBefore, rowsBefore, heightBefore] = [place(), rows(), box.scrollHeight]
    // On a slow machine, the new rows may already be rendered with their heights.
    for (let frames = 0; frames < 60 && rows() === rowsBefore; frames++) await frame()
    call('answer')
    while (box.scrollHeight < heightBefore + 500) await frame()
    const places = [place()]
    call('giveHeights')
    for (let frames = 0; frames < 30; frames++) {
      await frame()
      places.push(place())
    }
    return places.map((one) => Math.round(one - placeBefore))
  })
  expect((await moved).filter((px) => !(Math.abs(px) <= 2))).toEqual([])
})
