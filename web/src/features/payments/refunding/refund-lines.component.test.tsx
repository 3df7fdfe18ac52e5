import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { APPEARANCES } from '@kundig/testing/browser/appearances'

import { createPaymentMessage, MARIEKE, READER, ROOM } from '../../../../development/gallery/gallery-data.ts'
import { chat, createMessage, listTexts, log, openRoom } from '../../../../test/component/chat-room.ts'
import { fakeLive } from '../../../../test/component/fake-live.ts'
import { expectNoAxeViolations } from '../../../../test/component/violations.ts'

type Event = NonNullable<Message['refund_event']>

const PAYMENT = createPaymentMessage(1, { status: 'completed', expires_at: null })
const { seq, sender_id, content } = PAYMENT
const REPLY = { reply_to: { seq, sender_id, content } }

const createStep = (place: number, event: Partial<Event>, rest: Partial<Message> = {}): Message =>
  createMessage(place, {
    content: 'A step of a refund',
    refund_event: { step: 'refunded', amount: 2000, currency: 'eur', by: 'seller', ...event },
    ...REPLY,
    ...rest,
  })
const lines = log.getByRole('button', { name: / (?:Show payment|Betaling tonen)$/u })
/** Returns the texts of the lines, with ordinary spaces. */
const listLines = (): (string | undefined)[] =>
  lines.elements().map((line) => line.querySelector('span')?.textContent.replaceAll(/\s/gu, ' '))
const rooms = page.getByRole('navigation', { name: 'Your chats' })
const announcement = () => chat.element().querySelector('[aria-live=polite]')?.textContent

const STEPS: readonly [Partial<Event>, own: string, theirs: string][] = [
  [{ step: 'requested', by: 'buyer' }, 'You asked for a €20.00 refund', 'Marieke asked for a €20.00 refund'],
  [
    { step: 'withdrawn', by: 'buyer' },
    'You withdrew the request for a €20.00 refund',
    'Marieke withdrew the request for a €20.00 refund',
  ],
  [{ step: 'declined' }, 'You declined the €20.00 refund', 'Marieke declined the €20.00 refund'],
  [{ step: 'declined', by: 'operator' }, 'Support declined the €20.00 refund', 'Support declined the €20.00 refund'],
  [{ step: 'refunded' }, 'You refunded Marieke €20.00', 'Marieke refunded you €20.00'],
  [{ step: 'refunded', by: 'operator' }, 'Support refunded €20.00', 'Support refunded €20.00'],
  [{ step: 'refunded', by: 'stripe' }, '€20.00 was refunded', '€20.00 was refunded'],
  [{ step: 'failed' }, 'The refund of €20.00 failed', 'The refund of €20.00 failed'],
]

describe('a step of a refund', () => {
  it.each(['own', 'theirs'] as const)(
    'a refund step appears as one line with the name of its author (%s)',
    async (whose) => {
      const sent = whose === 'own' ? { sender_id: READER.id } : {}
      const steps = STEPS.map(([event], index) => createStep(index + 2, event, sent))
      await openRoom({ messages: [PAYMENT, ...steps] })
      await expect.poll(listLines).toEqual(STEPS.map((step) => step[whose === 'own' ? 1 : 2]))
      expect(listTexts()).toEqual([])
      expect(document.querySelectorAll('[role=log] [data-menu-of]')).toHaveLength(1)
    },
  )

  it('is written in Dutch', async () => {
    await openRoom({ language: 'nl', messages: [PAYMENT, createStep(2, { step: 'declined' })] })
    await expect.poll(listLines).toEqual(['Marieke heeft de terugbetaling van € 20,00 afgewezen'])
    await expect.element(lines).toHaveAccessibleName(/ Betaling tonen$/u)
  })

  it('jumps to its payment request', async () => {
    const between = Array.from({ length: 30 }, (_, index) => createMessage(index + 2))
    await openRoom({ messages: [PAYMENT, ...between, createStep(32, {})] })
    const card = page.getByRole('group', { name: /^Payment request, €85\.00/u })
    await expect.element(lines).toBeInViewport()
    await expect.element(card).not.toBeInTheDocument()
    lines.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(card).toBeInViewport()
    await expect.poll(() => document.activeElement).toHaveAttribute('data-menu-of', PAYMENT.client_id)
  })

  it('shows as plain text, without menu and reactions, when the payment request is unknown', async () => {
    const { reply_to: _payment, ...step } = createStep(1, {}, { reactions: [{ user_id: MARIEKE.id, reaction: '👍' }] })
    await openRoom({ messages: [step] })
    await expect.element(log.getByText('Marieke refunded you €20.00', { exact: true })).toBeVisible()
    expect(log.getByRole('button').elements()).toEqual([])
  })

  it('a refund step is announced and shown like a new message', async () => {
    await openRoom({ messages: [PAYMENT, ...Array.from({ length: 20 }, (_, index) => createMessage(index + 2))] })
    await expect.poll(listTexts).toContain('Message 21')
    fakeLive.emit('message.created', createStep(22, { step: 'requested', by: 'buyer' }))
    await expect.poll(announcement).toBe('Marieke asked for a €20.00 refund')
    await expect.element(lines).toBeInViewport()
    await expect.element(rooms.getByText('Marieke asked for a €20.00 refund', { exact: true })).toBeVisible()
    fakeLive.emit('message.created', createStep(23, { by: 'operator' }, { sender_id: READER.id }))
    await expect.poll(announcement).toBe('Support refunded €20.00')
    await expect.element(rooms.getByText('Support refunded €20.00', { exact: true })).toBeVisible()
    await expect.element(rooms.getByText('You:')).not.toBeInTheDocument()
  })

  it('can be the target of a jump', async () => {
    const after = Array.from({ length: 30 }, (_, index) => createMessage(index + 3))
    const answer = createMessage(33, { reply_to: { ...REPLY.reply_to, seq: 2 } })
    await openRoom({ messages: [PAYMENT, createStep(2, {}), ...after, answer], room: { id: ROOM.id } })
    await log.getByRole('button', { name: /^In reply to/u }).click()
    await expect.element(lines).toBeInViewport()
  })
})

it.each(APPEARANCES)('lines of refund steps have no accessibility violations (%s)', async (_name, appearance) => {
  const steps = STEPS.map(([event], index) => createStep(index + 2, event))
  await openRoom({ messages: [PAYMENT, ...steps], ...appearance })
  await expect.poll(listLines).toHaveLength(STEPS.length)
  await expectNoAxeViolations()
})
