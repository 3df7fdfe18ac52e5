import type { MessagePreview } from '@kundig/contract/chat/chat.contract'

import { type ChatMessage, toPreview } from '../../cache/message.ts'
import type { Unsent } from '../../outbox/unsent.ts'

/** Row of the message list. An unsent message keeps its key when the server stores it. */
export type Row =
  | { kind: 'day'; key: string; label: string }
  | { kind: 'unread'; key: 'unread'; count: number }
  | { kind: 'message'; key: string; message: ChatMessage; isContinued: boolean }
  | { kind: 'unsent'; key: string; unsent: Unsent; quote: MessagePreview | undefined; isContinued: boolean }

/** Maximum gap between messages that are shown together under one sender label (ms). */
const TOGETHER_WITHIN_MS = 5 * 60_000

/** Last read position when the room was opened. */
export interface StoppedAt {
  seq: number
  unreadCount: number
}

export interface RowSources {
  messages: readonly ChatMessage[]
  unsent: readonly Unsent[]
  partnerId: string
  stoppedAt: StoppedAt | null
  /** Returns the label of a day, the same for all times on that day. */
  dayLabel: (at: string) => string
}

/** Makes the rows, with separators between days and before the first unread message. */
export function toRows({ messages, unsent, partnerId, stoppedAt, dayLabel }: RowSources): Row[] {
  const rows: Row[] = []
  let day = ''
  let date = ''
  const begun = new Map<string, number>()
  let previous: { isOwn: boolean; atMs: number } | null = null
  const startDay = (at: string): void => {
    // Formatting is slow, so each day is formatted only once.
    const written = new Date(at).toDateString()
    if (written === date) return
    date = written
    const label = dayLabel(at)
    if (label === day) return
    day = label
    previous = null
    // With a wrong clock, a day may repeat after another day.
    const times = (begun.get(label) ?? 0) + 1
    begun.set(label, times)
    rows.push({ kind: 'day', key: times === 1 ? `day ${label}` : `day ${label} (${times})`, label })
  }
  const continues = (isOwn: boolean, at: string): boolean => {
    const atMs = Date.parse(at)
    const together = previous !== null && previous.isOwn === isOwn && atMs - previous.atMs < TOGETHER_WITHIN_MS
    previous = { isOwn, atMs }
    return together
  }
  const stored = new Set<string>()
  const unread =
    // While the message before the first unread one is not loaded, older unread messages may exist.
    stoppedAt && messages[0] && messages[0].seq <= stoppedAt.seq + 1
      ? messages.filter(
          ({ seq, sender_id, kind }) => seq > stoppedAt.seq && sender_id === partnerId && kind !== 'deleted',
        )
      : []
  for (const message of messages) {
    stored.add(message.client_id)
    startDay(message.created_at)
    if (message === unread[0] && stoppedAt) {
      previous = null
      rows.push({ kind: 'unread', key: 'unread', count: Math.min(stoppedAt.unreadCount, unread.length) })
    }
    const isContinued = continues(message.sender_id !== partnerId, message.created_at)
    rows.push({ kind: 'message', key: message.client_id, message, isContinued })
    // A refund step has no sender's name, so the next message starts a new run.
    if (message.kind === 'refund') previous = null
  }
  for (const one of unsent) {
    // The message is stored already, but still in the outbox.
    if (stored.has(one.clientId)) continue
    startDay(one.writtenAt)
    const { replyTo } = one
    const original = replyTo && messages.find(({ seq }) => seq === replyTo.seq)
    rows.push({
      kind: 'unsent',
      key: one.clientId,
      unsent: one,
      // The stored quote may be older than an edit or deletion of the original.
      quote: original ? toPreview(original) : replyTo,
      isContinued: continues(true, one.writtenAt),
    })
  }
  return rows
}
