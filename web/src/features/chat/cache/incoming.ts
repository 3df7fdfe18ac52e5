import type { QueryClient } from '@tanstack/react-query'

import type { Message } from '@kundig/contract/chat/chat.contract'

import { client } from '../../../platform/api/client.ts'
import { createSessionState, getSessionSignal } from '../../../platform/api/session-state.ts'
import {
  recordAnnouncedPosition,
  getCachedRoom,
  getCachedTimeline,
  dropTimeline,
  refreshRooms,
  updateRooms,
  updateTimeline,
} from './chat.queries.ts'
import { refreshFoundMessages } from './found-messages.queries.ts'
import { type ChatMessage, parseMessage } from './message.ts'
import { resumeIfBehind } from './resume.ts'
import { applyChangedMessage, applyLastMessage, applyNewMessage } from './rooms-cache.ts'
import { appendMessage, isForked, prependPage, applyMessageChange } from './timeline.ts'

/** Applies a new or changed message. If its position or change number shows a gap, fetches the missing messages. */
export function applyMessage(queryClient: QueryClient, incoming: Message): void {
  const message = parseMessage(incoming)
  const { room_id: roomId, seq, change_seq: change = 0 } = message
  const before = getCachedTimeline(queryClient, roomId)
  if (before && isForked(before, [message])) {
    // A different message at this position means that the database changed, as after a restored backup.
    dropTimeline(queryClient, roomId)
    return
  }
  recordAnnouncedPosition(queryClient, roomId, { seq, change })
  updateTimeline(queryClient, roomId, (timeline) => applyMessageChange(appendMessage(timeline, message), message))
  resumeIfBehind(queryClient)
}

export function applyCreatedMessage(queryClient: QueryClient, message: Message, viewerId: string): void {
  applyMessage(queryClient, message)
  if (getCachedRoom(queryClient, message.room_id))
    updateRooms(queryClient, (rooms) => applyNewMessage(rooms, message, viewerId))
  // A room that is not loaded is now on the first page. Refetching that page also updates the unread total.
  else void refreshRooms(queryClient)
}

export function applyUpdatedMessage(queryClient: QueryClient, message: Message, viewerId: string): void {
  applyMessage(queryClient, message)
  refreshFoundMessages(queryClient, message.room_id)
  if (getCachedRoom(queryClient, message.room_id))
    updateRooms(queryClient, (rooms) => applyChangedMessage(rooms, message, viewerId))
  // Only the server knows if the unread total includes the deleted message.
  else if (message.deleted && message.sender_id !== viewerId) void refreshRooms(queryClient)
}

/** Creates a function that applies the person's stored messages during the session. The sending tab gets no event. */
export function createStoredMessageHandler(queryClient: QueryClient): (message: Message) => void {
  const ended = getSessionSignal(queryClient)
  return (message) => {
    if (!ended.aborted) applyCreatedMessage(queryClient, message, message.sender_id)
  }
}

/** Returns the function that applies changed messages from responses, until the session ends. */
export const getApplyChanged = createSessionState((queryClient, ended) => (message: Message): void => {
  if (ended.aborted) return
  applyMessage(queryClient, message)
  refreshFoundMessages(queryClient, message.room_id)
  updateRooms(queryClient, (rooms) => applyLastMessage(rooms, message))
})

/** Loads the page before the first cached message. @param limit the server's page size by default */
export async function loadOlderMessages(queryClient: QueryClient, roomId: string, limit?: number): Promise<void> {
  const first = getCachedTimeline(queryClient, roomId)?.messages[0]?.seq
  if (first === undefined) return
  const ended = getSessionSignal(queryClient)
  const page = await client.chat.messages({
    room_id: roomId,
    before_seq: first,
    ...(limit !== undefined && { limit }),
  })
  if (ended.aborted) return
  const known = getCachedTimeline(queryClient, roomId)?.changeSeq ?? 0
  const older = { ...page, items: page.items.map(parseMessage) }
  updateTimeline(queryClient, roomId, (timeline) => prependPage(timeline, older, first))
  recordAnnouncedPosition(queryClient, roomId, { seq: 0, change: Math.max(known, page.change_seq ?? 0) })
  resumeIfBehind(queryClient)
}

export async function refreshMessage(
  queryClient: QueryClient,
  { room_id, seq }: Pick<ChatMessage, 'room_id' | 'seq'>,
): Promise<void> {
  const ended = getSessionSignal(queryClient)
  const page = await client.chat.messages({ room_id, after_seq: seq - 1, limit: 1 })
  if (ended.aborted) return
  for (const message of page.items) applyMessage(queryClient, message)
}
