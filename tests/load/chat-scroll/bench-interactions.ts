import { type BrowserContext, expect, type Page } from '@playwright/test'

import { computeMedian } from '@kundig/testing/figures/median'

import { createFigures } from '../figures.ts'
import { openRoomPage, type RoomPage } from './room-page.ts'

/**
 * Measures interaction to next paint for the chat's ten main actions, in Chromium at a quarter of the processor's speed.
 * The room has 2,000 messages. The reference is a letter typed in an empty page. A missed budget gives exit code 1.
 *
 * ROUNDS=2   rounds instead of 5
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const MESSAGES = 2000
const SLOWDOWN = 4
const BUDGET_MS = 200
/** Minimum duration of an interaction that Chromium reports (ms). */
const LEAST_MS = 16
/** Wait for the paint and its report (ms). */
const SETTLE_MS = 500

interface Action {
  name: string
  before?: (page: Page) => Promise<unknown>
  act: (page: Page) => Promise<unknown>
  after?: (page: Page) => Promise<unknown>
}

const field = (page: Page) => page.getByLabel('Message', { exact: true })
const close = (page: Page) => page.keyboard.press('Escape')
const lastBubble = (page: Page) => page.getByRole('log').locator('.bubble').last()
const openMenu = async (page: Page): Promise<void> => {
  await lastBubble(page).hover()
  await page.getByRole('button', { name: 'More about this message' }).last().click()
  await page.getByRole('menu').waitFor()
}
const send = async (page: Page): Promise<void> => {
  await field(page).fill('That sounds good to me')
  await field(page).press('Enter')
  await page.waitForTimeout(SETTLE_MS)
}

const ACTIONS = ({ chatsUrl }: RoomPage): readonly Action[] => [
  {
    name: 'open a chat',
    before: (page) => page.goto(chatsUrl),
    act: (page) => page.getByRole('navigation', { name: 'Your chats' }).getByRole('button', { name: /Bob/u }).click(),
    after: (page) => page.getByRole('log').locator('.bubble').first().waitFor(),
  },
  {
    name: 'type a letter',
    before: (page) => field(page).focus(),
    act: (page) => page.keyboard.press('a'),
    after: async (page) => {
      await expect(field(page)).toHaveValue('a')
      await field(page).fill('')
    },
  },
  {
    name: 'send',
    before: (page) => field(page).fill('Shall we say half past nine?'),
    act: (page) => page.keyboard.press('Enter'),
    after: (page) => expect(lastBubble(page)).toContainText('half past nine'),
  },
  {
    name: 'open a message’s menu',
    before: (page) => lastBubble(page).hover(),
    act: (page) => page.getByRole('button', { name: 'More about this message' }).last().click(),
    after: async (page) => {
      await expect(page.getByRole('menu')).toBeVisible()
      await close(page)
    },
  },
  {
    name: 'reply',
    before: openMenu,
    act: (page) => page.getByRole('menuitem', { name: 'Reply' }).click(),
    after: close,
  },
  {
    name: 'react',
    before: openMenu,
    act: (page) => page.getByRole('menuitemcheckbox').first().click(),
  },
  {
    name: 'edit the last message',
    before: async (page) => {
      await send(page)
      await field(page).focus()
    },
    act: (page) => page.keyboard.press('ArrowUp'),
    after: async (page) => {
      await expect(field(page)).toHaveValue('That sounds good to me')
      await close(page)
    },
  },
  {
    name: 'delete a message',
    before: async (page) => {
      await openMenu(page)
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    },
    act: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click(),
  },
  {
    name: 'search messages',
    before: (page) => page.getByRole('searchbox', { name: 'Search messages' }).focus(),
    act: (page) => page.keyboard.press('h'),
    after: async (page) => {
      await expect(page.getByRole('searchbox', { name: 'Search messages' })).toHaveValue('h')
      await page.getByRole('searchbox', { name: 'Search messages' }).fill('')
    },
  },
  {
    name: 'propose an appointment',
    act: (page) => page.getByRole('button', { name: 'Propose an appointment' }).click(),
    after: close,
  },
]

/** Records the longest duration of an interaction, in the page. */
function observeInteractions(): void {
  const kept = globalThis as unknown as { longestMs: number }
  kept.longestMs = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0) kept.longestMs = Math.max(kept.longestMs, entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

async function measureLongestInteraction(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.waitForTimeout(SETTLE_MS)
  await page.evaluate(() => {
    ;(globalThis as unknown as { longestMs: number }).longestMs = 0
  })
  await act()
  await page.waitForTimeout(SETTLE_MS)
  const longestMs = await page.evaluate(() => (globalThis as unknown as { longestMs: number }).longestMs)
  return Math.max(LEAST_MS, longestMs)
}

async function throttleProcessor(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

await using opened = new AsyncDisposableStack()
const room = await openRoomPage(opened, MESSAGES)
const { page, context } = room
await context.addInitScript(observeInteractions)
await page.reload()
await page.getByRole('log').locator('.bubble').first().waitFor()
await throttleProcessor(context, page)
const empty = await context.newPage()
await empty.goto('about:blank')
await empty.setContent('<textarea autofocus></textarea>')
await empty.evaluate(observeInteractions)
await throttleProcessor(context, empty)

const actions = ACTIONS(room)
const reference: number[] = []
const times = actions.map((): number[] => [])
for (let round = -1; round < ROUNDS; round++) {
  await empty.bringToFront()
  await empty.locator('textarea').focus()
  const letterMs = await measureLongestInteraction(empty, () => empty.keyboard.press('a'))
  if (round >= 0) reference.push(letterMs)
  await page.bringToFront()
  for (const [index, { before, act, after }] of actions.entries()) {
    await before?.(page)
    const ms = await measureLongestInteraction(page, () => act(page))
    if (round >= 0) times[index]?.push(ms)
    await after?.(page)
  }
}

const figures = createFigures()
figures.heading(`Interaction to next paint at a ${SLOWDOWN} times slower processor, medians of ${ROUNDS} rounds`)
const letterMs = computeMedian(reference)
figures.log('a letter in an empty page', `${letterMs} ms`)
for (const [index, { name }] of actions.entries()) {
  const ms = computeMedian(times[index] ?? [])
  figures.log(`  ${name}, of a letter in an empty page`, `${(ms / letterMs).toFixed(1)}×`)
  figures.judge(name, ms, { atMost: BUDGET_MS }, ' ms')
}
process.exitCode = figures.conclude()
