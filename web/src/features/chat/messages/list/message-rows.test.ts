import { describe, expect, it } from 'vitest'

import type { ChatMessage } from '../../cache/message.ts'
import type { Unsent } from '../../outbox/unsent.ts'
import { toRows as makeRows, type StoppedAt } from './message-rows.ts'

const message = (seq: number, sender: string, at: string): ChatMessage => ({
  kind: 'text',
  id: `room.${seq}`,
  room_id: 'room',
  seq,
  sender_id: sender,
  client_id: `client ${seq}`,
  content: `message ${seq}`,
  read: true,
  created_at: at,
  updated_at: at,
})
const unsent = (clientId: string, at: string): Unsent => ({
  clientId,
  roomId: 'room',
  content: 'on its way',
  writtenAt: at,
  failed: null,
})
const toRows = (messages: ChatMessage[], unsentOnes: Unsent[], stoppedAt: StoppedAt | null = null) =>
  makeRows({ messages, unsent: unsentOnes, partnerId: 'bram', stoppedAt, dayLabel: (at) => at.slice(0, 10) })

describe('the rows of a chat', () => {
  it('start a new run on a new day, for another author or after five minutes', () => {
    const rows = toRows(
      [
        message(1, 'anna', '2026-11-20T10:00:00.000Z'),
        message(2, 'anna', '2026-11-20T10:04:00.000Z'),
        message(3, 'anna', '2026-11-20T10:20:00.000Z'),
        message(4, 'bram', '2026-11-20T10:21:00.000Z'),
        message(5, 'bram', '2026-11-21T09:00:00.000Z'),
      ],
      [],
    )
    expect(rows.map((row) => (row.kind === 'day' ? row.label : row.kind === 'message' && row.isContinued))).toEqual([
      '2026-11-20',
      false,
      true,
      false,
      false,
      '2026-11-21',
      false,
    ])
  })

  it('start a new run after a refund step', () => {
    const at = '2026-11-21T09:00:00.000Z'
    const event = { step: 'requested', amount: 2000, currency: 'eur', by: 'buyer' } as const
    const step: ChatMessage = { ...message(1, 'bram', at), kind: 'refund', event, paymentSeq: null }
    expect(toRows([step, message(2, 'bram', at)], []).at(-1)).toMatchObject({ kind: 'message', isContinued: false })
  })

  it('show a message once, under one key, while its state changes from unsent to stored', () => {
    const at = '2026-11-21T09:00:00.000Z'
    const before = toRows([], [unsent('client 1', at)])
    const between = toRows([message(1, 'anna', at)], [unsent('client 1', at)])
    expect(before.map(({ key }) => key)).toEqual(between.map(({ key }) => key))
    expect(between.at(-1)?.kind).toBe('message')
  })

  it('quote the current original of an unsent reply, or the stored quote if the original is not loaded', () => {
    const at = '2026-11-21T09:00:00.000Z'
    const reply = { ...unsent('client 9', at), replyTo: { seq: 1, sender_id: 'bram', content: 'before' } }
    const quoteIn = (messages: ChatMessage[]) => {
      const row = toRows(messages, [reply]).at(-1)
      return row?.kind === 'unsent' ? row.quote?.content : undefined
    }
    expect(quoteIn([message(1, 'bram', at)])).toBe('message 1')
    expect(quoteIn([message(2, 'bram', at)])).toBe('before')
  })

  it('put an unsent message at the position where it will be stored', () => {
    const at = (second: number): string => new Date(Date.UTC(2026, 10, 21, 9, 0, second)).toISOString()
    const earlier = [message(1, 'bram', at(0)), message(2, 'anna', at(10))]
    const onTheirWay = toRows(earlier, [unsent('client 3', at(20)), unsent('client 4', at(30))])
    const stored = toRows([...earlier, message(3, 'anna', at(20)), message(4, 'anna', at(30))], [])
    const places = [onTheirWay, stored].map((rows) =>
      rows.map((row) => 'isContinued' in row && { key: row.key, isContinued: row.isContinued }),
    )
    expect(places[0]).toEqual(places[1])
    expect(onTheirWay.at(-2)).toMatchObject({ kind: 'unsent', isContinued: true })
  })

  it('never put an unsent message under the partner’s label', () => {
    const at = '2026-11-21T09:00:00.000Z'
    const rows = toRows([message(1, 'bram', at)], [unsent('client 2', at)])
    expect(rows.at(-1)).toMatchObject({ kind: 'unsent', isContinued: false })
  })

  it('mark the first unread message once the message before it is loaded', () => {
    const at = '2026-11-21T09:00:00.000Z'
    const messages = [message(2, 'bram', at), message(3, 'anna', at), message(4, 'bram', at), message(5, 'bram', at)]
    const kindsFrom = (seq: number) => toRows(messages, [], { seq, unreadCount: 2 }).map(({ kind }) => kind)
    expect(kindsFrom(2)).toEqual(['day', 'message', 'message', 'unread', 'message', 'message'])
    expect(kindsFrom(1)).toEqual(['day', 'unread', 'message', 'message', 'message', 'message'])
    expect(kindsFrom(0)).not.toContain('unread')
    expect(kindsFrom(5)).not.toContain('unread')
  })

  it('do not count deleted messages as unread', () => {
    const at = '2026-11-21T09:00:00.000Z'
    const deleted = (seq: number): ChatMessage => ({ ...message(seq, 'bram', at), kind: 'deleted' })
    const stopped = { seq: 0, unreadCount: 2 }
    const unread = (messages: ChatMessage[]) => toRows(messages, [], stopped).filter(({ kind }) => kind === 'unread')
    expect(unread([deleted(1), message(2, 'bram', at)])).toEqual([{ kind: 'unread', key: 'unread', count: 1 }])
    expect(unread([deleted(1), deleted(2)])).toEqual([])
  })

  it('have unique keys, even when a wrong clock repeats a day', () => {
    const rows = toRows(
      [message(1, 'anna', '2026-11-20T10:00:00.000Z'), message(2, 'anna', '2026-11-21T10:00:00.000Z')],
      [unsent('late', '2026-11-20T10:01:00.000Z'), unsent('later', '2026-11-21T10:01:00.000Z')],
    )
    expect(rows.filter(({ kind }) => kind === 'day')).toHaveLength(4)
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  })
})
