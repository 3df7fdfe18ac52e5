import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type ChatMessage, parseMessage, type PaymentRequestMessage, toPreview } from './message.ts'
import {
  appendMessage,
  appendPage,
  getLastSeq,
  markRead,
  type Page,
  listPendingPaymentRequests,
  prependPage,
  refreshQuotes,
  replaceMessage,
  applyMessageChange,
  applyResume,
  type Timeline,
} from './timeline.ts'

const ANNA = '00000000-0000-7000-8000-00000000000a'
const BRAM = '00000000-0000-7000-8000-00000000000b'

function message(seq: number, sender = seq % 2 ? ANNA : BRAM): ChatMessage {
  const at = new Date(1_760_000_000_000 + seq * 1000).toISOString()
  return parseMessage({
    id: `room.${seq}`,
    room_id: '00000000-0000-7000-8000-000000000001',
    seq,
    sender_id: sender,
    client_id: `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`,
    content: `message ${seq}`,
    read: false,
    created_at: at,
    updated_at: at,
  })
}

function createPendingRequest(seq: number): PaymentRequestMessage {
  const payment = { id: 'p', amount: 8500, currency: 'eur', status: 'pending', description: '' } as const
  return {
    ...message(seq),
    kind: 'payment_request',
    payment: {
      ...payment,
      ended_by: null,
      expires_at: null,
      new_card_only: false,
      receipt: null,
      refunds: [],
      refundable: 8500,
      refund_request: null,
    },
  }
}

function createDecidedRequest(seq: number): PaymentRequestMessage {
  const pending = createPendingRequest(seq)
  const at = new Date(Date.parse(pending.created_at) + 60_000).toISOString()
  return { ...pending, payment: { ...pending.payment, status: 'completed', expires_at: null }, updated_at: at }
}

const getStatus = (one: ChatMessage): string | undefined =>
  one.kind === 'payment_request' ? one.payment.status : undefined

const upTo = (last: number): ChatMessage[] => Array.from({ length: last }, (_, index) => message(index + 1))
const timeline = (from: number, to: number, changeSeq = 0): Timeline => ({
  messages: upTo(to).slice(from - 1),
  hasOlder: from > 1,
  changeSeq,
})
const page = (items: ChatMessage[], has_older: boolean, change_seq = 0): Page => ({ items, has_older, change_seq })
const seqs = ({ messages }: Timeline): number[] => messages.map(({ seq }) => seq)

describe('a page from the server', () => {
  it('continues the timeline past a position whose message no longer exists', () => {
    const held = timeline(1, 3)
    expect(seqs(appendPage(held, [message(6), message(8)], 3))).toEqual([1, 2, 3, 6, 8])
    expect(seqs(prependPage(timeline(6, 8), page([message(2), message(4)], true), 6))).toEqual([2, 4, 6, 7, 8])
  })

  it('is accepted only if it continues the end of the timeline', () => {
    expect(seqs(appendPage(timeline(1, 3), [message(6)], 5))).toEqual([1, 2, 3])
    expect(seqs(appendPage(timeline(1, 5), upTo(6).slice(3), 3))).toEqual([1, 2, 3, 4, 5, 6])
    expect(seqs(prependPage(timeline(5, 8), page([message(4)], true), 6))).toEqual([5, 6, 7, 8])
  })
})

describe('a timeline', () => {
  it('stays gapless, ordered and without duplicates, in every order of arrival', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 80 }), (start, arrivals) => {
        let held = timeline(1, start)
        for (const seq of arrivals) held = appendMessage(held, message(seq))
        expect(seqs(held)).toEqual(Array.from({ length: getLastSeq(held) }, (_, index) => index + 1))
      }),
    )
  })

  it('is complete once all missing messages were loaded', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(Array.from({ length: 30 }, (_, index) => index + 1)), (arrivals) => {
        let held = timeline(1, 0)
        let newest = 0
        for (const seq of arrivals) {
          newest = Math.max(newest, seq)
          held = appendMessage(held, message(seq))
          const last = getLastSeq(held)
          if (last < newest) held = appendPage(held, upTo(newest).slice(last), last)
        }
        expect(getLastSeq(held)).toBe(newest)
      }),
    )
  })

  it('accepts an older page only if it ends directly before the first message', () => {
    const held = timeline(21, 40)
    expect(seqs(prependPage(held, page(upTo(20).slice(10), true), 21))).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 11),
    )
    expect(prependPage(held, page(upTo(19), false), 20)).toBe(held)
  })

  it('marks as read exactly the messages that the receiver has read', () => {
    const held = markRead(timeline(1, 6), ANNA, 4)
    expect(held.messages.filter(({ read }) => read).map(({ seq }) => seq)).toEqual([1, 3])
    expect(markRead(held, ANNA, 4)).toBe(held)
  })

  it('replaces a changed message at its position and keeps the other messages', () => {
    const held = { ...timeline(1, 3), messages: [message(1), createPendingRequest(2), message(3)] }
    const changed = replaceMessage(held, createDecidedRequest(2))
    expect(changed.messages.map(getStatus)).toEqual([undefined, 'completed', undefined])
    expect(changed.messages[2]).toBe(held.messages[2])
    expect(seqs(changed)).toEqual([1, 2, 3])
    expect(replaceMessage(held, createDecidedRequest(9))).toBe(held)
  })

  it('stays the same object when a message has no new state', () => {
    const held = { messages: [createPendingRequest(1)], hasOlder: false, changeSeq: 0 }
    expect(replaceMessage(held, createPendingRequest(1))).toBe(held)
  })

  it('shows a payment as settled, even if its states arrive repeatedly or out of order', () => {
    const states = fc.constantFrom(
      createPendingRequest(2),
      { ...createPendingRequest(2), read: true },
      createDecidedRequest(2),
      { ...createDecidedRequest(2), read: true },
    )
    fc.assert(
      fc.property(fc.array(states, { minLength: 1 }), (arrivals) => {
        let held: Timeline = { messages: [message(1), createPendingRequest(2)], hasOlder: false, changeSeq: 0 }
        for (const one of arrivals) held = replaceMessage(held, one)
        const shown = held.messages.find(({ seq }) => seq === 2)
        const status = shown && getStatus(shown)
        expect(status).toBe(arrivals.some((one) => getStatus(one) === 'completed') ? 'completed' : 'pending')
        expect(listPendingPaymentRequests(held)).toHaveLength(status === 'pending' ? 1 : 0)
      }),
    )
  })

  it('never reverts a message to unread', () => {
    const held = { messages: [{ ...createPendingRequest(1), read: true }], hasOlder: false, changeSeq: 0 }
    expect(replaceMessage(held, createDecidedRequest(1)).messages).toMatchObject([
      { payment: { status: 'completed' }, read: true },
    ])
  })
})

const changedAt = (seq: number, change_seq: number): ChatMessage => ({ ...createDecidedRequest(seq), change_seq })

describe('the change number of a timeline', () => {
  it('advances only with the next change of a received message', () => {
    const held = { ...timeline(1, 3, 4), messages: [message(1), createPendingRequest(2), createPendingRequest(3)] }
    expect(applyMessageChange(held, changedAt(2, 5)).changeSeq).toBe(5)
    expect(applyMessageChange(held, changedAt(2, 6))).toMatchObject({
      changeSeq: 4,
      messages: [{}, { payment: { status: 'completed' } }, {}],
    })
    expect(applyMessageChange(held, changedAt(4, 5))).toBe(held)
  })

  it('does not decrease when an older state of a message arrives', () => {
    const held = { ...timeline(1, 1, 7), messages: [changedAt(1, 7)] }
    expect(applyMessageChange(held, { ...changedAt(1, 6), updated_at: '2099-01-01T00:00:00.000Z' })).toBe(held)
    expect(applyMessageChange(held, createPendingRequest(1))).toBe(held)
  })

  it('decreases to the change number of an older page that lacks the last change', () => {
    expect(prependPage(timeline(3, 4, 5), page(upTo(2), false, 4), 3).changeSeq).toBe(4)
    expect(prependPage(timeline(3, 4, 5), page(upTo(2), false, 9), 3).changeSeq).toBe(5)
  })

  it('advances with a resume only if the resume starts at the cached position', () => {
    const news = { messages: [message(4)], changed: [changedAt(2, 3)], change_seq: 3 }
    const held = { ...timeline(1, 3), messages: [message(1), createPendingRequest(2), message(3)] }
    const taken = applyResume(held, news, { last_seq: 3, change_seq: 0 })
    expect(taken).toMatchObject({ changeSeq: 3, messages: [{}, { payment: { status: 'completed' } }, {}, { seq: 4 }] })
    expect(applyResume(taken, news, { last_seq: 3, change_seq: 0 })).toEqual(taken)
    expect(applyResume(held, news, { last_seq: 4, change_seq: 0 })).toBe(held)
    expect(applyResume(held, news, { last_seq: 3, change_seq: 1 })).toBe(held)
  })
})

describe('quotes', () => {
  const textAt = (seq: number, content: string, change_seq?: number): ChatMessage => ({
    ...message(seq),
    kind: 'text',
    content,
    ...(change_seq !== undefined && { change_seq }),
  })
  const reply = (seq: number, original: ChatMessage, change_seq?: number): ChatMessage =>
    ({ ...textAt(seq, 'reply', change_seq), replyTo: toPreview(original) }) as ChatMessage
  const listQuotes = ({ messages }: Timeline) =>
    messages.flatMap((one) => (one.kind === 'text' && one.replyTo ? [one.replyTo.content] : []))
  const holds = (...messages: ChatMessage[]): Timeline => ({ messages, hasOlder: true, changeSeq: 0 })

  it('follow a change of the original message, loaded or not', () => {
    const held = holds(textAt(2, 'old'), message(3), reply(4, textAt(2, 'old')), reply(5, textAt(1, 'old')))
    expect(listQuotes(applyMessageChange(held, textAt(2, 'new', 1)))).toEqual(['new', 'old'])
    expect(listQuotes(applyMessageChange(held, textAt(1, 'new', 1)))).toEqual(['old', 'new'])
    const news = { messages: [], changed: [textAt(1, 'new', 1), textAt(2, 'new', 2)], change_seq: 2 }
    expect(listQuotes(applyResume(held, news, { last_seq: 5, change_seq: 0 }))).toEqual(['new', 'new'])
  })

  it('show that the original message was deleted', () => {
    const held = holds(textAt(1, 'old'), reply(2, textAt(1, 'old')))
    const { kind: _kind, ...rest } = message(1)
    const next = applyMessageChange(held, { ...rest, kind: 'deleted', change_seq: 1 })
    expect(next.messages[1]).toMatchObject({ replyTo: { seq: 1, deleted: true, content: '' } })
  })

  it('never return to an older state, in any order of changes', () => {
    const held = holds(textAt(1, 'first'), reply(2, textAt(1, 'first')))
    const changes = [
      textAt(1, 'second', 1),
      reply(2, textAt(1, 'second', 1), 2),
      textAt(1, 'third', 3),
      reply(2, textAt(1, 'third', 3), 4),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(changes, { minLength: changes.length }), (arrivals) => {
        expect(listQuotes(arrivals.reduce(applyMessageChange, held))).toEqual(['third'])
        // If the original message is not loaded, the reply keeps its latest quote.
        expect(listQuotes(arrivals.reduce(applyMessageChange, holds(reply(2, textAt(1, 'first')))))).toEqual(['third'])
      }),
    )
  })

  it('are updated in replies and older pages that were fetched before a known change', () => {
    const held = holds(textAt(2, 'new', 1), message(3))
    const late = reply(4, textAt(2, 'old'))
    expect(listQuotes(applyMessageChange(appendMessage(held, late), late))).toEqual(['new'])
    const replies = holds(reply(3, textAt(2, 'old')))
    expect(listQuotes(prependPage(replies, page([textAt(1, 'x'), textAt(2, 'new', 1)], false, 1), 3))).toEqual(['new'])
  })

  it('do not replace the timeline object when no quote has changed', () => {
    const original = textAt(1, 'text', 1)
    const held = holds(original, reply(2, original))
    expect(refreshQuotes(held, held.messages)).toBe(held)
    expect(refreshQuotes(held, [message(3)])).toBe(held)
  })
})
