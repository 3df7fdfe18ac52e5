import type { MessagePreview } from '@kundig/contract/chat/chat.contract'
import type { PaymentStatus } from '@kundig/contract/payments/payment-life-cycle'

import { type ChatMessage, isPresent, type PaymentRequestMessage, toPreview } from './message.ts'

/** Cached messages of a room, without gaps. After a reconnect, `resume` fetches all later messages and changes. */
export interface Timeline {
  messages: readonly ChatMessage[]
  hasOlder: boolean
  /** Number of the room's last change that these messages include. */
  changeSeq: number
}

/** Returns the last position; 0 for an empty room. */
export function getLastSeq(timeline: Timeline): number {
  return timeline.messages.at(-1)?.seq ?? 0
}

/** Appends the next message. Ignores duplicates, and messages after a gap: a resume fetches the missing messages. */
export function appendMessage(timeline: Timeline, message: ChatMessage): Timeline {
  if (message.seq !== getLastSeq(timeline) + 1) return timeline
  return { ...timeline, messages: [...timeline.messages, message] }
}

/** Appends a page of messages after position `after`. Skipped positions belong to messages that no longer exist. */
export function appendPage(timeline: Timeline, page: readonly ChatMessage[], after: number): Timeline {
  const last = getLastSeq(timeline)
  if (last < after) return timeline
  const messages = page.filter(({ seq }) => seq > last)
  return messages.length === 0 ? timeline : { ...timeline, messages: [...timeline.messages, ...messages] }
}

/** True when the server and the cache have different messages at one position. */
export function isForked(
  timeline: Timeline,
  incoming: readonly Pick<ChatMessage, 'seq' | 'client_id' | 'sender_id'>[],
): boolean {
  const last = getLastSeq(timeline)
  return incoming.some(({ seq, client_id, sender_id }) => {
    if (seq > last) return false
    const cached = timeline.messages.find((message) => message.seq === seq)
    return cached !== undefined && (cached.client_id !== client_id || cached.sender_id !== sender_id)
  })
}

export interface Page {
  items: readonly ChatMessage[]
  has_older: boolean
  /** Absent in answers of older servers, which do not count changes. */
  change_seq?: number | undefined
}

/** Adds a page that ends before position `before`. The lower change number of the timeline and the page applies. */
export function prependPage(timeline: Timeline, page: Page, before: number): Timeline {
  if (timeline.messages[0]?.seq !== before) return timeline
  const newest = page.items.at(-1)?.seq
  if (newest !== undefined && newest >= before) return timeline
  const next = {
    messages: [...page.items, ...timeline.messages],
    hasOlder: page.has_older,
    changeSeq: Math.min(timeline.changeSeq, page.change_seq ?? 0),
  }
  return refreshQuotes(next, page.items)
}

/** Applies a response to `resume` if the timeline still includes `asked`. Never replaces newer live messages. */
export function applyResume(
  timeline: Timeline,
  resumed: { messages: readonly ChatMessage[]; changed: readonly ChatMessage[]; change_seq: number },
  asked: { last_seq: number; change_seq: number },
): Timeline {
  if (getLastSeq(timeline) < asked.last_seq || timeline.changeSeq < asked.change_seq) return timeline
  const appended = appendPage(timeline, resumed.messages, asked.last_seq)
  const arrived = [...resumed.messages, ...resumed.changed]
  const next = refreshQuotes(arrived.reduce(replaceMessage, appended), arrived)
  return next.changeSeq >= resumed.change_seq ? next : { ...next, changeSeq: resumed.change_seq }
}

/** Updates a changed message and its quotes. The change number advances only by one, and only for a loaded message. */
export function applyMessageChange(timeline: Timeline, message: ChatMessage): Timeline {
  const next = refreshQuotes(replaceMessage(timeline, message), [message])
  const follows = message.change_seq === next.changeSeq + 1 && message.seq <= getLastSeq(next)
  return follows ? { ...next, changeSeq: message.change_seq ?? 0 } : next
}

export function markRead(timeline: Timeline, senderId: string, upToSeq: number): Timeline {
  const changes = (message: ChatMessage): boolean =>
    !message.read && message.sender_id === senderId && message.seq <= upToSeq
  if (!timeline.messages.some(changes)) return timeline
  return {
    ...timeline,
    messages: timeline.messages.map((message) => (changes(message) ? { ...message, read: true } : message)),
  }
}

/** Older states never revert a read message or a decided payment (spec 4). @returns the same timeline if unchanged */
export function replaceMessage(timeline: Timeline, message: ChatMessage): Timeline {
  const cached = timeline.messages.find(({ seq }) => seq === message.seq)
  if (!cached || isOlder(message, cached)) return timeline
  const isKnown =
    getChange(message) === getChange(cached) &&
    message.updated_at === cached.updated_at &&
    getStatus(message) === getStatus(cached)
  if (isKnown && (cached.read || !message.read)) return timeline
  const next = { ...keepLaterQuote(message, cached), read: cached.read || message.read }
  return { ...timeline, messages: timeline.messages.map((one) => (one === cached ? next : one)) }
}

/**
 * Updates the quotes of changed messages. Also updates quotes in new messages: the cached original may be newer.
 * @returns the same timeline when nothing is new
 */
export function refreshQuotes(timeline: Timeline, arrived: readonly ChatMessage[]): Timeline {
  const changed = new Map(arrived.filter((one) => getChange(one) > 0).map((one) => [one.seq, one]))
  const quoting = new Set(arrived.filter((one) => getQuote(one)).map(({ seq }) => seq))
  if (changed.size === 0 && quoting.size === 0) return timeline
  let isNew = false
  const messages = timeline.messages.map((message) => {
    const quote = getQuote(message)
    if (!quote) return message
    const original =
      (quoting.has(message.seq) ? timeline.messages.find(({ seq }) => seq === quote.seq) : undefined) ??
      changed.get(quote.seq)
    if (!original || getChange(original) <= (quote.change_seq ?? 0)) return message
    isNew = true
    return { ...message, replyTo: toPreview(original) }
  })
  return isNew ? { ...timeline, messages } : timeline
}

/** Keeps the newer quote: a changed reply may contain an older state of the original message. */
function keepLaterQuote(message: ChatMessage, cached: ChatMessage): ChatMessage {
  const known = getQuote(cached)
  if (!isPresent(message) || !message.replyTo || !known) return message
  return (known.change_seq ?? 0) > (message.replyTo.change_seq ?? 0) ? { ...message, replyTo: known } : message
}

const getQuote = (message: ChatMessage): MessagePreview | undefined =>
  isPresent(message) ? message.replyTo : undefined

export function listPendingPaymentRequests({ messages }: Timeline): PaymentRequestMessage[] {
  return messages.filter((message) => message.kind === 'payment_request').filter(isPending)
}

export function isPending({ payment }: PaymentRequestMessage): boolean {
  return payment.status === 'pending'
}

const getStatus = (message: ChatMessage): PaymentStatus | undefined =>
  message.kind === 'payment_request' ? message.payment.status : undefined

const getChange = ({ change_seq }: ChatMessage): number => change_seq ?? 0

function isOlder(message: ChatMessage, cached: ChatMessage): boolean {
  if (getChange(message) !== getChange(cached)) return getChange(message) < getChange(cached)
  // Messages without a change number are compared by payment status and time.
  const isUndecided = getStatus(message) === 'pending' && getStatus(cached) !== 'pending'
  return isUndecided || message.updated_at < cached.updated_at
}
