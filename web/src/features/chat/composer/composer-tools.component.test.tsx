import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { chat, openRoom } from '../../../../test/component/chat-room.ts'

const more = chat.getByRole('button', { name: 'Add to the chat' })
const files = chat.getByRole('button', { name: 'Add files' })

it('shows the tools of the composer behind one button on a phone, and beside the field on a wide screen', async () => {
  await openRoom({ width: 375, height: 812 })
  await expect.element(more).toBeVisible()
  await expect.element(files).not.toBeInTheDocument()
  await more.click()
  await expect.element(files).toBeVisible()
  await expect.element(chat.getByRole('button', { name: 'Request a payment' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(files).not.toBeInTheDocument()
  await expect.element(more).toHaveFocus()
  await page.viewport(1280, 800)
  await expect.element(files).toBeVisible()
  await expect.element(more).not.toBeInTheDocument()
})
