import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'
import { LIMITS } from '@kundig/contract/limits'

import { MARIEKE, READER } from '../../../../../development/gallery/gallery-data.ts'
import {
  chat,
  createChatFile,
  createMessage,
  createNamedPhoto,
  createPdfFile,
  listTexts,
  log,
  openMessageMenu,
  openRoom,
  type RoomOptions,
  viewer,
} from '../../../../../test/component/chat-room.ts'
import { fakeLive } from '../../../../../test/component/fake-live.ts'

const menuButtons = page.getByRole('button', { name: /^(?:More about this message|Meer over dit bericht)$/u })
const item = (name: string) => page.getByRole('menuitem', { name })
const dialog = page.getByRole('alertdialog')
const deleteButton = dialog.getByRole('button', { name: 'Delete' })
const announcement = () => chat.element().querySelector('[aria-live=polite]')?.textContent

const ago = (ms: number) => ({ created_at: new Date(Date.now() - ms).toISOString() })
const own = (seq: number, rest: Partial<Message> = {}): Message =>
  createMessage(seq, { sender_id: READER.id, ...ago(0), ...rest })
const createDeleted = (message: Message, change_seq = 1) => {
  const { file: _file, edited: _edited, ...rest } = message
  return { ...rest, content: 'Message deleted', deleted: true as const, change_seq }
}

async function listItems(message: Message): Promise<string[]> {
  await openMessageMenu(message)
  const names = page
    .getByRole('menuitem')
    .elements()
    .map(({ textContent }) => textContent)
  await userEvent.keyboard('{Escape}')
  return names
}

async function choose(message: Message, name: string): Promise<void> {
  await openMessageMenu(message)
  await item(name).click()
}

describe('the menu of a message', () => {
  async function openKinds(room: RoomOptions['room'] = {}): Promise<string[][]> {
    const file = await createChatFile('plan.pdf', createPdfFile('plan.pdf'))
    const messages = [
      own(1, { ...ago(LIMITS.messageEditableMs + 1000), content: 'old' }),
      own(2, { content: 'new' }),
      own(3, { file }),
      createMessage(4, { content: 'theirs' }),
      createMessage(5, { file }),
      own(6, { removed: true }),
      createDeleted(own(7)),
    ]
    await openRoom({ room, messages })
    const found: string[][] = []
    for (const message of messages.slice(0, 5)) found.push(await listItems(message))
    expect(menuButtons.elements()).toHaveLength(found.length)
    return found
  }

  it('closes when another device deletes the message, and moves the focus to the list', async () => {
    const message = own(1)
    await openRoom({ messages: [message] })
    await openMessageMenu(message)
    await expect.element(item('Delete')).toBeVisible()
    fakeLive.emit('message.updated', createDeleted(message))
    await expect.poll(listTexts).toEqual(['You deleted this message'])
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(log).toHaveFocus()
  })

  it('the menu of an own text offers Edit for one day and Delete at any time', async () => {
    expect(await openKinds()).toEqual([
      ['Reply', 'Copy', 'Delete'],
      ['Reply', 'Copy', 'Edit', 'Delete'],
      ['Reply', 'Delete'],
      ['Reply', 'Copy', 'Report this message'],
      ['Reply', 'Report this file'],
    ])
  })

  it('offers to delete, not to edit, in a closed chat', async () => {
    const closed = { status: 'closed', closed_at: '2026-03-03T09:00:00.000Z' } as const
    expect((await openKinds(closed)).slice(0, 3)).toEqual([['Copy', 'Delete'], ['Copy', 'Delete'], ['Delete']])
  })
})

describe('deleting a message', () => {
  it('a deletion requires a confirmation and leaves a placeholder in the chat', async () => {
    const message = own(1)
    const deleteMessage = vi.fn<() => Message>(() => createDeleted(message))
    await openRoom({ messages: [message], api: { chat: { deleteMessage } } })
    await choose(message, 'Delete')
    await expect.element(dialog.getByRole('heading')).toHaveTextContent('Delete this message?')
    await expect
      .element(dialog)
      .toHaveAccessibleDescription('The message disappears for both of you. Marieke may have read it already.')
    await deleteButton.click()
    await expect.poll(listTexts).toEqual(['You deleted this message'])
    await expect.element(dialog).not.toBeInTheDocument()
    expect(deleteMessage).toHaveBeenCalledExactlyOnceWith({ room_id: message.room_id, seq: 1 })
    await expect.element(log).toHaveFocus()
    const rooms = page.getByRole('navigation', { name: 'Your chats' })
    await expect.element(rooms.getByText('Message deleted')).toBeVisible()
    await expect.element(rooms.getByText('You:')).not.toBeInTheDocument()
  })

  it('a failed deletion of a file keeps the dialog open and shows the reason', async () => {
    const message = own(1, { file: await createChatFile('plan.pdf', createPdfFile('plan.pdf')) })
    await openRoom({
      language: 'nl',
      messages: [message],
      api: {
        chat: {
          deleteMessage: () => {
            throw new Refusal('TOO_MANY_ATTEMPTS')
          },
        },
      },
    })
    await choose(message, 'Verwijderen')
    await expect.element(dialog.getByRole('heading')).toHaveTextContent('Dit bestand verwijderen?')
    await dialog.getByRole('button', { name: 'Verwijderen' }).click()
    await expect.element(dialog.getByRole('alert')).toBeVisible()
    await dialog.getByRole('button', { name: 'Annuleren' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(menuButtons).toHaveFocus()
  })

  it('closes the dialog when another device deletes the message', async () => {
    const message = own(1)
    await openRoom({ messages: [message] })
    await choose(message, 'Delete')
    await expect.element(dialog).toBeVisible()
    fakeLive.emit('message.updated', createDeleted(message))
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.poll(listTexts).toEqual(['You deleted this message'])
  })

  it('closes the viewer of a deleted picture', async () => {
    const photo = createNamedPhoto('hall.jpg', '#c63')
    const message = createMessage(1, { file: await createChatFile('hall.jpg', photo) })
    await openRoom({ messages: [message] })
    await log.getByRole('button', { name: /hall\.jpg/u }).click()
    await expect.element(viewer).toBeVisible()
    fakeLive.emit('message.updated', createDeleted(message))
    await expect.element(viewer).not.toBeInTheDocument()
    await expect.poll(listTexts).toEqual(['Message deleted'])
  })
})

describe('a change by the partner', () => {
  it('announces when the partner edits or deletes the last message', async () => {
    const { receive, stored } = await openRoom({ messages: [createMessage(1)] })
    await expect.poll(listTexts).toHaveLength(1)
    receive('First words')
    await expect.poll(announcement).toBe(`${MARIEKE.full_name}: First words`)
    const message = stored[1]
    if (!message) throw new Error('no message')
    fakeLive.emit('message.updated', { ...message, content: 'Second words', edited: true, change_seq: 1 })
    await expect.poll(announcement).toBe(`${MARIEKE.full_name}: Second words (edited)`)
    await expect.element(log.getByText('edited')).toBeVisible()
    fakeLive.emit('message.updated', createDeleted(message, 2))
    await expect.poll(announcement).toBe(`${MARIEKE.full_name}: Message deleted`)
    await expect.poll(listTexts).toEqual(['Message 1', 'Message deleted'])
  })

  it('does not announce a change to a message before the last one', async () => {
    const first = createMessage(1)
    const { receive } = await openRoom({ messages: [first] })
    await expect.poll(listTexts).toHaveLength(1)
    receive('Later')
    await expect.poll(announcement).toBe(`${MARIEKE.full_name}: Later`)
    fakeLive.emit('message.updated', createDeleted(first))
    await expect.poll(listTexts).toEqual(['Message deleted', 'Later'])
    expect(announcement()).toBe(`${MARIEKE.full_name}: Later`)
  })
})
