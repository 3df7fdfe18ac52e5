import { expect, test } from 'vitest'

import type { Message } from '@kundig/contract/chat/chat.contract'

import { parseMessage } from './message.ts'

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

test('a message is a text, a file or a payment request, with the fields of its kind', () => {
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

test('a removed message has only its position, whatever other fields arrive', () => {
  const removed = { ...base, content: 'Removed by a moderator', change_seq: 3, removed: true as const }
  expect(parseMessage(removed)).toEqual({ ...base, kind: 'removed', change_seq: 3 })
  expect(parseMessage({ ...removed, file })).toEqual({ ...base, kind: 'removed', change_seq: 3 })
})

test('a deleted message has only its position, and an edited text says so', () => {
  const deleted = { ...base, content: 'Message deleted', change_seq: 3, deleted: true as const }
  expect(parseMessage({ ...deleted, file, edited: true })).toEqual({ ...base, kind: 'deleted', change_seq: 3 })
  expect(parseMessage({ ...base, content: 'Hello', edited: true })).toMatchObject({ kind: 'text', edited: true })
})

test('shows a message of an unknown kind by its text', () => {
  const unknown = {
    ...base,
    content: 'In plain words',
    type: 'poll',
    choices: ['yes', 'no'],
    withdrawn: true,
  } as unknown
  expect(parseMessage(unknown as Message)).toEqual({ ...base, kind: 'text', content: 'In plain words' })
})

test('keeps the number of a message’s latest change', () => {
  expect(parseMessage({ ...base, content: 'Hello', change_seq: 4 })).toMatchObject({ change_seq: 4 })
})

test.each(['payment_request_id', 'amount', 'currency', 'status'] as const)(
  'shows a payment request without %s by its text',
  (missing) => {
    const message: Message = { ...base, content: 'Payment request', ...asked, [missing]: undefined }
    expect(parseMessage(message)).toEqual({ ...base, kind: 'text', content: 'Payment request' })
  },
)
