import type { QueryClient } from '@tanstack/react-query'

import type { Message } from '@kundig/contract/chat/chat.contract'

import { client } from '../../../platform/api/client.ts'
import { sessionSignal } from '../../../platform/api/session-state.ts'
import {
  announce,
  cachedRoom,
  cachedTimeline,
  dropTimeline,
  refreshRooms,
  updateRooms,
  updateTimeline,
} from './chat.queries.ts'
import { type ChatMessage, parseMessage } from './message.ts'
import { closeGaps } from './resume.ts'
import { countMessage } from './rooms-cache.ts'
import { append, isForked, prepend, applyChange } from './timeline.ts'

/**
 * Applies a message that is new or has changed, from a live event or an answer. Where it shows that a message or a
 * change before it was missed, that is fetched.
 */
export function applyMessage(queryClient: QueryClient, incoming: Message): void {
  const message = parseMessage(incoming)
  const { room_id: roomId, seq, change_seq: change = 0 } = message
  const before = cachedTimeline(queryClient, roomId)
  if (before && isForked(before, [message])) {
    // The server has another message in this place: its database is another one, as after a restored backup.
    dropTimeline(queryClient, roomId)
    return
  }
  announce(queryClient, roomId, { seq, change })
  updateTimeline(queryClient, roomId, (timeline) => applyChange(append(timeline, message), message))
  closeGaps(queryClient)
}

/**
 * Applies a new message to its room's timeline and to the list of rooms.
 * @param viewerId who reads here
 */
export function applyCreated(queryClient: QueryClient, message: Message, viewerId: string): void {
  applyMessage(queryClient, message)
  if (cachedRoom(queryClient, message.room_id))
    updateRooms(queryClient, (rooms) => countMessage(rooms, message, viewerId))
  // A room that is not loaded is on the first page by now, and the total comes with it.
  else void refreshRooms(queryClient)
}

/**
 * What applies one's own messages, which answers bring: the tab that sent them gets no event. Until the session ends that
 * is open now.
 */
export function createApplyStored(queryClient: QueryClient): (message: Message) => void {
  const ended = sessionSignal(queryClient)
  return (message) => {
    if (!ended.aborted) applyCreated(queryClient, message, message.sender_id)
  }
}

/** What applies messages that have changed, which answers bring, until the session ends that is open now. */
export function createApplyChanged(queryClient: QueryClient): (message: Message) => void {
  const ended = sessionSignal(queryClient)
  return (message) => {
    if (!ended.aborted) applyMessage(queryClient, message)
  }
}

/** Fetches the page before the first message in the cache. */
export async function loadOlder(queryClient: QueryClient, roomId: string): Promise<void> {
  const first = cachedTimeline(queryClient, roomId)?.messages[0]?.seq
  if (first === undefined) return
  const ended = sessionSignal(queryClient)
  const page = await client.chat.messages({ room_id: roomId, before_seq: first })
  if (ended.aborted) return
  const known = cachedTimeline(queryClient, roomId)?.changeSeq ?? 0
  const older = { ...page, items: page.items.map(parseMessage) }
  updateTimeline(queryClient, roomId, (timeline) => prepend(timeline, older, first))
  announce(queryClient, roomId, { seq: 0, change: Math.max(known, page.change_seq ?? 0) })
  closeGaps(queryClient)
}

/** Fetches a message again: a change may have been missed. */
export async function refreshMessage(
  queryClient: QueryClient,
  { room_id, seq }: Pick<ChatMessage, 'room_id' | 'seq'>,
): Promise<void> {
  const ended = sessionSignal(queryClient)
  const page = await client.chat.messages({ room_id, after_seq: seq - 1, limit: 1 })
  if (ended.aborted) return
  for (const message of page.items) applyMessage(queryClient, message)
}
