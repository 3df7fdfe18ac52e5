import type { QueryClient } from '@tanstack/react-query'

import type { RoomChanges } from '@kundig/contract/chat/chat.contract'
import { LIMITS } from '@kundig/contract/limits'

import { client } from '../../../platform/api/client.ts'
import { createSessionState } from '../../../platform/api/session-state.ts'
import { createSingleFlight } from '../../../platform/api/single-flight.ts'
import { applyStamps } from '../../../platform/api/stamps.ts'
import {
  announcedRooms,
  dropTimeline,
  listCachedTimelines,
  getCachedTimeline,
  getCachedRooms,
  applyRoomsPage,
  updateTimeline,
} from './chat.queries.ts'
import { parseMessage } from './message.ts'
import { isForked, getLastSeq, applyResume, type Timeline } from './timeline.ts'

const resuming = createSessionState((queryClient, ended) =>
  createSingleFlight({
    ask: () => fetchAllChanges(queryClient, ended),
    isBehind: () => isCacheBehind(queryClient),
    ended,
  }),
)

/**
 * Fetches missed changes of cached rooms, the room list, and stamps of other data in one call, until it succeeds.
 * Requests during a call cause exactly one more call, and wait for it.
 */
export function resumeRooms(queryClient: QueryClient): Promise<void> {
  return resuming(queryClient).request()
}

/** Calls `resume` when events announced messages or changes that the cache lacks. A running call checks this itself. */
export function resumeIfBehind(queryClient: QueryClient): void {
  if (isCacheBehind(queryClient)) void resuming(queryClient).start()
}

function isCacheBehind(queryClient: QueryClient): boolean {
  const announced = announcedRooms(queryClient)
  return listCachedTimelines(queryClient).some(({ id, timeline }) => {
    const { seq, change } = announced.get(id) ?? { seq: 0, change: 0 }
    return seq > getLastSeq(timeline) || change > timeline.changeSeq
  })
}

interface CachedRoom {
  room_id: string
  last_seq: number
  change_seq: number
  last_client_id?: string
}

function toCachedRoom({ id, timeline }: { id: string; timeline: Timeline }): CachedRoom {
  const last = timeline.messages.at(-1)
  return {
    room_id: id,
    last_seq: getLastSeq(timeline),
    change_seq: timeline.changeSeq,
    ...(last && { last_client_id: last.client_id }),
  }
}

async function fetchAllChanges(queryClient: QueryClient, ended: AbortSignal): Promise<void> {
  let requested = listCachedTimelines(queryClient).slice(0, LIMITS.resumedRoomsMax).map(toCachedRoom)
  for (;;) {
    const withMore = await fetchChangesOnce(queryClient, requested, ended)
    const next = listCachedTimelines(queryClient)
      .filter(({ id }) => withMore.has(id))
      .map(toCachedRoom)
    // The response added nothing, so another call would not help.
    if (next.length === 0 || JSON.stringify(next) === JSON.stringify(requested)) return
    requested = next
  }
}

/** @returns rooms with more to fetch */
async function fetchChangesOnce(
  queryClient: QueryClient,
  requested: CachedRoom[],
  ended: AbortSignal,
): Promise<Set<string>> {
  const announced = announcedRooms(queryClient)
  const announcedBefore = new Map(announced)
  const version = getCachedRooms(queryClient)
  const { rooms, gone, list, stamps } = await client.chat.resume({ rooms: requested })
  // The cache now belongs to another person.
  if (ended.aborted) return new Set()
  const newsByRoom = new Map(rooms.map((news) => [news.room_id, news]))
  const withMore = new Set<string>()
  for (const one of requested) {
    const id = one.room_id
    // A message announced before the call and missing in the response does not exist. If the cache has shrunk since
    // the call, the announcement stays: an older page may lack a change.
    if (announced.get(id) === announcedBefore.get(id) && hasCachedPosition(queryClient, one)) announced.delete(id)
    const news = newsByRoom.get(id)
    if (news && applyRoomChanges(queryClient, news, one) && news.has_more) withMore.add(id)
  }
  for (const id of gone) dropTimeline(queryClient, id)
  applyRoomsPage(queryClient, list, version, gone)
  applyStamps(queryClient, stamps)
  return withMore
}

/** True while the cache has at least the messages and changes that it had at the request. */
function hasCachedPosition(queryClient: QueryClient, { room_id, last_seq, change_seq }: CachedRoom): boolean {
  const timeline = getCachedTimeline(queryClient, room_id)
  return timeline !== undefined && getLastSeq(timeline) >= last_seq && timeline.changeSeq >= change_seq
}

/** @returns false when the room's messages are no longer cached */
function applyRoomChanges(queryClient: QueryClient, news: RoomChanges, requested: CachedRoom): boolean {
  const id = news.room_id
  const timeline = getCachedTimeline(queryClient, id)
  if (!timeline) return false
  const isOpen = listCachedTimelines(queryClient).some((room) => room.id === id && room.isOpen)
  // Fewer or different messages mean another database: a restored backup, or a failover that lost data.
  const isAnother =
    news.is_another === true ||
    news.last_seq < requested.last_seq ||
    news.change_seq < requested.change_seq ||
    isForked(timeline, news.messages)
  // A room that is not open and missed too many messages is dropped. Opening it fetches the newest messages.
  if (isAnother || (news.has_more && !isOpen)) {
    dropTimeline(queryClient, id)
    return false
  }
  const { change_seq } = news
  const [messages, changed] = [news.messages.map(parseMessage), news.changed.map(parseMessage)]
  updateTimeline(queryClient, id, (cached) => applyResume(cached, { messages, changed, change_seq }, requested))
  return true
}
