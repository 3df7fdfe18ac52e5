import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { READER } from '../../../../../development/gallery/gallery-data.ts'
import { listBubbles, createMessage, log, openRoom, listTexts } from '../../../../../test/component/chat-room.ts'

const menu = page.getByRole('menu', { name: 'More about this message' })
const items = () =>
  menu
    .getByRole('menuitem')
    .elements()
    .map(({ textContent }) => textContent)

async function openMessages() {
  await openRoom({
    messages: [
      createMessage(1, { content: 'See https://kundig.example/a for more' }),
      createMessage(2, { sender_id: READER.id, content: 'Thanks' }),
    ],
  })
  await expect.poll(listTexts).toHaveLength(2)
  const [peers, own] = listBubbles()
  if (!peers || !own) throw new Error('A message is missing')
  return { peers, own }
}

function openBrowserMenu(target: Element, init: PointerEventInit = {}): boolean {
  const { left, top } = target.getBoundingClientRect()
  return !target.dispatchEvent(
    new PointerEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left, clientY: top, ...init }),
  )
}

async function press(target: Element, ms: number): Promise<void> {
  const { left: clientX, top: clientY } = target.getBoundingClientRect()
  const touches = [new Touch({ identifier: 1, target, clientX, clientY })]
  target.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches }))
  await new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
  target.dispatchEvent(new TouchEvent('touchend', { bubbles: true, touches: [] }))
}

describe('the menu of a message', () => {
  it('copies any text, and offers to report only the partner’s messages', async () => {
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    onTestFinished(() => written.mockRestore())
    const { peers, own } = await openMessages()
    expect(openBrowserMenu(peers)).toBe(true)
    await expect.poll(items).toEqual(['Reply', 'Copy', 'Report this message'])
    await userEvent.keyboard('{Escape}')
    await expect.element(menu).not.toBeInTheDocument()
    expect(openBrowserMenu(own)).toBe(true)
    await expect.poll(items).toEqual(['Reply', 'Copy', 'Delete'])
    await menu.getByRole('menuitem', { name: 'Copy' }).click()
    expect(written).toHaveBeenCalledWith('Thanks')
    await expect.element(menu).not.toBeInTheDocument()
  })

  it('does not replace the browser’s menu on links and selected texts', async () => {
    const { peers, own } = await openMessages()
    const link = log.getByRole('link', { name: /kundig\.example/u })
    await expect.element(link).toBeVisible()
    expect(openBrowserMenu(link.element())).toBe(false)
    getSelection()?.selectAllChildren(peers)
    expect(openBrowserMenu(peers)).toBe(false)
    getSelection()?.removeAllRanges()
    expect(openBrowserMenu(own, { pointerType: 'touch' })).toBe(true)
    await expect.element(menu).toBeVisible()
  })

  it('opens after a long press, not after a short press, and within the window', async () => {
    const { own } = await openMessages()
    await press(own, 50)
    await expect.element(menu).not.toBeInTheDocument()
    await press(own, 600)
    await expect.element(menu).toBeVisible()
    const { right, bottom } = menu.element().getBoundingClientRect()
    expect(right).toBeLessThanOrEqual(innerWidth)
    expect(bottom).toBeLessThanOrEqual(innerHeight)
  })

  it('closes after Back or a press outside, and returns the focus to the menu button', async () => {
    await openMessages()
    const button = page.getByRole('button', { name: 'More about this message' }).last()
    button.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(menu.getByRole('menuitem').first()).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(button).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(menu).toBeVisible()
    history.back()
    await expect.element(menu).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    document.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    await expect.element(menu).not.toBeInTheDocument()
  })
})
