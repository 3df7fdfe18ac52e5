import type { Message, RoomNews } from '@kundig/contract/chat/chat.contract'

/**
 * The messages of a room that this tab holds: always an unbroken run, so that its last seq is the highest
 * contiguous one. From that place and that change on a tab that was away asks what it missed.
 */
export interface Timeline {
  messages: readonly Message[]
  /** Whether the room has messages before the first one here. */
  hasOlder: boolean
  /** The room's change up to which every message here is as it was changed. */
  changeSeq: number
}

/** The place up to which the timeline holds every message; 0 when the room is empty. */
export function lastSeq(timeline: Timeline): number {
  return timeline.messages.at(-1)?.seq ?? 0
}

/**
 * Adds a message if it continues the run: one that is there already changes nothing, and one beyond a gap is left to the
 * question that closes the gap, so nothing is ever shown out of order.
 */
export function append(timeline: Timeline, message: Message): Timeline {
  if (message.seq !== lastSeq(timeline) + 1) return timeline
  return { ...timeline, messages: [...timeline.messages, message] }
}

/**
 * Adds what the server answered to the question what follows a place. Nothing lies between that place and its first
 * message, also where the numbers leave one out: what was there is gone.
 * @param after the place that was asked about; a timeline that has gone on meanwhile takes what continues it
 */
export function appendPage(timeline: Timeline, page: readonly Message[], after: number): Timeline {
  const last = lastSeq(timeline)
  if (last < after) return timeline
  const messages = page.filter(({ seq }) => seq > last)
  return messages.length === 0 ? timeline : { ...timeline, messages: [...timeline.messages, ...messages] }
}

/** Whether a place holds another message than the one that this tab holds there. */
export function isForked(timeline: Timeline, incoming: readonly Message[]): boolean {
  const last = lastSeq(timeline)
  return incoming.some(({ seq, client_id, sender_id }) => {
    if (seq > last) return false
    const held = timeline.messages.find((message) => message.seq === seq)
    return held !== undefined && (held.client_id !== client_id || held.sender_id !== sender_id)
  })
}

/** A page of messages, as the server answers it. */
export interface Page {
  items: readonly Message[]
  has_older: boolean
  /** A server of before changes were counted leaves it out. */
  change_seq?: number | undefined
}

/**
 * Adds a page of older messages before the run, as the server answered to the question what lies before a place. A page
 * that was answered before a change may not show it: then the timeline knows of no more changes than the page.
 * @param before that place; a timeline that begins elsewhere by now takes nothing
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
 * Takes what a room's answer to `resume` tells. What came live while it was on its way stays, and is never made older.
 * @param asked what the question said was held; a timeline that holds less by now takes nothing
 */
export function applyNews(
  timeline: Timeline,
  news: Pick<RoomNews, 'messages' | 'changed' | 'change_seq'>,
  asked: { last_seq: number; change_seq: number },
): Timeline {
  if (lastSeq(timeline) < asked.last_seq || timeline.changeSeq < asked.change_seq) return timeline
  const appended = appendPage(timeline, news.messages, asked.last_seq)
  const next = [...news.messages, ...news.changed].reduce(replace, appended)
  return next.changeSeq >= news.change_seq ? next : { ...next, changeSeq: news.change_seq }
}

/**
 * Takes a message as it is now, if it is held. A change that follows the last one known of makes the timeline know of it;
 * one beyond a gap does not, nor one of a message that is still to come.
 */
export function applyChange(timeline: Timeline, message: Message): Timeline {
  const next = replace(timeline, message)
  const follows = message.change_seq === next.changeSeq + 1 && message.seq <= lastSeq(next)
  return follows ? { ...next, changeSeq: message.change_seq ?? 0 } : next
}

/** Marks as read what the receiver has read: every message of `senderId` up to a place. */
export function markRead(timeline: Timeline, senderId: string, upToSeq: number): Timeline {
  const changes = (message: Message): boolean =>
    !message.read && message.sender_id === senderId && message.seq <= upToSeq
  if (!timeline.messages.some(changes)) return timeline
  return {
    ...timeline,
    messages: timeline.messages.map((message) => (changes(message) ? { ...message, read: true } : message)),
  }
}

/**
 * Puts a message that is another now in its place. What is known stays known: whatever comes late, a message that was
 * read stays read, and a payment that was decided stays decided (spec 4). The same timeline when nothing is new.
 */
export function replace(timeline: Timeline, message: Message): Timeline {
  const held = timeline.messages.find(({ seq }) => seq === message.seq)
  if (!held || isOlder(message, held)) return timeline
  const isKnown =
    changeOf(message) === changeOf(held) && message.updated_at === held.updated_at && message.status === held.status
  if (isKnown && (held.read || !message.read)) return timeline
  const next = { ...message, read: held.read || message.read }
  return { ...timeline, messages: timeline.messages.map((one) => (one === held ? next : one)) }
}

/** The messages whose payment is still to be decided, as far as this tab knows. */
export function listPending({ messages }: Timeline): Message[] {
  return messages.filter(({ status }) => status === 'pending')
}

const changeOf = ({ change_seq }: Message): number => change_seq ?? 0

function isOlder(message: Message, held: Message): boolean {
  if (changeOf(message) !== changeOf(held)) return changeOf(message) < changeOf(held)
  // Of what was decided before changes were counted.
  const isUndecided = message.status === 'pending' && held.status !== 'pending'
  return isUndecided || message.updated_at < held.updated_at
}
