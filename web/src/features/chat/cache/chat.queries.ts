import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { ReadMark, RoomsPage } from '@kundig/contract/chat/chat.contract'

import { client } from '../../../platform/api/client.ts'
import { createSessionState } from '../../../platform/api/session-state.ts'
import { createSingleFlight, type SingleFlight } from '../../../platform/api/single-flight.ts'
import { parseMessage } from './message.ts'
import {
  type ListedRoom,
  type Rooms,
  applyRefetchedRoom,
  applyOwnMark,
  applyPartnerMark,
  applyFirstPage,
  appendNextPage,
  removeRooms,
} from './rooms-cache.ts'
import { markRead, type Timeline } from './timeline.ts'

export const chatKey = ['chat'] as const

const roomsKey = [...chatKey, 'rooms'] as const

/** Loaded rooms and the unread total, updated by events. A refetch reads the first page, with the latest changes. */
export const roomsQuery = queryOptions({
  queryKey: roomsKey,
  queryFn: async ({ client: queryClient, signal }): Promise<Rooms> => {
    const before = queryClient.getQueryData<Rooms>(roomsKey)
    const page = await client.chat.rooms({}, { signal })
    // Events may have changed the list during the request.
    return applyFirstPage(queryClient.getQueryData<Rooms>(roomsKey), page, before)
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Fetches the next page of rooms. @returns the id of the page's first new room, if any; throws fetch errors */
export async function loadMoreRooms(queryClient: QueryClient): Promise<string | undefined> {
  const before = queryClient.getQueryData(roomsQuery.queryKey)
  const cursor = before?.next_cursor
  if (!cursor) return undefined
  const page = await client.chat.rooms({ cursor })
  updateRooms(queryClient, (rooms) => appendNextPage(rooms, page, cursor))
  return page.items.find(({ id }) => !before.items.some((room) => room.id === id))?.id
}

const listFlight = createSessionState((queryClient, ended) =>
  createSingleFlight({
    earlier: () =>
      queryClient.isFetching({ queryKey: roomsQuery.queryKey }) > 0
        ? refetchRooms(queryClient).catch(() => undefined)
        : undefined,
    ask: () => refetchRooms(queryClient),
    ended,
  }),
)

/** Refetches the room list until a fetch succeeds. Calls during a fetch cause one more fetch, and wait for it. */
export function refreshRooms(queryClient: QueryClient): Promise<void> {
  return listFlight(queryClient).request()
}

async function refetchRooms(queryClient: QueryClient): Promise<void> {
  await queryClient.refetchQueries(
    { queryKey: roomsQuery.queryKey, type: 'all' },
    { cancelRefetch: false, throwOnError: true },
  )
}

/** Changes the cached rooms. A fetch in progress may miss the change, so another fetch follows. */
export function updateRooms(queryClient: QueryClient, change: (rooms: Rooms) => Rooms): void {
  const isFetching = queryClient.isFetching({ queryKey: roomsQuery.queryKey }) > 0
  const before = queryClient.getQueryData(roomsQuery.queryKey)
  const after = before && change(before)
  if (after !== before) queryClient.setQueryData(roomsQuery.queryKey, after)
  if (isFetching) void refreshRooms(queryClient)
  for (const room of after?.items ?? []) if (room.isUnsure) refreshRoom(queryClient, room.id)
}

const roomFlights = createSessionState((_queryClient, ended) => ({ ended, byId: new Map<string, SingleFlight>() }))

/** Refetches one room, at most once a second, until its unread count is certain. */
function refreshRoom(queryClient: QueryClient, id: string): void {
  const { ended, byId } = roomFlights(queryClient)
  if (byId.has(id)) return
  const flight = createSingleFlight({
    ask: async () => {
      const before = getCachedRoom(queryClient, id)
      const room = await client.chat.room({ id })
      // During the call, the room's other participant may have logged in here. Each participant has a different view.
      if (ended.aborted) return
      updateRooms(queryClient, (rooms) => applyRefetchedRoom(rooms, room, before))
    },
    // The response may be older than events received during the request.
    isBehind: () => getCachedRoom(queryClient, id)?.isUnsure === true,
    ended,
  })
  byId.set(id, flight)
  void flight.start().finally(() => byId.delete(id))
}

/** Returns the cached rooms. Pass them to `applyRoomsPage`, which then detects changes during a request. */
export function getCachedRooms(queryClient: QueryClient): Rooms | undefined {
  return queryClient.getQueryData(roomsQuery.queryKey)
}

/** Applies a first page from another call's response. Refetches the list if it changed since `version`. */
export function applyRoomsPage(
  queryClient: QueryClient,
  page: RoomsPage,
  version: Rooms | undefined,
  gone: readonly string[] = [],
): void {
  const isFetching = queryClient.isFetching({ queryKey: roomsQuery.queryKey }) > 0
  // Without a version, the first fetch of the list is already in progress.
  const isSame = version !== undefined && getCachedRooms(queryClient) === version
  queryClient.setQueryData(roomsQuery.queryKey, (rooms) => {
    const left = rooms && removeRooms(rooms, gone)
    return isSame ? applyFirstPage(left, page, version) : left === rooms ? undefined : left
  })
  if (isFetching || !isSame) void refreshRooms(queryClient)
}

export function getCachedRoom(queryClient: QueryClient, roomId: string): ListedRoom | undefined {
  return queryClient.getQueryData(roomsQuery.queryKey)?.items.find(({ id }) => id === roomId)
}

export function applyReadMark(
  queryClient: QueryClient,
  mark: ReadMark & { reader_id: string },
  viewerId: string,
): void {
  if (mark.reader_id === viewerId) return applyOwnReadMark(queryClient, mark)
  updateTimeline(queryClient, mark.room_id, (timeline) => markRead(timeline, viewerId, mark.up_to_seq))
  updateRooms(queryClient, (rooms) => applyPartnerMark(rooms, mark))
}

export function applyOwnReadMark(queryClient: QueryClient, mark: ReadMark): void {
  const room = getCachedRoom(queryClient, mark.room_id)
  // Only the server knows the unread count of a room that is not loaded.
  if (!room) return void refreshRooms(queryClient)
  updateTimeline(queryClient, mark.room_id, (timeline) => markRead(timeline, room.partner.id, mark.up_to_seq))
  updateRooms(queryClient, (rooms) => applyOwnMark(rooms, mark))
}

interface AnnouncedPosition {
  seq: number
  change: number
}

/** Latest counters of each room, from live events. The cache or a fetch in progress may lack those events. */
export const announcedRooms = createSessionState(() => new Map<string, AnnouncedPosition>())

/** Records a room's counters while its messages are cached or loading. Otherwise a later fetch includes the event. */
export function recordAnnouncedPosition(
  queryClient: QueryClient,
  roomId: string,
  { seq, change }: AnnouncedPosition,
): void {
  const state = queryClient.getQueryState(timelineKey(roomId))
  if (!state || (state.data === undefined && state.fetchStatus === 'idle')) return
  const announced = announcedRooms(queryClient)
  const before = announced.get(roomId)
  if (before && before.seq >= seq && before.change >= change) return
  announced.set(roomId, { seq: Math.max(before?.seq ?? 0, seq), change: Math.max(before?.change ?? 0, change) })
}

const timelineKey = (roomId: string) => [...chatKey, 'timeline', roomId] as const

export function timelineQuery(roomId: string) {
  return queryOptions({
    queryKey: timelineKey(roomId),
    queryFn: async ({ client: queryClient }): Promise<Timeline> => {
      let page = await client.chat.messages({ room_id: roomId })
      for (;;) {
        // Events during the request could not be applied, because there was no timeline yet.
        const { seq, change } = announcedRooms(queryClient).get(roomId) ?? { seq: 0, change: 0 }
        if (seq <= page.last_seq && change <= (page.change_seq ?? 0)) break
        const again = await client.chat.messages({ room_id: roomId })
        const isSame = again.last_seq === page.last_seq && again.change_seq === page.change_seq
        page = again
        // The second response has nothing new, so the announced message does not exist.
        if (isSame) {
          announcedRooms(queryClient).delete(roomId)
          break
        }
      }
      return { messages: page.items.map(parseMessage), hasOlder: page.has_older, changeSeq: page.change_seq ?? 0 }
    },
    // A full refetch would drop older pages. `resume` fetches missing messages instead.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

export function getCachedTimeline(queryClient: QueryClient, roomId: string): Timeline | undefined {
  return queryClient.getQueryData(timelineQuery(roomId).queryKey)
}

export function updateTimeline(
  queryClient: QueryClient,
  roomId: string,
  change: (timeline: Timeline) => Timeline,
): void {
  const before = getCachedTimeline(queryClient, roomId)
  if (!before) return
  const after = change(before)
  if (after !== before) queryClient.setQueryData(timelineQuery(roomId).queryKey, after)
}

/** Removes a room's cached messages. An open room refetches them. */
export function dropTimeline(queryClient: QueryClient, roomId: string): void {
  announcedRooms(queryClient).delete(roomId)
  void queryClient.resetQueries({ queryKey: timelineKey(roomId) })
}

/** Returns the cached timelines: open rooms first, then the most recently changed. */
export function listCachedTimelines(queryClient: QueryClient): { id: string; timeline: Timeline; isOpen: boolean }[] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: [...chatKey, 'timeline'] })
    .toSorted(
      (one, other) =>
        Number(other.isActive()) - Number(one.isActive()) || other.state.dataUpdatedAt - one.state.dataUpdatedAt,
    )
    .flatMap((query) => {
      const id = String(query.queryKey[2])
      const timeline = getCachedTimeline(queryClient, id)
      return timeline ? [{ id, timeline, isOpen: query.isActive() }] : []
    })
}

/** Maximum number of rooms with cached messages. */
const TIMELINES_MAX = 10

const openedRooms = createSessionState(() => new Set<string>())

/** Records an opened room. Beyond the maximum, drops the messages of the least recently opened rooms. */
export function markTimelineOpened(queryClient: QueryClient, roomId: string): void {
  const opened = openedRooms(queryClient)
  opened.delete(roomId)
  opened.add(roomId)
  for (const id of [...opened].slice(0, -TIMELINES_MAX)) {
    opened.delete(id)
    announcedRooms(queryClient).delete(id)
    queryClient.removeQueries({ queryKey: timelineKey(id) })
  }
}
