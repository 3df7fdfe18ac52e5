import type { PaymentStatus } from '@kundig/contract/payments/payment-life-cycle'

import type { ChatMessage, PaymentRequestMessage } from './message.ts'

/**
 * The cached messages of a room: always an unbroken run of places. A tab that was away asks what follows the last place
 * and the last change.
 */
export interface Timeline {
  messages: readonly ChatMessage[]
  /** Whether the room has messages before the first one here. */
  hasOlder: boolean
  /** The number of the last change of the room that the messages here show. */
  changeSeq: number
}

/** The last place of the timeline; 0 when the room is empty. */
export function lastSeq(timeline: Timeline): number {
  return timeline.messages.at(-1)?.seq ?? 0
}

/**
 * Adds a message that continues the run. One that is there already changes nothing, and one beyond a gap comes with the
 * fetch that closes the gap, so that nothing is ever shown out of order.
 */
export function append(timeline: Timeline, message: ChatMessage): Timeline {
  if (message.seq !== lastSeq(timeline) + 1) return timeline
  return { ...timeline, messages: [...timeline.messages, message] }
}

/**
 * Adds the messages that follow a place, as the server answered. A number that is left out between them is a message
 * that does not exist any more.
 * @param after the place that was asked about; a timeline that has grown meanwhile takes what continues it
 */
export function appendPage(timeline: Timeline, page: readonly ChatMessage[], after: number): Timeline {
  const last = lastSeq(timeline)
  if (last < after) return timeline
  const messages = page.filter(({ seq }) => seq > last)
  return messages.length === 0 ? timeline : { ...timeline, messages: [...timeline.messages, ...messages] }
}

/** Whether the server has another message in a place than the cache has. */
export function isForked(
  timeline: Timeline,
  incoming: readonly Pick<ChatMessage, 'seq' | 'client_id' | 'sender_id'>[],
): boolean {
  const last = lastSeq(timeline)
  return incoming.some(({ seq, client_id, sender_id }) => {
    if (seq > last) return false
    const cached = timeline.messages.find((message) => message.seq === seq)
    return cached !== undefined && (cached.client_id !== client_id || cached.sender_id !== sender_id)
  })
}

export interface Page {
  items: readonly ChatMessage[]
  has_older: boolean
  /** Left out by servers that do not count changes yet. */
  change_seq?: number | undefined
}

/**
 * Adds a page of older messages before the run. A page that was read before a change does not show it: then the timeline
 * counts no more changes than the page.
 * @param before the place that the page ends before; a timeline that begins elsewhere by now takes nothing
 */
export function prepend(timeline: Timeline, page: Page, before: number): Timeline {
  if (timeline.messages[0]?.seq !== before) return timeline
  const newest = page.items.at(-1)?.seq
  if (newest !== undefined && newest >= before) return timeline
  return {
    messages: [...page.items, ...timeline.messages],
    hasOlder: page.has_older,
    changeSeq: Math.min(timeline.changeSeq, page.change_seq ?? 0),
  }
}

/**
 * Applies a room's answer to `resume`. What came live meanwhile stays, and is never replaced by something older.
 * @param asked what the call said about the cache; a timeline that has less by now takes nothing
 */
export function applyNews(
  timeline: Timeline,
  news: { messages: readonly ChatMessage[]; changed: readonly ChatMessage[]; change_seq: number },
  asked: { last_seq: number; change_seq: number },
): Timeline {
  if (lastSeq(timeline) < asked.last_seq || timeline.changeSeq < asked.change_seq) return timeline
  const appended = appendPage(timeline, news.messages, asked.last_seq)
  const next = [...news.messages, ...news.changed].reduce(replace, appended)
  return next.changeSeq >= news.change_seq ? next : { ...next, changeSeq: news.change_seq }
}

/**
 * Applies a message as it is now, if the timeline has it. The change counts if it follows the last one; not beyond a gap,
 * and not for a message that is still to come.
 */
export function applyChange(timeline: Timeline, message: ChatMessage): Timeline {
  const next = replace(timeline, message)
  const follows = message.change_seq === next.changeSeq + 1 && message.seq <= lastSeq(next)
  return follows ? { ...next, changeSeq: message.change_seq ?? 0 } : next
}

/** Marks every message of `senderId` up to a place as read. */
export function markRead(timeline: Timeline, senderId: string, upToSeq: number): Timeline {
  const changes = (message: ChatMessage): boolean =>
    !message.read && message.sender_id === senderId && message.seq <= upToSeq
  if (!timeline.messages.some(changes)) return timeline
  return {
    ...timeline,
    messages: timeline.messages.map((message) => (changes(message) ? { ...message, read: true } : message)),
  }
}

/**
 * Replaces a message that has changed. Whatever comes late: a read message stays read, and a decided payment stays
 * decided (spec 4).
 * @returns the same timeline when nothing is new
 */
export function replace(timeline: Timeline, message: ChatMessage): Timeline {
  const cached = timeline.messages.find(({ seq }) => seq === message.seq)
  if (!cached || isOlder(message, cached)) return timeline
  const isKnown =
    changeOf(message) === changeOf(cached) &&
    message.updated_at === cached.updated_at &&
    statusOf(message) === statusOf(cached)
  if (isKnown && (cached.read || !message.read)) return timeline
  const next = { ...message, read: cached.read || message.read }
  return { ...timeline, messages: timeline.messages.map((one) => (one === cached ? next : one)) }
}

/** The messages whose payment is pending, as far as this tab knows. */
export function listPending({ messages }: Timeline): PaymentRequestMessage[] {
  return messages.filter((message) => message.kind === 'payment_request').filter(isPending)
}

/** Whether a payment request is still to be decided. */
export function isPending({ payment }: PaymentRequestMessage): boolean {
  return payment.status === 'pending'
}

const statusOf = (message: ChatMessage): PaymentStatus | undefined =>
  message.kind === 'payment_request' ? message.payment.status : undefined

const changeOf = ({ change_seq }: ChatMessage): number => change_seq ?? 0

function isOlder(message: ChatMessage, cached: ChatMessage): boolean {
  if (changeOf(message) !== changeOf(cached)) return changeOf(message) < changeOf(cached)
  // For messages without a counted change.
  const isUndecided = statusOf(message) === 'pending' && statusOf(cached) !== 'pending'
  return isUndecided || message.updated_at < cached.updated_at
}
