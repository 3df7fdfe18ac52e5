import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

import { Refusal } from '@kundig/contract/errors'
import { readColour } from '@kundig/testing/browser/colours'

import { MARIEKE, ROOM } from '../../../development/gallery/gallery-data.ts'
import { mountPart } from '../../../test/component/mount.tsx'
import { openApp } from '../../../test/component/open-app.tsx'
import { toast } from './toast.tsx'

const shown = (text: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByText(text, { exact: true }) })
const failure = shown('It failed')

async function expectTopCentre(element: Locator): Promise<void> {
  await expect
    .poll(() => {
      const { x, y, width } = element.element().getBoundingClientRect()
      return y >= 0 && y < 60 && Math.abs(x + width / 2 - innerWidth / 2) <= 1
    })
    .toBe(true)
}

afterEach(() => vi.useRealTimers())

describe('toasts', () => {
  // spec 8.1, 8.3, 8.4, 8.31
  it.each([
    ['light', false],
    ['dark', true],
  ])(
    'a toast is red for failures, green for successes and blue for information, at the top centre (%s)',
    async (_name, dark) => {
      await mountPart(<hr />, { dark })
      toast.error('It failed')
      await failure.hover()
      await expectTopCentre(failure)
      const red = readColour(failure.element())
      expect(red.red).toBeGreaterThan(1.5 * Math.max(red.green, red.blue))

      toast.success('It worked')
      await expectTopCentre(shown('It worked'))
      await expect.element(failure).not.toBeInTheDocument()
      const green = readColour(shown('It worked').element())
      expect(green.green).toBeGreaterThan(1.2 * Math.max(green.red, green.blue))

      toast.info('It is so')
      await expectTopCentre(shown('It is so'))
      const blue = readColour(shown('It is so').element())
      expect(blue.blue).toBeGreaterThan(1.2 * Math.max(blue.red, blue.green))
    },
  )

  // spec 8.2, 9.1
  it('a toast stays visible for 4,000 ms', async () => {
    const below = 'Below'
    await mountPart(<hr className="mt-100" aria-label={below} />)
    // Moves the pointer away, because a toast under the pointer would stay visible.
    await page.getByRole('separator', { name: below }).hover()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    toast.error('It failed')
    await expect.element(failure).toHaveAttribute('data-mounted', 'true')
    vi.advanceTimersByTime(3999)
    await new Promise(requestAnimationFrame)
    await expect.element(failure).toHaveAttribute('data-removed', 'false')
    vi.advanceTimersByTime(1)
    await expect.element(failure).toHaveAttribute('data-removed', 'true')
    vi.runAllTimers()
    await expect.element(failure).not.toBeInTheDocument()
  })

  it('a toast disappears when the reader chooses another language', async () => {
    await openApp('/login', { session: null })
    toast.error('It failed')
    // Hovers over the toast, so that it does not expire.
    await failure.hover()
    page.getByRole('button', { name: 'NL', exact: true }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('link', { name: 'Inloggen' })).toBeVisible()
    await expect.element(failure).not.toBeInTheDocument()
  })

  it('a toast does not cover the header and the back button of an open chat on a phone', async () => {
    await openApp(`/dashboard?tab=chats&room=${ROOM.id}`, {
      rooms: [ROOM],
      width: 375,
      height: 812,
      api: {
        chat: {
          close: () => {
            throw new Refusal('CLOSE_FAILED')
          },
        },
      },
    })
    const end = { name: 'Close Chat' }
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', end).click()
    await page.getByRole('alertdialog').getByRole('button', end).click()
    const refused = shown('Failed to close chat')
    await expect.element(refused).toBeVisible()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
    await refused.hover()
    const header = page
      .getByRole('region', { name: `Chat with ${MARIEKE.full_name}` })
      .element()
      .querySelector('header')
    if (!header) throw new Error('The chat has no header')
    await expect
      .poll(() => refused.element().getBoundingClientRect().y - header.getBoundingClientRect().bottom)
      .toBeGreaterThanOrEqual(0)
    await page.getByRole('button', { name: 'Back to Chats' }).click()
    await expect.element(page.getByRole('button', { name: 'Back to Chats' })).not.toBeInTheDocument()
  })
})
