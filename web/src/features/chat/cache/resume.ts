import type { QueryClient } from '@tanstack/react-query'

import type { RoomNews } from '@kundig/contract/chat/chat.contract'
import { LIMITS } from '@kundig/contract/limits'

import { client } from '../../../platform/api/client.ts'
import { perSession } from '../../../platform/api/session-state.ts'
import { createSingleFlight } from '../../../platform/api/single-flight.ts'
import { applyStamps } from '../../../platform/api/stamps.ts'
import {
  announcedRooms,
  dropTimeline,
  cachedTimelines,
  cachedTimeline,
  roomsVersion,
  applyRooms,
  updateTimeline,
} from './chat.queries.ts'
import { parseMessage } from './message.ts'
import { isForked, lastSeq, applyNews, type Timeline } from './timeline.ts'

const resuming = perSession((queryClient, ended) =>
  createSingleFlight({ ask: () => requestAll(queryClient, ended), isBehind: () => isBehind(queryClient), ended }),
)

/**
 * Fetches in one call what this tab has missed of all rooms in its cache, the list of rooms, and stamps that tell whether
 * anything else has changed. It is repeated until it succeeds, and once more if it is called meanwhile, however often.
 * @returns resolves when everything is as new as this call
 */
export function resume(queryClient: QueryClient): Promise<void> {
  return resuming(queryClient).request()
}

/** Resumes if an event has told of more than the cache has of some room. A call under way checks that by itself. */
export function closeGaps(queryClient: QueryClient): void {
  if (isBehind(queryClient)) void resuming(queryClient).start()
}

function isBehind(queryClient: QueryClient): boolean {
  const announced = announcedRooms(queryClient)
  return cachedTimelines(queryClient).some(({ id, timeline }) => {
    const { seq, change } = announced.get(id) ?? { seq: 0, change: 0 }
    return seq > lastSeq(timeline) || change > timeline.changeSeq
  })
}

interface CachedRoom {
  room_id: string
  last_seq: number
  change_seq: number
  last_client_id?: string
}

function describeCache({ id, timeline }: { id: string; timeline: Timeline }): CachedRoom {
  const last = timeline.messages.at(-1)
  return {
    room_id: id,
    last_seq: lastSeq(timeline),
    change_seq: timeline.changeSeq,
    ...(last && { last_client_id: last.client_id }),
  }
}

/** @throws what the call throws */
async function requestAll(queryClient: QueryClient, ended: AbortSignal): Promise<void> {
  let requested = cachedTimelines(queryClient).slice(0, LIMITS.resumedRoomsMax).map(describeCache)
  for (;;) {
    const withMore = await requestOnce(queryClient, requested, ended)
    const next = cachedTimelines(queryClient)
      .filter(({ id }) => withMore.has(id))
      .map(describeCache)
    // Where an answer added nothing, the next one would not either.
    if (next.length === 0 || JSON.stringify(next) === JSON.stringify(requested)) return
    requested = next
  }
}

/** @returns the rooms of which there is more */
async function requestOnce(
  queryClient: QueryClient,
  requested: CachedRoom[],
  ended: AbortSignal,
): Promise<Set<string>> {
  const announced = announcedRooms(queryClient)
  const announcedBefore = new Map(announced)
  const version = roomsVersion(queryClient)
  const { rooms, gone, list, stamps } = await client.chat.resume({ rooms: requested })
  // By now the cache is another person's.
  if (ended.aborted) return new Set()
  const newsByRoom = new Map(rooms.map((news) => [news.room_id, news]))
  const withMore = new Set<string>()
  for (const one of requested) {
    const id = one.room_id
    // What was announced before the call and is not in the answer does not exist (any more), unless the cache has less by
    // now than the call said: an older page that came meanwhile may lack a change.
    if (announced.get(id) === announcedBefore.get(id) && hasStill(queryClient, one)) announced.delete(id)
    const news = newsByRoom.get(id)
    if (news && applyRoom(queryClient, news, one) && news.has_more) withMore.add(id)
  }
  for (const id of gone) dropTimeline(queryClient, id)
  applyRooms(queryClient, list, version, gone)
  applyStamps(queryClient, stamps)
  return withMore
}

/** Whether the cache still has as much of a room as the call said. */
function hasStill(queryClient: QueryClient, { room_id, last_seq, change_seq }: CachedRoom): boolean {
  const timeline = cachedTimeline(queryClient, room_id)
  return timeline !== undefined && lastSeq(timeline) >= last_seq && timeline.changeSeq >= change_seq
}

/** @returns false when the room's messages are not in the cache any more */
function applyRoom(queryClient: QueryClient, news: RoomNews, requested: CachedRoom): boolean {
  const id = news.room_id
  const timeline = cachedTimeline(queryClient, id)
  if (!timeline) return false
  const isOpen = cachedTimelines(queryClient).some((room) => room.id === id && room.isOpen)
  // The server has fewer messages than the cache, or others: its database is another one, as after a restored backup or
  // a failover that lost some.
  const isAnother =
    news.is_another === true ||
    news.last_seq < requested.last_seq ||
    news.change_seq < requested.change_seq ||
    isForked(timeline, news.messages)
  // Too much was missed of a room that is not open: its newest messages are fetched when it is opened.
  if (isAnother || (news.has_more && !isOpen)) {
    dropTimeline(queryClient, id)
    return false
  }
  const { change_seq } = news
  const [messages, changed] = [news.messages.map(parseMessage), news.changed.map(parseMessage)]
  updateTimeline(queryClient, id, (cached) => applyNews(cached, { messages, changed, change_seq }, requested))
  return true
}
