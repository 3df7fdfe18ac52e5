import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Message } from '@kundig/contract/chat/chat.contract'

import { READER } from '../../../../development/gallery/gallery-data.ts'
import {
  createMessage,
  field,
  listTexts,
  log,
  openMessageMenu,
  openRoom,
  type RoomOptions,
} from '../../../../test/component/chat-room.ts'
import { fakeLive } from '../../../../test/component/fake-live.ts'

const bar = page.getByText('Replying to Marieke')
const cancel = page.getByRole('button', { name: 'Cancel' })
const quotes = log.getByRole('button', { name: /^In reply to/u })

async function openTexts(options: RoomOptions = {}) {
  const theirs = createMessage(1, { content: 'A question' })
  const own = createMessage(2, { sender_id: READER.id, created_at: new Date().toISOString() })
  const app = await openRoom({ messages: [theirs, own], ...options })
  await expect.poll(listTexts).toHaveLength(2)
  return { ...app, theirs, own }
}

async function reply(message: Message): Promise<void> {
  await openMessageMenu(message)
  await page.getByRole('menuitem', { name: 'Reply' }).click()
}

describe('replying to a message', () => {
  it('shows the original message above the field, and sends one reply', async () => {
    const { theirs, stored } = await openTexts()
    await reply(theirs)
    await expect.element(bar).toBeVisible()
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveAccessibleDescription('Replying to Marieke A question')
    await userEvent.keyboard('An answer{Enter}')
    await expect.element(bar).not.toBeInTheDocument()
    await expect.element(quotes).toHaveTextContent('In reply toMariekeA question')
    await userEvent.keyboard('And more{Enter}')
    await expect
      .poll(() => stored.slice(2).map(({ content, reply_to }) => [content, reply_to?.seq]))
      .toEqual([
        ['An answer', 1],
        ['And more', undefined],
      ])
  })

  it('ends after Escape or Cancel without losing the typed text', async () => {
    const { theirs, own } = await openTexts()
    await field.fill('A draft')
    for (const end of [() => userEvent.keyboard('{Escape}'), () => cancel.click()]) {
      await reply(theirs)
      await expect.element(bar).toBeVisible()
      await end()
      await expect.element(bar).not.toBeInTheDocument()
      await expect.element(field).toHaveValue('A draft')
      await expect.element(field).toHaveFocus()
    }
    await reply(own)
    await expect.element(page.getByText('Replying to yourself')).toBeVisible()
  })

  it('a person cannot reply and edit at the same time', async () => {
    const { theirs } = await openTexts()
    await reply(theirs)
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(page.getByText('Editing your message')).toBeVisible()
    await expect.element(bar).not.toBeInTheDocument()
    await reply(theirs)
    await expect.element(bar).toBeVisible()
    await expect.element(page.getByText('Editing your message')).not.toBeInTheDocument()
    await expect.element(field).toHaveValue('')
    await userEvent.keyboard('{Escape}')
    await expect.element(bar).not.toBeInTheDocument()
  })

  it('continues after the original message was deleted', async () => {
    const { theirs, stored } = await openTexts()
    await reply(theirs)
    fakeLive.emit('message.updated', { ...theirs, content: 'Message deleted', deleted: true, change_seq: 1 })
    await expect.element(field).toHaveAccessibleDescription('Replying to Marieke Message deleted')
    await userEvent.keyboard('An answer{Enter}')
    await expect.poll(() => stored.at(-1)?.reply_to?.seq).toBe(1)
  })

  it('shows the original message of an unsent reply and of a refused reply', async () => {
    const { theirs } = await openTexts({ live: { 'message.send': () => ({ ok: false, code: 'MESSAGE_INVALID' }) } })
    await reply(theirs)
    await userEvent.keyboard('An answer{Enter}')
    await expect.element(page.getByText(/^Not sent\./u).last()).toBeVisible()
    await expect.element(quotes).toHaveTextContent('In reply toMariekeA question')
    await log.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(listTexts).toHaveLength(2)
  })

  it('restores reply mode when the text cannot be stored', async () => {
    const { theirs } = await openTexts()
    await reply(theirs)
    await expect.element(bar).toBeVisible()
    const uuid = vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
      throw new Error('no id')
    })
    onTestFinished(() => uuid.mockRestore())
    await userEvent.keyboard('An answer{Enter}')
    await expect.element(field).toHaveValue('An answer')
    await expect.element(bar).toBeVisible()
  })
})
