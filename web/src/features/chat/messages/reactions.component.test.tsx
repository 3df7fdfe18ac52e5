import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Message } from '@kundig/contract/chat/chat.contract'
import type { Reaction } from '@kundig/contract/chat/reactions'
import { Refusal } from '@kundig/contract/errors'

import { createPaymentMessage, MARIEKE, READER } from '../../../../development/gallery/gallery-data.ts'
import {
  chat,
  createMessage,
  listBubbles,
  listTexts,
  log,
  openMessageMenu,
  openRoom,
  type RoomOptions,
} from '../../../../test/component/chat-room.ts'
import { fakeLive } from '../../../../test/component/fake-live.ts'

const menu = page.getByRole('menu')
const row = menu.getByRole('group', { name: 'React' })
const sign = (name: string) => row.getByRole('menuitemcheckbox', { name })
const ownPill = log.getByRole('button', { name: /^You: /u })
const announcement = () => chat.element().querySelector('[aria-live=polite]')?.textContent

type React = (input: { room_id: string; seq: number | string; reaction: Reaction | null }) => Message

/** Opens a room with one message. The fake server stores reactions. */
async function openReactions(message: Message, options: RoomOptions = {}) {
  let now = message
  const react = vi.fn<React>(({ reaction }) => {
    const others = (now.reactions ?? []).filter(({ user_id }) => user_id !== READER.id)
    const reactions = reaction === null ? others : [...others, { user_id: READER.id, reaction }]
    now = { ...now, reactions, change_seq: (now.change_seq ?? 0) + 1 }
    return now
  })
  const { close } = await openRoom({ messages: [message], api: { chat: { react } }, ...options })
  await expect.element(page.getByRole('button', { name: 'More about this message' })).toBeInTheDocument()
  return { react, close }
}

describe('reactions in the menu of a message', () => {
  it('one press sets, changes or removes a reaction', async () => {
    const message = createMessage(1)
    const { react } = await openReactions(message)
    await openMessageMenu(message)
    await expect.element(sign('👍')).toHaveAttribute('aria-checked', 'false')
    await sign('👍').click()
    await expect.element(ownPill).toHaveAccessibleName('You: 👍')
    await openMessageMenu(message)
    await expect.element(sign('👍')).toHaveAttribute('aria-checked', 'true')
    await sign('❤️').click()
    await expect.element(ownPill).toHaveAccessibleName('You: ❤️')
    await openMessageMenu(message)
    await sign('❤️').click()
    await expect.element(ownPill).not.toBeInTheDocument()
    expect(react.mock.calls.map(([{ seq, reaction }]) => [Number(seq), reaction])).toEqual([
      [1, '👍'],
      [1, '❤️'],
      [1, null],
    ])
  })

  it('arrow keys move the focus between the reactions and the menu items', async () => {
    const message = createMessage(1, { reactions: [{ user_id: READER.id, reaction: '😂' }] })
    await openReactions(message)
    await openMessageMenu(message)
    await expect.element(menu.getByRole('menuitem', { name: 'Reply' })).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(sign('😂')).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(sign('😮')).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    await expect.element(sign('🙏')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(menu.getByRole('menuitem', { name: 'Reply' })).toHaveFocus()
    await userEvent.keyboard('{End}{ArrowDown}')
    await expect.element(sign('😂')).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(menu.getByRole('menuitem').last()).toHaveFocus()
  })

  it('reactions to a payment request are available only while the chat is open', async () => {
    const request = createPaymentMessage(1, {})
    const { react, close } = await openReactions(request)
    await openMessageMenu(request)
    expect(menu.getByRole('menuitem').elements()).toHaveLength(1)
    await sign('🙏').click()
    await expect.element(ownPill).toBeVisible()
    expect(react).toHaveBeenCalledOnce()
    close()
    await expect.element(page.getByText('This chat is closed')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'More about this message' })).not.toBeInTheDocument()
    await expect.element(ownPill).not.toBeInTheDocument()
    await expect.element(log.getByTitle('You: 🙏')).toBeVisible()
  })

  it('do not change the message after a failure, and show the reason', async () => {
    const message = createMessage(1)
    const { react } = await openReactions(message)
    react.mockImplementation(() => {
      throw new Refusal('MESSAGE_GONE')
    })
    await openMessageMenu(message)
    await sign('👍').click()
    await expect.element(page.getByText('This message was deleted')).toBeVisible()
    await expect.element(ownPill).not.toBeInTheDocument()
  })
})

describe('the reactions of a message', () => {
  it('a press on the person’s own reaction removes the reaction and focuses the message', async () => {
    const reactions: Message['reactions'] = [
      { user_id: MARIEKE.id, reaction: '❤️' },
      { user_id: READER.id, reaction: '👍' },
    ]
    const { react } = await openReactions(createMessage(1, { reactions }))
    await expect.element(log.getByTitle('Marieke: ❤️')).toHaveTextContent('❤️Marieke: ❤️')
    await expect.element(ownPill).toHaveAttribute('aria-pressed', 'true')
    ownPill.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(ownPill).not.toBeInTheDocument()
    expect(react.mock.calls[0]?.[0].reaction).toBe(null)
    await expect.element(page.getByRole('button', { name: 'More about this message' })).toHaveFocus()
    await expect.element(log.getByTitle('Marieke: ❤️')).toBeVisible()
  })

  it('are announced once when the partner adds a reaction to an own message', async () => {
    const message = createMessage(1, {
      sender_id: READER.id,
      reactions: [{ user_id: MARIEKE.id, reaction: '😮' as const }],
    })
    const theirs = createMessage(2)
    await openRoom({ messages: [message, theirs] })
    await expect.poll(listTexts).toHaveLength(2)
    expect(announcement()).toBe('')
    fakeLive.emit('message.updated', { ...theirs, reactions: message.reactions, change_seq: 1 })
    fakeLive.emit('message.updated', {
      ...message,
      reactions: [{ user_id: MARIEKE.id, reaction: '👍' }],
      change_seq: 2,
    })
    await expect.poll(announcement).toBe('Marieke reacted with 👍')
    fakeLive.emit('message.updated', { ...message, reactions: [], change_seq: 3 })
    await expect.element(log.getByTitle('Marieke: 👍')).not.toBeInTheDocument()
    expect(announcement()).toBe('Marieke reacted with 👍')
    expect(listBubbles()).toHaveLength(2)
  })
})
