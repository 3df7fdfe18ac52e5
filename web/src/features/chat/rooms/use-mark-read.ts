import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { ReadMark, Room } from '@kundig/contract/chat/chat.contract'
import { isErrorCode, Refusal } from '@kundig/contract/errors'

import { client } from '../../../platform/api/client.ts'
import type { LiveConnection } from '../../../platform/live/live-connection.ts'
import { useLiveConnection } from '../../../platform/live/live-provider.tsx'
import { useIsVisible } from '../../../platform/use-is-visible.ts'
import { applyOwnReadMark } from '../cache/chat.queries.ts'
import { isSessionChecked, requireOwnSession } from '../outbox/own-session.ts'
import { ReadMarks } from './read-marks.ts'

/** Read marks of each connection, which belongs to one person. They outlive the screens. */
const marksByConnection = new WeakMap<LiveConnection, ReadMarks>()

function getReadMarks(live: LiveConnection, queryClient: QueryClient): ReadMarks {
  const known = marksByConnection.get(live)
  if (known) return known
  const marks = new ReadMarks(async (roomId, upToSeq) => {
    applyOwnReadMark(queryClient, await sendReadMark(live, queryClient, roomId, upToSeq))
  })
  marksByConnection.set(live, marks)
  live.onClosed(() => marks.close())
  return marks
}

/**
 * Sends a read mark as the connection's person. The room's other participant may have logged in in another tab.
 * @throws Refusal when a retry cannot help; otherwise Error
 */
export async function sendReadMark(
  live: LiveConnection,
  queryClient: QueryClient,
  roomId: string,
  upToSeq: number,
): Promise<ReadMark> {
  const mark = { room_id: roomId, up_to_seq: upToSeq }
  if (!live.isForHttp && !live.socket.connected) throw new Error('Not connected')
  await requireOwnSession(live, queryClient)
  if (live.isForHttp) return client.chat.read(mark)
  if (!isSessionChecked(live)) throw new Error('Not known whose connection it is')
  const answer = await live.request('room.read', mark)
  if (answer.ok) return answer.result
  // A newer server may return an error code that this page does not know.
  if (answer.code === 'TOO_MANY_ATTEMPTS' || !isErrorCode(answer.code)) throw new Error('Not now')
  throw new Refusal(answer.code)
}

/** Marks messages as read while their room is open and the tab visible (spec 4). Marks new rooms as opened. */
export function useMarkRead(room: Room, seq: number): void {
  const live = useLiveConnection()
  const isVisible = useIsVisible()
  const queryClient = useQueryClient()
  const { id, unread_count: unread, is_new: isNew = false } = room

  useEffect(() => {
    if (!live || !isVisible || (!isNew && (unread === 0 || seq === 0))) return
    getReadMarks(live, queryClient).mark(id, seq)
  }, [live, isVisible, unread, isNew, seq, id, queryClient])
}
