import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { Message, Room } from '@kundig/contract/chat/chat.contract'
import { LIMITS } from '@kundig/contract/limits'

import { api, client } from '../../platform/api/client.ts'
import { heldMessages } from '../../platform/live/live-provider.tsx'
import type { Rooms } from './rooms-cache.ts'
import { append, lastSeq, prepend, type Timeline } from './timeline.ts'

/** The person's rooms and unread total. Live events keep it true; a reconnect asks again. */
export const roomsQuery = queryOptions({ ...api.chat.rooms.queryOptions(), staleTime: Number.POSITIVE_INFINITY })

/**
 * Changes the rooms in the cache, if they are there. An answer that is on its way may be older than the change and
 * would undo it, so it is asked for again.
 */
export function updateRooms(queryClient: QueryClient, change: (rooms: Rooms) => Rooms): void {
  const isAsking = queryClient.isFetching({ queryKey: roomsQuery.queryKey }) > 0
  queryClient.setQueryData(roomsQuery.queryKey, (rooms) => {
    if (!rooms) return rooms
    const next = change(rooms)
    return next === rooms ? rooms : { items: [...next.items], unread_total: next.unread_total }
  })
  if (isAsking) void queryClient.invalidateQueries({ queryKey: roomsQuery.queryKey, refetchType: 'all' })
}

/** A room in the cache. */
export function cachedRoom(queryClient: QueryClient, roomId: string): Room | undefined {
  return queryClient.getQueryData(roomsQuery.queryKey)?.items.find(({ id }) => id === roomId)
}

const timelineKey = (roomId: string) => ['chat', 'timeline', roomId] as const

/** The newest messages of a room; older ones and new ones are added to it in the cache. */
export function timelineQuery(roomId: string) {
  return queryOptions({
    queryKey: timelineKey(roomId),
    queryFn: async (): Promise<Timeline> => {
      const page = await client.chat.messages({ room_id: roomId })
      hold(roomId, page.items.at(-1)?.seq ?? 0)
      return { messages: page.items, hasOlder: page.has_older }
    },
    // Never fetched anew as a whole: that would drop the older pages. Gaps are closed by `catchUp`.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

function hold(roomId: string, seq: number): void {
  heldMessages.set(roomId, seq)
}

/** The timelines that are in the cache. */
function heldTimeline(queryClient: QueryClient, roomId: string): Timeline | undefined {
  return queryClient.getQueryData(timelineQuery(roomId).queryKey)
}

/** Changes a room's timeline in the cache, if it is there. */
export function updateTimeline(
  queryClient: QueryClient,
  roomId: string,
  change: (timeline: Timeline) => Timeline,
): void {
  const before = heldTimeline(queryClient, roomId)
  if (!before) return
  const after = change(before)
  if (after === before) return
  queryClient.setQueryData(timelineQuery(roomId).queryKey, after)
  hold(roomId, lastSeq(after))
}

const catchingUp = new Map<string, Promise<void>>()

/** Adds messages that came live, and fetches what lies between when some were missed. */
export function receive(queryClient: QueryClient, roomId: string, incoming: readonly Message[]): void {
  let hasGap = false
  updateTimeline(queryClient, roomId, (timeline) => {
    const appended = append(timeline, incoming)
    hasGap = appended.hasGap
    return appended.timeline
  })
  if (hasGap) void catchUp(queryClient, roomId)
}

/** Fetches every message after the last one held. One fetch at a time for each room. */
export function catchUp(queryClient: QueryClient, roomId: string): Promise<void> {
  const running = catchingUp.get(roomId)
  if (running) return running
  const run = (async () => {
    for (;;) {
      const held = heldTimeline(queryClient, roomId)
      if (!held) return
      const page = await client.chat.messages({ room_id: roomId, after_seq: lastSeq(held), limit: LIMITS.chatPageMax })
      updateTimeline(queryClient, roomId, (timeline) => append(timeline, page.items).timeline)
      const after = heldTimeline(queryClient, roomId)
      if (!after || page.items.length === 0 || lastSeq(after) >= page.last_seq) return
    }
  })()
    // Not reached: the next event, or the next connection, tries again.
    .catch(() => undefined)
    .finally(() => catchingUp.delete(roomId))
  catchingUp.set(roomId, run)
  return run
}

/** Fetches the page before the first message held. */
export async function loadOlder(queryClient: QueryClient, roomId: string): Promise<void> {
  const first = heldTimeline(queryClient, roomId)?.messages[0]?.seq
  if (first === undefined) return
  const page = await client.chat.messages({ room_id: roomId, before_seq: first })
  updateTimeline(queryClient, roomId, (timeline) => prepend(timeline, page.items, page.has_older))
}

/** Every room whose timeline is in the cache. */
export function heldRoomIds(queryClient: QueryClient): string[] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: ['chat', 'timeline'] })
    .map((query) => String(query.queryKey[2]))
}
