import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { Message, ReadMark, Room } from '@kundig/contract/chat/chat.contract'
import { LIMITS } from '@kundig/contract/limits'

import { client } from '../../platform/api/client.ts'
import { retryUntilDone } from '../../platform/api/retry-until-done.ts'
import { heldMessages } from '../../platform/live/live-provider.tsx'
import { closeGap, type Gap } from './catch-up.ts'
import {
  countMessage,
  putRoom,
  type Rooms,
  takeOwnMark,
  takePartnersMark,
  withFirstPage,
  withNextPage,
} from './rooms-cache.ts'
import {
  append,
  appendPage,
  isForked,
  lastSeq,
  markRead,
  pendingOf,
  prepend,
  replace,
  type Timeline,
} from './timeline.ts'

const roomsKey = ['chat', 'rooms'] as const

/**
 * The person's rooms as far as they are loaded, and their unread total. Asking anew reads the first page, on which all is
 * that changed. Live events keep it true; a reconnect asks again.
 */
export const roomsQuery = queryOptions({
  queryKey: roomsKey,
  queryFn: async ({ client: queryClient, signal }): Promise<Rooms> => {
    const page = await client.chat.rooms({}, { signal })
    // By then events may have changed what was known.
    return withFirstPage(queryClient.getQueryData<Rooms>(roomsKey), page)
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

/** The list is asked for again at most this often (ms), however many events say that it may be old. */
const REFRESH_EVERY_MS = 1000

interface RoomsRefresh {
  /** The one under way, or about to begin; null when none is. */
  running: Promise<void> | null
  /** Something happened since it began that its answer may not know of. */
  isStale: boolean
}
const refreshes = new WeakMap<QueryClient, RoomsRefresh>()

/**
 * Asks for the list of rooms again: once, after what is under way, however often it is called meanwhile; and again until
 * it succeeds.
 * @returns resolves when the list is as new as this call
 */
export function refreshRooms(queryClient: QueryClient): Promise<void> {
  const refresh = refreshes.get(queryClient) ?? { running: null, isStale: false }
  refreshes.set(queryClient, refresh)
  refresh.isStale = true
  refresh.running ??= run().finally(() => {
    refresh.running = null
  })
  return refresh.running

  async function run(): Promise<void> {
    // An answer that is on its way was asked for before this.
    if (queryClient.isFetching({ queryKey: roomsQuery.queryKey }) > 0)
      await refetchRooms(queryClient).catch(() => undefined)
    for (let isFirst = true; refresh.isStale; isFirst = false) {
      if (!isFirst) await new Promise((resolve) => setTimeout(resolve, REFRESH_EVERY_MS))
      refresh.isStale = false
      await retryUntilDone(() => refetchRooms(queryClient))
    }
  }
}
/** @throws what the fetch throws */
async function refetchRooms(queryClient: QueryClient): Promise<void> {
  await queryClient.refetchQueries(
    { queryKey: roomsQuery.queryKey, type: 'all' },
    { cancelRefetch: false, throwOnError: true },
  )
}

/**
 * Changes the rooms in the cache, if they are there. An answer that is on its way may be older than the change, and its
 * total without it, so the list is asked for once more after it.
 */
export function updateRooms(queryClient: QueryClient, change: (rooms: Rooms) => Rooms): void {
  const isAsking = queryClient.isFetching({ queryKey: roomsQuery.queryKey }) > 0
  const before = queryClient.getQueryData(roomsQuery.queryKey)
  const after = before && change(before)
  if (after !== before) queryClient.setQueryData(roomsQuery.queryKey, after)
  if (isAsking) void refreshRooms(queryClient)
  for (const room of after?.items ?? []) if (room.isUnsure) refreshRoom(queryClient, room.id)
}

const refreshingRooms = new Set<string>()

/** Asks for one room again, until it is known how it stands. */
function refreshRoom(queryClient: QueryClient, id: string): void {
  if (refreshingRooms.has(id)) return
  refreshingRooms.add(id)
  void retryUntilDone(async () => {
    const room = await client.chat.room({ id })
    refreshingRooms.delete(id)
    updateRooms(queryClient, (rooms) => putRoom(rooms, room))
  }).finally(() => refreshingRooms.delete(id))
}

/** A room in the cache. */
export function cachedRoom(queryClient: QueryClient, roomId: string): Room | undefined {
  return queryClient.getQueryData(roomsQuery.queryKey)?.items.find(({ id }) => id === roomId)
}

/** Takes how far one of a room's two people has read. */
export function takeRead(queryClient: QueryClient, mark: ReadMark & { reader_id: string }, viewerId: string): void {
  if (mark.reader_id === viewerId) return takeOwnRead(queryClient, mark)
  updateTimeline(queryClient, mark.room_id, (timeline) => markRead(timeline, viewerId, mark.up_to_seq))
  updateRooms(queryClient, (rooms) => takePartnersMark(rooms, mark))
}

/** Takes how far the person has read, in this tab or another one. */
export function takeOwnRead(queryClient: QueryClient, mark: ReadMark): void {
  const room = cachedRoom(queryClient, mark.room_id)
  // How much of it was unread is known only to the server, where the room is not loaded.
  if (!room) return void refreshRooms(queryClient)
  updateTimeline(queryClient, mark.room_id, (timeline) => markRead(timeline, room.partner.id, mark.up_to_seq))
  updateRooms(queryClient, (rooms) => takeOwnMark(rooms, mark))
}

const timelineKey = (roomId: string) => ['chat', 'timeline', roomId] as const

/** The newest messages of a room; older ones and new ones are added to it in the cache. */
export function timelineQuery(roomId: string) {
  return queryOptions({
    queryKey: timelineKey(roomId),
    queryFn: async ({ client: queryClient }): Promise<Timeline> => {
      let page = await client.chat.messages({ room_id: roomId })
      let lastBefore = -1
      // What was announced while this was on its way had no timeline yet to be added to. What then still does not come
      // is not there (any more).
      while ((announced.get(roomId) ?? 0) > page.last_seq && page.last_seq > lastBefore) {
        lastBefore = page.last_seq
        page = await client.chat.messages({ room_id: roomId })
      }
      hold(roomId, page.items.at(-1)?.seq ?? 0)
      return withChanges(queryClient, roomId, { messages: page.items, hasOlder: page.has_older })
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

/**
 * Messages that were changed of late. A page that was asked for before a change and comes after it does not undo it.
 */
function changesQuery(roomId: string) {
  return queryOptions<readonly Message[]>({ queryKey: ['chat', 'changes', roomId] })
}

function withChanges(queryClient: QueryClient, roomId: string, timeline: Timeline): Timeline {
  const changed = queryClient.getQueryData(changesQuery(roomId).queryKey) ?? []
  return changed.reduce(replace, timeline)
}

/** Changes a room's timeline in the cache, if it is there. */
export function updateTimeline(
  queryClient: QueryClient,
  roomId: string,
  change: (timeline: Timeline) => Timeline,
): void {
  const before = heldTimeline(queryClient, roomId)
  if (!before) return
  const after = withChanges(queryClient, roomId, change(before))
  if (after === before) return
  queryClient.setQueryData(timelineQuery(roomId).queryKey, after)
  hold(roomId, lastSeq(after))
}

/** The highest place that an event told of, by room: an answer that was asked for before may not know of it. */
const announced = new Map<string, number>()

const catchingUp = new Map<string, Promise<void>>()

/** Adds messages that came live, and fetches what lies between when some were missed. */
export function receive(queryClient: QueryClient, roomId: string, incoming: readonly Message[]): void {
  announced.set(roomId, Math.max(announced.get(roomId) ?? 0, ...incoming.map(({ seq }) => seq)))
  const before = heldTimeline(queryClient, roomId)
  if (before && isForked(before, incoming)) {
    // The server's places hold other messages now: its database is another one, as after a restored backup.
    announced.delete(roomId)
    void queryClient.resetQueries({ queryKey: timelineKey(roomId) })
    return
  }
  let hasGap = false
  updateTimeline(queryClient, roomId, (timeline) => {
    const appended = append(timeline, incoming)
    hasGap = appended.hasGap
    return appended.timeline
  })
  if (hasGap) void catchUp(queryClient, roomId)
}

/** Takes a message of one's own that the server has just stored: into its room's timeline, and into the list of rooms. */
export function takeStored(queryClient: QueryClient, message: Message): void {
  receive(queryClient, message.room_id, [message])
  updateRooms(queryClient, (rooms) => countMessage(rooms, message, message.sender_id))
}

/** Fetches every message after the last one held, again until it succeeds. One fetch at a time for each room. */
export function catchUp(queryClient: QueryClient, roomId: string): Promise<void> {
  const running = catchingUp.get(roomId)
  if (running) return running
  const gap: Gap = {
    held: () => {
      const timeline = heldTimeline(queryClient, roomId)
      return timeline && lastSeq(timeline)
    },
    announced: () => announced.get(roomId) ?? 0,
    fetchAfter: async (seq) => {
      const page = await client.chat.messages({ room_id: roomId, after_seq: seq, limit: LIMITS.chatPageMax })
      updateTimeline(queryClient, roomId, (timeline) => appendPage(timeline, page.items, seq))
      return { count: page.items.length, lastSeq: page.last_seq }
    },
  }
  const run = retryUntilDone(() => closeGap(gap)).finally(() => catchingUp.delete(roomId))
  catchingUp.set(roomId, run)
  return run
}

/** Fetches the page before the first message held. */
export async function loadOlder(queryClient: QueryClient, roomId: string): Promise<void> {
  const first = heldTimeline(queryClient, roomId)?.messages[0]?.seq
  if (first === undefined) return
  const page = await client.chat.messages({ room_id: roomId, before_seq: first })
  updateTimeline(queryClient, roomId, (timeline) => prepend(timeline, page.items, page.has_older, first))
}

/** Takes a message that is another now, or that is new: the answer of a call, or a live event. */
export function takeMessage(queryClient: QueryClient, message: Message): void {
  queryClient.setQueryData(changesQuery(message.room_id).queryKey, (changed = []) => [
    ...changed.filter(({ id }) => id !== message.id),
    message,
  ])
  // The change finds its message by itself, wherever it is held.
  receive(queryClient, message.room_id, [message])
}

/** Reads a message again: how it stands may have been missed. */
export async function refreshMessage(queryClient: QueryClient, { room_id, seq }: Message): Promise<void> {
  const page = await client.chat.messages({ room_id, after_seq: seq - 1, limit: 1 })
  for (const message of page.items) takeMessage(queryClient, message)
}

/** Reads those again that may have been decided while nobody could tell: a lost event heals. */
export async function refreshPending(queryClient: QueryClient, roomId: string): Promise<void> {
  const held = heldTimeline(queryClient, roomId)
  const pending = held ? pendingOf(held) : []
  await Promise.all(pending.map((message) => retryUntilDone(() => refreshMessage(queryClient, message))))
}

/** The rooms whose timeline is in the cache and, by the list of rooms, not whole. */
export function roomsWithNews(queryClient: QueryClient): string[] {
  return heldRoomIds(queryClient).filter((roomId) => {
    const timeline = heldTimeline(queryClient, roomId)
    const room = cachedRoom(queryClient, roomId)
    return timeline !== undefined && (!room || room.last_seq > lastSeq(timeline))
  })
}

/** Every room whose timeline is in the cache. */
export function heldRoomIds(queryClient: QueryClient): string[] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: ['chat', 'timeline'] })
    .map((query) => String(query.queryKey[2]))
}
