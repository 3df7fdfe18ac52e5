import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { ReadMark, RoomsPage } from '@kundig/contract/chat/chat.contract'

import { client } from '../../../platform/api/client.ts'
import { perSession } from '../../../platform/api/session-state.ts'
import { createSingleFlight, type SingleFlight } from '../../../platform/api/single-flight.ts'
import { parseMessage } from './message.ts'
import {
  type ListedRoom,
  type Rooms,
  settleRoom,
  applyOwnMark,
  applyPartnerMark,
  withFirstPage,
  withNextPage,
  withoutRooms,
} from './rooms-cache.ts'
import { markRead, type Timeline } from './timeline.ts'

/** The key of the list of rooms and of all rooms' messages. */
export const chatKey = ['chat'] as const

const roomsKey = [...chatKey, 'rooms'] as const

/**
 * The person's rooms as far as they are loaded, and their unread total. A refetch reads the first page, because what
 * changed comes first. Live events keep it current; a reconnect refetches it.
 */
export const roomsQuery = queryOptions({
  queryKey: roomsKey,
  queryFn: async ({ client: queryClient, signal }): Promise<Rooms> => {
    const before = queryClient.getQueryData<Rooms>(roomsKey)
    const page = await client.chat.rooms({}, { signal })
    // Events may have changed the list meanwhile.
    return withFirstPage(queryClient.getQueryData<Rooms>(roomsKey), page, before)
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * Fetches the rooms that follow those that are loaded, if there are any.
 * @returns the first of them that was not there yet
 * @throws what the fetch throws
 */
export async function loadMoreRooms(queryClient: QueryClient): Promise<string | undefined> {
  const before = queryClient.getQueryData(roomsQuery.queryKey)
  const cursor = before?.next_cursor
  if (!cursor) return undefined
  const page = await client.chat.rooms({ cursor })
  updateRooms(queryClient, (rooms) => withNextPage(rooms, page, cursor))
  return page.items.find(({ id }) => !before.items.some((room) => room.id === id))?.id
}

/** The refreshing of the list. */
const listFlight = perSession((queryClient, ended) =>
  createSingleFlight({
    earlier: () =>
      queryClient.isFetching({ queryKey: roomsQuery.queryKey }) > 0
        ? refetchRooms(queryClient).catch(() => undefined)
        : undefined,
    ask: () => refetchRooms(queryClient),
    ended,
  }),
)

/**
 * Fetches the list of rooms again until that succeeds. However often it is called during a fetch, one more follows.
 * @returns resolves when the list is as new as this call
 */
export function refreshRooms(queryClient: QueryClient): Promise<void> {
  return listFlight(queryClient).request()
}

/** @throws what the fetch throws */
async function refetchRooms(queryClient: QueryClient): Promise<void> {
  await queryClient.refetchQueries(
    { queryKey: roomsQuery.queryKey, type: 'all' },
    { cancelRefetch: false, throwOnError: true },
  )
}

/**
 * Changes the rooms in the cache, if they are there. A fetch that is under way may be answered without the change, so
 * that the list is fetched once more after it.
 */
export function updateRooms(queryClient: QueryClient, change: (rooms: Rooms) => Rooms): void {
  const isFetching = queryClient.isFetching({ queryKey: roomsQuery.queryKey }) > 0
  const before = queryClient.getQueryData(roomsQuery.queryKey)
  const after = before && change(before)
  if (after !== before) queryClient.setQueryData(roomsQuery.queryKey, after)
  if (isFetching) void refreshRooms(queryClient)
  for (const room of after?.items ?? []) if (room.isUnsure) refreshRoom(queryClient, room.id)
}

/** The refreshing of single rooms, by id. */
const roomFlights = perSession((_queryClient, ended) => ({ ended, byId: new Map<string, SingleFlight>() }))

/** Fetches one room again, at most once a second, until its unread count is certain. */
function refreshRoom(queryClient: QueryClient, id: string): void {
  const { ended, byId } = roomFlights(queryClient)
  if (byId.has(id)) return
  const flight = createSingleFlight({
    ask: async () => {
      const before = cachedRoom(queryClient, id)
      const room = await client.chat.room({ id })
      // Both people of a room may log in here: it is not the same room to the other one.
      if (ended.aborted) return
      updateRooms(queryClient, (rooms) => settleRoom(rooms, room, before))
    },
    // Events may have crossed the answer.
    isBehind: () => cachedRoom(queryClient, id)?.isUnsure === true,
    ended,
  })
  byId.set(id, flight)
  void flight.start().finally(() => byId.delete(id))
}

/** The list in the cache, to compare later whether it has changed: an older answer has an older total. */
export function roomsVersion(queryClient: QueryClient): Rooms | undefined {
  return queryClient.getQueryData(roomsQuery.queryKey)
}

/**
 * Applies the first page of the list that came along with another answer.
 * @param version `roomsVersion` from when that was requested; a list that has changed meanwhile is fetched again
 * @param gone rooms that are not the person's any more
 */
export function applyRooms(
  queryClient: QueryClient,
  page: RoomsPage,
  version: Rooms | undefined,
  gone: readonly string[] = [],
): void {
  const isFetching = queryClient.isFetching({ queryKey: roomsQuery.queryKey }) > 0
  // Before the first list is there, it is being fetched anyway.
  const isSame = version !== undefined && roomsVersion(queryClient) === version
  queryClient.setQueryData(roomsQuery.queryKey, (rooms) => {
    const left = rooms && withoutRooms(rooms, gone)
    return isSame ? withFirstPage(left, page, version) : left === rooms ? undefined : left
  })
  if (isFetching || !isSame) void refreshRooms(queryClient)
}

export function cachedRoom(queryClient: QueryClient, roomId: string): ListedRoom | undefined {
  return queryClient.getQueryData(roomsQuery.queryKey)?.items.find(({ id }) => id === roomId)
}

/** Applies how far one of a room's two people has read. */
export function applyRead(queryClient: QueryClient, mark: ReadMark & { reader_id: string }, viewerId: string): void {
  if (mark.reader_id === viewerId) return applyOwnRead(queryClient, mark)
  updateTimeline(queryClient, mark.room_id, (timeline) => markRead(timeline, viewerId, mark.up_to_seq))
  updateRooms(queryClient, (rooms) => applyPartnerMark(rooms, mark))
}

/** Applies how far the person has read, in this tab or another one. */
export function applyOwnRead(queryClient: QueryClient, mark: ReadMark): void {
  const room = cachedRoom(queryClient, mark.room_id)
  // Where the room is not loaded, only the server knows how much of it was unread.
  if (!room) return void refreshRooms(queryClient)
  updateTimeline(queryClient, mark.room_id, (timeline) => markRead(timeline, room.partner.id, mark.up_to_seq))
  updateRooms(queryClient, (rooms) => applyOwnMark(rooms, mark))
}

/** Where a room stands, by its two counters. */
interface Standing {
  seq: number
  change: number
}

/** How far rooms have come, as events told, where the cache may have less: an answer on its way may not show it. */
export const announcedRooms = perSession(() => new Map<string, Standing>())

/**
 * Notes how far a room is known to have come, if its messages are cached or being fetched. A later fetch is as new as
 * this.
 */
export function announce(queryClient: QueryClient, roomId: string, { seq, change }: Standing): void {
  const state = queryClient.getQueryState(timelineKey(roomId))
  if (!state || (state.data === undefined && state.fetchStatus === 'idle')) return
  const announced = announcedRooms(queryClient)
  const before = announced.get(roomId)
  if (before && before.seq >= seq && before.change >= change) return
  announced.set(roomId, { seq: Math.max(before?.seq ?? 0, seq), change: Math.max(before?.change ?? 0, change) })
}

const timelineKey = (roomId: string) => [...chatKey, 'timeline', roomId] as const

/** The newest messages of a room; older and new ones are added in the cache. */
export function timelineQuery(roomId: string) {
  return queryOptions({
    queryKey: timelineKey(roomId),
    queryFn: async ({ client: queryClient }): Promise<Timeline> => {
      let page = await client.chat.messages({ room_id: roomId })
      for (;;) {
        // What was announced while this was on its way had no timeline yet to be added to.
        const { seq, change } = announcedRooms(queryClient).get(roomId) ?? { seq: 0, change: 0 }
        if (seq <= page.last_seq && change <= (page.change_seq ?? 0)) break
        const again = await client.chat.messages({ room_id: roomId })
        const isSame = again.last_seq === page.last_seq && again.change_seq === page.change_seq
        page = again
        // What still does not come is not there (any more).
        if (isSame) {
          announcedRooms(queryClient).delete(roomId)
          break
        }
      }
      return { messages: page.items.map(parseMessage), hasOlder: page.has_older, changeSeq: page.change_seq ?? 0 }
    },
    // Never refetched as a whole: that would drop the older pages. `resume` brings what is missing.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

export function cachedTimeline(queryClient: QueryClient, roomId: string): Timeline | undefined {
  return queryClient.getQueryData(timelineQuery(roomId).queryKey)
}

/** Changes a room's timeline in the cache, if it is there. */
export function updateTimeline(
  queryClient: QueryClient,
  roomId: string,
  change: (timeline: Timeline) => Timeline,
): void {
  const before = cachedTimeline(queryClient, roomId)
  if (!before) return
  const after = change(before)
  if (after !== before) queryClient.setQueryData(timelineQuery(roomId).queryKey, after)
}

/** Removes a room's messages from the cache. Those of an open room are fetched again. */
export function dropTimeline(queryClient: QueryClient, roomId: string): void {
  announcedRooms(queryClient).delete(roomId)
  void queryClient.resetQueries({ queryKey: timelineKey(roomId) })
}

/** The rooms whose timeline is in the cache: those that are open first, then what changed last. */
export function cachedTimelines(queryClient: QueryClient): { id: string; timeline: Timeline; isOpen: boolean }[] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: [...chatKey, 'timeline'] })
    .toSorted(
      (one, other) =>
        Number(other.isActive()) - Number(one.isActive()) || other.state.dataUpdatedAt - one.state.dataUpdatedAt,
    )
    .flatMap((query) => {
      const id = String(query.queryKey[2])
      const timeline = cachedTimeline(queryClient, id)
      return timeline ? [{ id, timeline, isOpen: query.isActive() }] : []
    })
}

/** The cache keeps the messages of this many rooms: those that were opened last. */
const TIMELINES_MAX = 10

/** Those that were opened longest ago come first. */
const openedRooms = perSession(() => new Set<string>())

/** Notes that a room is opened, and removes the messages of rooms that were opened too long ago. */
export function touchTimeline(queryClient: QueryClient, roomId: string): void {
  const opened = openedRooms(queryClient)
  opened.delete(roomId)
  opened.add(roomId)
  for (const id of [...opened].slice(0, -TIMELINES_MAX)) {
    opened.delete(id)
    announcedRooms(queryClient).delete(id)
    queryClient.removeQueries({ queryKey: timelineKey(id) })
  }
}
