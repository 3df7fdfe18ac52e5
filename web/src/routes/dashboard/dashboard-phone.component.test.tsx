import { expect, it } from 'vitest'
import { page } from 'vitest/browser'

import { readColour } from '@kundig/testing/browser/colours'

import { createNotification, createRequest, MARIEKE, ROOM } from '../../../development/gallery/gallery-data.ts'
import { openApp } from '../../../test/component/open-app.tsx'

const PHONE = { width: 375, height: 812 }
const CHATS = '/dashboard?tab=chats'
const tabs = page.getByRole('tablist')
const chats = page.getByRole('tab', { name: /^Chats/u })

const redMarks = (): string[] =>
  [...document.querySelectorAll('.count')]
    .filter((mark) => {
      const { red, green, blue } = readColour(mark)
      return mark.checkVisibility() && red > 2 * Math.max(green, blue)
    })
    .map((mark) => mark.closest('[role=tab], button')?.textContent.match(/[A-Z][a-z]+/u)?.[0] ?? '')

// spec 2.33
it.each(['/dashboard', '/dashboard?tab=requests', CHATS])(
  'the tabs stand at the bottom edge of a phone and cover nothing: %s',
  async (href) => {
    await openApp(href, { ...PHONE, rooms: [ROOM] })
    await expect.element(chats).toBeVisible()
    expect(tabs.element().getBoundingClientRect().bottom).toBe(window.innerHeight)
    await expect.element(page.getByRole('tabpanel')).not.toBeEmptyDOMElement()
    document.documentElement.scrollTo(0, document.documentElement.scrollHeight)
    const end = page.getByRole('tabpanel').element().getBoundingClientRect().bottom
    expect(end).toBeLessThanOrEqual(tabs.element().getBoundingClientRect().top)
    await page.viewport(1280, 800)
    await expect
      .poll(() => tabs.element().getBoundingClientRect().bottom)
      .toBeLessThan(page.getByRole('tabpanel').element().getBoundingClientRect().top + 1)
  },
)

it('an open room replaces the tabs', async () => {
  await openApp(`${CHATS}&room=${ROOM.id}`, { ...PHONE, rooms: [ROOM] })
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await expect.element(send).toBeVisible()
  const { x, bottom } = tabs.element().getBoundingClientRect()
  expect(tabs.element().contains(document.elementFromPoint(x + 40, bottom - 20))).toBe(false)
  await page.getByRole('button', { name: 'Back to Chats' }).click()
  await expect.poll(() => tabs.element().contains(document.elementFromPoint(x + 40, bottom - 20))).toBe(true)
})

// spec 2.36, 2.40
it('shows one red mark per item on a phone', async () => {
  await openApp('/dashboard', {
    ...PHONE,
    rooms: [{ ...ROOM, unread_count: 2 }],
    api: {
      connectionRequests: { pending: () => ({ items: [createRequest(1)], total: 1 }) },
      notifications: {
        list: () => ({ items: [createNotification('request_received')], next_cursor: null, unread: 1 }),
      },
    },
  })
  await expect.element(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  await expect.poll(redMarks).toEqual(['Requests', 'Chats'])
  const dot = (): string =>
    getComputedStyle(page.getByRole('button', { name: 'Open menu' }).element(), '::after').display
  expect(dot()).toBe('none')
  await chats.click()
  await expect.element(page.getByRole('button', { name: new RegExp(MARIEKE.full_name, 'u') }).first()).toBeVisible()
  await expect.poll(() => redMarks().length).toBe(2)
})

// spec 2.17, 2.18, 2.19
it('the menu of a phone contains language and display mode', async () => {
  await openApp('/', { ...PHONE, session: null })
  const dark = page.getByRole('button', { name: 'Use dark mode' })
  const dutch = page.getByRole('button', { name: 'NL', exact: true })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect.element(dark).toBeVisible()
  await dutch.click()
  await page.getByRole('button', { name: 'Menu sluiten' }).click()
  await expect.element(dutch).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Donkere weergave' })).not.toBeInTheDocument()
})
