import type { QueryClient } from '@tanstack/react-query'

import type { Message } from '@kundig/contract/chat/chat.contract'

import { client } from '../../../platform/api/client.ts'
import { announce, dropTimeline, cachedTimeline, updateRooms, updateTimeline } from './chat.queries.ts'
import { closeGaps } from './resume.ts'
import { countMessage } from './rooms-cache.ts'
import { append, isForked, prepend, applyChange } from './timeline.ts'

/**
 * Takes a message that is new, or that is another now: a live event, or the answer of a call. When it shows that something
 * before it was missed, a message or a change, that is asked for.
 */
export function applyMessage(queryClient: QueryClient, message: Message): void {
  const { room_id: roomId, seq, change_seq: change = 0 } = message
  const before = cachedTimeline(queryClient, roomId)
  if (before && isForked(before, [message])) {
    // The server's places hold other messages now: its database is another one, as after a restored backup.
    dropTimeline(queryClient, roomId)
    return
  }
  announce(queryClient, roomId, { seq, change })
  updateTimeline(queryClient, roomId, (timeline) => applyChange(append(timeline, message), message))
  closeGaps(queryClient)
}

/** Takes a message of one's own that the server has just stored: into its room's timeline, and into the list of rooms. */
export function applyStored(queryClient: QueryClient, message: Message): void {
  applyMessage(queryClient, message)
  updateRooms(queryClient, (rooms) => countMessage(rooms, message, message.sender_id))
}

/** Fetches the page before the first message held. */
export async function loadOlder(queryClient: QueryClient, roomId: string): Promise<void> {
  const first = cachedTimeline(queryClient, roomId)?.messages[0]?.seq
  if (first === undefined) return
  const page = await client.chat.messages({ room_id: roomId, before_seq: first })
  const known = cachedTimeline(queryClient, roomId)?.changeSeq ?? 0
  updateTimeline(queryClient, roomId, (timeline) => prepend(timeline, page, first))
  announce(queryClient, roomId, { seq: 0, change: Math.max(known, page.change_seq ?? 0) })
  closeGaps(queryClient)
}

/** Reads a message again: how it stands may have been missed. */
export async function refreshMessage(queryClient: QueryClient, { room_id, seq }: Message): Promise<void> {
  const page = await client.chat.messages({ room_id, after_seq: seq - 1, limit: 1 })
  for (const message of page.items) applyMessage(queryClient, message)
}
