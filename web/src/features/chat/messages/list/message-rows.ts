import type { MessagePreview } from '@kundig/contract/chat/chat.contract'

import { type ChatMessage, toPreview } from '../../cache/message.ts'
import type { Unsent } from '../../outbox/unsent.ts'

/** A message keeps its key when it is stored. */
export type Row =
  | { kind: 'day'; key: string; label: string }
  | { kind: 'unread'; key: 'unread'; count: number }
  | { kind: 'message'; key: string; message: ChatMessage; isContinued: boolean }
  | { kind: 'unsent'; key: string; unsent: Unsent; quote: MessagePreview | undefined; isContinued: boolean }

/** Maximum gap between messages of one run (ms). */
const TOGETHER_WITHIN_MS = 5 * 60_000

/** Position of the reader when the room was opened. */
export interface StoppedAt {
  seq: number
  unreadCount: number
}

export interface RowSources {
  messages: readonly ChatMessage[]
  unsent: readonly Unsent[]
  partnerId: string
  stoppedAt: StoppedAt | null
  /** Returns the same label for instants on one day. */
  dayLabel: (at: string) => string
}

/** Makes rows with separators of days, and one before the first unread message. */
export function toRows({ messages, unsent, partnerId, stoppedAt, dayLabel }: RowSources): Row[] {
  const rows: Row[] = []
  let day = ''
  let date = ''
  const begun = new Map<string, number>()
  let previous: { isOwn: boolean; atMs: number } | null = null
  const startDay = (at: string): void => {
    // Formatting a day is slow, and a long room has few days.
    const written = new Date(at).toDateString()
    if (written === date) return
    date = written
    const label = dayLabel(at)
    if (label === day) return
    day = label
    previous = null
    // With a wrong clock a day may occur again after another one.
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
    // If the message before the first unread one is not loaded, there may be older unread messages.
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
    // A line without a sender's name ends the run.
    if (message.kind === 'refund') previous = null
  }
  for (const one of unsent) {
    // Stored and acknowledged, but still in the outbox.
    if (stored.has(one.clientId)) continue
    startDay(one.writtenAt)
    const { replyTo } = one
    const original = replyTo && messages.find(({ seq }) => seq === replyTo.seq)
    rows.push({
      kind: 'unsent',
      key: one.clientId,
      unsent: one,
      // The stored preview may be older than a change or deletion.
      quote: original ? toPreview(original) : replyTo,
      isContinued: continues(true, one.writtenAt),
    })
  }
  return rows
}
