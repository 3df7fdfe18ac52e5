import { afterEach, describe, expect, it } from 'vitest'
import { cdp, type Locator, page, userEvent } from 'vitest/browser'

import { MARIEKE, ROOM } from '../../../development/gallery/gallery-data.ts'
import { openApp } from '../../../test/component/open-app.tsx'

const tab = (name: string): Locator => page.getByRole('tab', { name: new RegExp(`^${name}`, 'u') })
const room = page.getByRole('navigation', { name: 'Your chats' }).getByRole('button')
const more = page.getByRole('button', { name: 'More' })
const question = page.getByRole('alertdialog')

const open = (href: string) =>
  openApp(href, { rooms: [ROOM], api: { connectionRequests: { waiting: () => ({ items: [], open_chats: [] }) } } })

/** Returns the element with a focus ring. Ignores fields, which show a ring for mice too. */
function ringed(): Element | null {
  const focused = document.activeElement
  if (!focused || focused.matches('input, textarea, select') || !focused.matches(':focus-visible')) return null
  return getComputedStyle(focused).outlineStyle === 'none' ? null : focused
}

interface Touches {
  send: (method: 'Emulation.setTouchEmulationEnabled' | 'Input.dispatchTouchEvent', parameters: object) => Promise<void>
}
const touches = (): Touches => cdp() as unknown as Touches

/** Taps with a finger. Touch coordinates are relative to the window around the test frame. */
async function tap(target: Locator): Promise<void> {
  const [frame, box] = [window.frameElement?.getBoundingClientRect(), target.element().getBoundingClientRect()]
  if (!frame) throw new Error('The tests run in no frame')
  const scale = frame.width / innerWidth
  const finger = { x: frame.x + scale * (box.x + box.width / 2), y: frame.y + scale * (box.y + box.height / 2) }
  await touches().send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await touches().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] })
  await touches().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

afterEach(() => touches().send('Emulation.setTouchEmulationEnabled', { enabled: false }))

describe('mouse and touch', () => {
  it('select a tab without showing a focus ring', async () => {
    await open('/dashboard')
    for (const name of ['Chats', 'Requests', 'Explore']) {
      await tab(name).click()
      await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true')
      await expect.element(tab(name)).toHaveFocus()
      expect(ringed()).toBeNull()
    }
    await tap(tab('Requests'))
    await expect.element(tab('Requests')).toHaveAttribute('aria-selected', 'true')
    expect(ringed()).toBeNull()
  })

  it('open and close rooms, menus and dialogs without showing a focus ring', async () => {
    await open('/dashboard?tab=chats')
    await room.click()
    for (const isOpen of [true, false, true]) {
      await more.click()
      await expect.element(more).toHaveAttribute('aria-expanded', String(isOpen))
      expect(ringed()).toBeNull()
    }
    await more.click()
    await page.getByRole('button', { name: 'Close Chat' }).click()
    await expect.element(question).toBeVisible()
    expect(ringed()).toBeNull()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(ringed()).toBeNull()

    await tab('Explore').click()
    const expert = page.getByRole('article').first()
    await expert.getByRole('button', { name: /^Send request/iu }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(ringed()).toBeNull()
    await expert.getByRole('link').first().click()
    await expect.element(page.getByRole('heading', { name: MARIEKE.full_name, level: 1 })).toBeVisible()
    expect(ringed()).toBeNull()
  })
})

describe('the keyboard', () => {
  it('moves between tabs with a visible focus ring', async () => {
    await open('/dashboard')
    await expect.element(tab('Explore')).toBeVisible()
    document.querySelector<HTMLElement>('#main')?.focus()
    for (const [key, name] of [
      ['{Tab}', 'Explore'],
      ['{ArrowRight}', 'Requests'],
      ['{End}', 'Chats'],
      ['{ArrowRight}', 'Explore'],
      ['{ArrowLeft}', 'Chats'],
      ['{Home}', 'Explore'],
    ] as const) {
      await userEvent.keyboard(key)
      await expect.element(tab(name)).toHaveFocus()
      await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true')
      await expect.element(tab(name)).toHaveStyle({ outlineStyle: 'solid' })
    }
    // The Tab key reaches only the chosen tab; arrow keys reach the others.
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Tab}')
    await expect.element(tab('Explore')).toHaveFocus()
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByRole('tabpanel', { name: /^Explore/u })).toHaveFocus()
  })

  it('opens and closes menus and dialogs with a visible focus ring', async () => {
    await open('/dashboard?tab=chats')
    await expect.element(room).toBeVisible()
    room.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(more).toBeVisible()
    more.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menuitem').first()).toHaveFocus()
    expect(ringed()).not.toBeNull()
    await userEvent.keyboard('{End}{Enter}')
    await expect.element(question).toBeVisible()
    expect(ringed()).not.toBeNull()
    await userEvent.keyboard('{Escape}')
    await expect.element(question).not.toBeInTheDocument()
    expect(ringed()).not.toBeNull()
  })
})
