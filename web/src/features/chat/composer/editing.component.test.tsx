import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'
import { LIMITS, TYPING } from '@kundig/contract/limits'

import { READER } from '../../../../development/gallery/gallery-data.ts'
import {
  createMessage,
  createPdfFile,
  createTransfer,
  findRow,
  tray,
  field,
  listBubbles,
  listTexts,
  openMessageMenu,
  openRoom,
  type RoomOptions,
  send,
} from '../../../../test/component/chat-room.ts'
import { fakeLive } from '../../../../test/component/fake-live.ts'

const editBar = page.getByText('Editing your message')
const save = page.getByRole('button', { name: 'Save' })
const cancel = page.getByRole('button', { name: 'Cancel' })

type EditMessage = (input: { room_id: string; seq: number | string; content: string }) => Message | Promise<Message>

const own = (seq: number, content: string, rest: Partial<Message> = {}): Message =>
  createMessage(seq, { sender_id: READER.id, content, created_at: new Date().toISOString(), ...rest })

/** Opens a room with two own texts and one by the partner. */
async function openTexts(options: RoomOptions = {}) {
  const [first, second] = [own(1, 'first'), own(2, 'second')]
  const messages = [first, second, createMessage(3)]
  const editMessage = vi.fn<EditMessage>(({ seq, content }) => {
    const before = messages.find((one) => one.seq === seq)
    if (!before) throw new Refusal('MESSAGE_NOT_FOUND')
    return { ...before, content, edited: true, change_seq: 1 }
  })
  const app = await openRoom({ messages, api: { chat: { editMessage } }, ...options })
  await expect.poll(listTexts).toHaveLength(3)
  return { ...app, first, second, editMessage }
}

async function edit(message: Message): Promise<void> {
  await openMessageMenu(message)
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect.element(editBar).toBeVisible()
}

describe('editing a message', () => {
  it('starts with Arrow Up in an empty field, and saves with Enter', async () => {
    const { editMessage, second } = await openTexts()
    await field.click()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(field).toHaveValue('second')
    await expect.element(field).toHaveAccessibleDescription('Editing your message')
    expect(listBubbles().map((bubble) => bubble.classList.contains('outline-2'))).toEqual([false, true, false])
    await userEvent.keyboard(' thoughts{Enter}')
    await expect.poll(listTexts).toEqual(['first', 'second thoughts', 'Message 3'])
    expect(editMessage).toHaveBeenCalledExactlyOnceWith({
      room_id: second.room_id,
      seq: 2,
      content: 'second thoughts',
    })
    await expect.element(editBar).not.toBeInTheDocument()
    await expect.element(field).toHaveValue('')
    await expect.element(field).toHaveFocus()
    await expect.element(page.getByText('edited', { exact: true })).toBeVisible()
  })

  it('ignores Arrow Up with a modifier key, for browsers and screen readers', async () => {
    await openTexts()
    await field.click()
    for (const key of ['Shift', 'Control', 'Alt', 'Meta']) await userEvent.keyboard(`{${key}>}{ArrowUp}{/${key}}`)
    await expect.element(field).toHaveValue('')
    await expect.element(editBar).not.toBeInTheDocument()
  })

  it('does not start with Arrow Up for a text older than a day', async () => {
    const created_at = new Date(Date.now() - LIMITS.messageEditableMs - 1000).toISOString()
    await openRoom({ messages: [own(1, 'old', { created_at })] })
    await field.click()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(field).toHaveValue('')
    await expect.element(send).toBeVisible()
  })

  it('hides the draft and the tools until Cancel or Escape, and sends no typing events', async () => {
    const typing = vi.fn<(input: object) => void>()
    const { first } = await openTexts({ live: { typing } })
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    await field.fill('A draft')
    await expect.poll(() => typing).toHaveBeenCalledOnce()
    for (const end of [() => cancel.click(), () => userEvent.keyboard('{Escape}')]) {
      await edit(first)
      await expect.element(field).toHaveFocus()
      await expect.element(page.getByRole('button', { name: 'Add files' })).not.toBeInTheDocument()
      // Enough time passes for another typing event.
      vi.advanceTimersByTime(TYPING.everyMs)
      await field.fill('Another text')
      expect(Object.entries(localStorage).find(([key]) => key.startsWith('draft:'))?.[1]).toBe('A draft')
      await end()
      await expect.element(editBar).not.toBeInTheDocument()
      await expect.element(field).toHaveValue('A draft')
      await expect.element(field).toHaveFocus()
    }
    await expect.element(send).toBeVisible()
    expect(typing).toHaveBeenCalledOnce()
  })

  it('handles Escape in edit mode only', async () => {
    const { first } = await openTexts()
    const heard = vi.fn<() => void>()
    document.addEventListener('keydown', heard)
    await edit(first)
    heard.mockClear()
    await userEvent.keyboard('{Escape}')
    await expect.element(editBar).not.toBeInTheDocument()
    expect(heard).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    expect(heard).toHaveBeenCalledOnce()
    document.removeEventListener('keydown', heard)
  })

  it('does not save an empty text, and ends without saving an unchanged text', async () => {
    const { editMessage, second } = await openTexts()
    await edit(second)
    await field.fill('  ')
    await userEvent.keyboard('{Enter}')
    await expect.element(editBar).toBeVisible()
    await field.fill(' second ')
    await save.click()
    await expect.element(editBar).not.toBeInTheDocument()
    expect(editMessage).not.toHaveBeenCalled()
  })

  it('makes the field read-only during a save, and keeps the text after a failure with its reason', async () => {
    const { editMessage, second } = await openTexts()
    const held = Promise.withResolvers<Message>()
    editMessage.mockReturnValueOnce(held.promise)
    await edit(second)
    await field.fill('changed')
    await save.click()
    await expect.element(save).toHaveAttribute('aria-busy', 'true')
    await expect.element(field).toHaveAttribute('readonly')
    await cancel.click()
    await expect.element(editBar).toBeVisible()
    held.reject(new Refusal('EDIT_ENDED'))
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('You can edit a message for 24 hours, while the chat is open')
    await expect.element(field).toHaveValue('changed')
    await expect.element(field).not.toHaveAttribute('readonly')
    await save.click()
    await expect.poll(listTexts).toEqual(['first', 'changed', 'Message 3'])
  })

  it('keeps the text of a failed save as the draft when the person edits another message', async () => {
    const { editMessage, first, second } = await openTexts()
    const held = Promise.withResolvers<Message>()
    editMessage.mockReturnValueOnce(held.promise)
    await edit(second)
    await field.fill('changed')
    await save.click()
    await edit(first)
    await expect.element(field).toHaveValue('first')
    held.reject(new Refusal('TOO_MANY_ATTEMPTS'))
    await expect.element(page.getByText(/Too many/u)).toBeVisible()
    await cancel.click()
    await expect.element(field).toHaveValue('changed')
  })

  it('deleting a message elsewhere ends its edit and saves the changed text in the draft', async () => {
    const { first, second } = await openTexts()
    const createDeleted = (message: Message, change_seq: number) => ({
      ...message,
      content: 'Message deleted',
      deleted: true as const,
      change_seq,
    })
    await edit(second)
    fakeLive.emit('message.updated', createDeleted(second, 1))
    await expect.element(page.getByText('This message was deleted')).toBeVisible()
    await expect.element(field).toHaveValue('')
    await field.fill('A draft')
    await edit(first)
    await field.fill('Better words')
    fakeLive.emit('message.updated', createDeleted(first, 2))
    await expect.element(editBar).not.toBeInTheDocument()
    await expect.element(field).toHaveValue('Better words\nA draft')
  })

  it('ends when the chat is closed, and keeps a changed text as the draft', async () => {
    const { close, second } = await openTexts()
    await edit(second)
    await field.fill('Better words')
    close()
    await expect.element(page.getByText('This chat is closed')).toBeVisible()
    await expect.element(page.getByText('You can edit a message for 24 hours, while the chat is open')).toBeVisible()
    await expect.element(page.getByText('Your unsent draft:')).toBeVisible()
    await expect.element(page.getByText('Better words')).toBeVisible()
  })

  it('ignores pasted files', async () => {
    const { second } = await openTexts()
    const clipboardData = createTransfer([createPdfFile('plan.pdf')])
    const isTaken = () =>
      !field.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    await edit(second)
    expect(isTaken()).toBe(false)
    await cancel.click()
    await expect.element(editBar).not.toBeInTheDocument()
    expect(isTaken()).toBe(true)
    await expect.element(findRow('plan.pdf')).toBeVisible()
    await tray.getByRole('button', { name: 'Remove plan.pdf' }).click()
    await expect.element(tray).not.toBeInTheDocument()
  })
})
