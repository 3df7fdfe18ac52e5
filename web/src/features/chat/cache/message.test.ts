import { expect, test } from 'vitest'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { LIMITS } from '@kundig/contract/limits'
import { truncate } from '@kundig/contract/texts/truncating'

import { isPresent, parseMessage, toPreview } from './message.ts'

const base = {
  id: 'room.1',
  room_id: 'room',
  seq: 1,
  sender_id: 'anna',
  client_id: 'client',
  read: false,
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
}
const file = {
  name: 'plan.pdf',
  type: 'application/pdf',
  size: 7,
  url: '/file',
  contentHash: 'a',
  thumbnailUrl: null,
  width: null,
  height: null,
}
const asked = {
  type: 'payment_request',
  payment_request_id: 'p',
  amount: 8500,
  currency: 'eur',
  status: 'pending',
} as const

test('parses a text, a file and a payment request with the fields of each kind', () => {
  expect(parseMessage({ ...base, content: 'Hello' })).toEqual({ ...base, kind: 'text', content: 'Hello' })
  expect(parseMessage({ ...base, content: '', file })).toEqual({ ...base, kind: 'file', file })
  expect(parseMessage({ ...base, content: '', ...asked, status: 'rejected', ended_by: 'declined' })).toEqual({
    ...base,
    kind: 'payment_request',
    payment: {
      id: 'p',
      amount: 8500,
      currency: 'eur',
      status: 'rejected',
      description: '',
      ended_by: 'declined',
      expires_at: null,
      new_card_only: false,
      receipt: null,
      refunds: [],
      refundable: 8500,
      refund_request: null,
    },
  })
})

test('a removed message keeps only its position, even if other fields arrive', () => {
  const removed = { ...base, content: 'Removed by a moderator', change_seq: 3, removed: true as const }
  expect(parseMessage(removed)).toEqual({ ...base, kind: 'removed', change_seq: 3 })
  expect(parseMessage({ ...removed, file })).toEqual({ ...base, kind: 'removed', change_seq: 3 })
})

test('a deleted message keeps only its position, and an edited text is marked as edited', () => {
  const deleted = { ...base, content: 'Message deleted', change_seq: 3, deleted: true as const }
  expect(parseMessage({ ...deleted, file, edited: true })).toEqual({ ...base, kind: 'deleted', change_seq: 3 })
  expect(parseMessage({ ...base, content: 'Hello', edited: true })).toMatchObject({ kind: 'text', edited: true })
})

const event = { step: 'requested', amount: 2000, currency: 'eur', by: 'buyer' } as const

test('a refund step has the position of its payment request, and no text', () => {
  const step = { ...base, content: 'Refund requested', refund_event: event }
  expect(parseMessage(step)).toEqual({ ...base, kind: 'refund', event, paymentSeq: null })
  expect(parseMessage({ ...step, ...conversation })).toEqual({ ...base, kind: 'refund', event, paymentSeq: 7 })
  expect(parseMessage({ ...step, removed: true })).toEqual({ ...base, kind: 'removed' })
  expect(isPresent(parseMessage(step))).toBe(false)
})

test('parses a message of an unknown kind as a text', () => {
  const unknown = {
    ...base,
    content: 'In plain words',
    type: 'poll',
    choices: ['yes', 'no'],
    withdrawn: true,
  } as unknown
  expect(parseMessage(unknown as Message)).toEqual({ ...base, kind: 'text', content: 'In plain words' })
})

test('a parsed message keeps the number of its latest change', () => {
  expect(parseMessage({ ...base, content: 'Hello', change_seq: 4 })).toMatchObject({ change_seq: 4 })
})

test.each(['payment_request_id', 'amount', 'currency', 'status'] as const)(
  'parses a payment request without %s as a text',
  (missing) => {
    const message: Message = { ...base, content: 'Payment request', ...asked, [missing]: undefined }
    expect(parseMessage(message)).toEqual({ ...base, kind: 'text', content: 'Payment request' })
  },
)

const conversation = {
  reply_to: { seq: 7, sender_id: 'bram', content: 'Hi' },
  reactions: [{ user_id: 'bram', reaction: '👍' as const }],
}
const parsed = { replyTo: conversation.reply_to, reactions: conversation.reactions }

test.each([
  ['text', { content: 'Hello' }],
  ['file', { content: '', file }],
  ['payment_request', { content: '', ...asked }],
] as const)('a message of the kind %s has a quote and reactions', (kind, fields) => {
  expect(parseMessage({ ...base, ...fields, ...conversation })).toMatchObject({ kind, ...parsed })
})

test.each(['removed', 'deleted'] as const)('a %s message has neither quote nor reactions', (gone) => {
  expect(parseMessage({ ...base, content: '', [gone]: true, ...conversation })).toEqual({ ...base, kind: gone })
})

test.each<[string, Partial<Message>, object]>([
  ['a text', { content: 'Hello', change_seq: 3 }, { content: 'Hello', change_seq: 3 }],
  ['a file', { file }, { content: '', file: { name: 'plan.pdf', type: 'application/pdf' } }],
  [
    'a payment request',
    { ...asked, status: 'rejected', ended_by: 'declined' },
    { content: '', type: 'payment_request', amount: 8500, currency: 'eur', status: 'rejected', ended_by: 'declined' },
  ],
  ['a step of a refund', { refund_event: event }, { content: '', refund_event: event }],
  ['a removed message', { removed: true, content: 'secret' }, { content: '', removed: true }],
  ['a deleted message', { deleted: true, content: 'secret' }, { content: '', deleted: true }],
])('the preview of %s has only the fields of that kind', (_kind, fields, preview) => {
  const message = parseMessage({ ...base, content: '', ...fields })
  expect(toPreview(message)).toEqual({ seq: 1, sender_id: 'anna', ...preview })
})

test('a preview is shortened to the same length as on the server', () => {
  const content = 'word '.repeat(100)
  expect(toPreview(parseMessage({ ...base, content })).content).toBe(truncate(content, LIMITS.previewMax))
})

test('an appointment message and its preview contain the appointment instead of the English text', () => {
  const appointment = {
    status: 'proposed' as const,
    times: ['2026-12-01T13:00:00.000Z'],
    minutes: 30,
    starts_at: null,
    ended_by: null,
    zone: 'Europe/Amsterdam',
    partner_zone: null,
    link: null,
    link_by: null,
  }
  const message = { ...base, content: 'Proposed an appointment', appointment }
  const shown = parseMessage(message)
  expect(shown).toEqual({ ...base, kind: 'appointment', appointment })
  expect(toPreview(shown)).toEqual({ seq: 1, sender_id: 'anna', content: '', appointment })
  expect(parseMessage({ ...message, removed: true })).toEqual({ ...base, kind: 'removed' })
})
