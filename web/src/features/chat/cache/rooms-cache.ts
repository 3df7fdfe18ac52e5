import type { MessagePreview, Message, ReadMark, Room, RoomsPage } from '@kundig/contract/chat/chat.contract'

import { parseMessage, toPreview } from './message.ts'

export type ListedRoom = Room & {
  /** Last position in the server's unread count, and the positions of the partner's later messages. */
  counted?: { upTo: number; later: readonly number[] }
  /** True when only the server knows the unread count: after a deletion, or responses out of order. */
  isUnsure?: true
  /** Number of the change that deleted an unread message. Counts from before that change include the message. */
  deletedBy?: number
}

/** Loaded rooms, the latest change first, and the unread total. */
export interface Rooms {
  items: readonly ListedRoom[]
  /** Server's total of all rooms, loaded or not, updated by events. */
  unread_total: number
  next_cursor: string | null
}

/** True when a room comes before another in the server's order. */
function isBefore(one: Room, other: Room): boolean {
  if (one.updated_at !== other.updated_at) return one.updated_at > other.updated_at
  return one.id > other.id
}
const comparePositions = (one: Room, other: Room): number => (isBefore(one, other) ? -1 : isBefore(other, one) ? 1 : 0)

function insertRoom(rooms: Rooms, cached: ListedRoom | undefined, room: ListedRoom): Rooms {
  if (cached === room) return rooms
  const others = cached ? rooms.items.filter((one) => one !== cached) : rooms.items
  const found = others.findIndex((other) => isBefore(room, other))
  const index = found === -1 ? others.length : found
  return {
    ...rooms,
    items: [...others.slice(0, index), room, ...others.slice(index)],
    // The total already includes rooms that were not loaded.
    unread_total: rooms.unread_total + (cached ? room.unread_count - cached.unread_count : 0),
  }
}

const findRoom = (rooms: Rooms, roomId: string): ListedRoom | undefined => rooms.items.find(({ id }) => id === roomId)

/** Applies the server's unread count plus later messages. An older count changes nothing. */
function applyCounts(
  room: ListedRoom,
  counts: Pick<Room, 'last_seq' | 'unread_count' | 'change_seq'> & { read_seq: number },
): ListedRoom {
  const { upTo, later } = room.counted ?? { upTo: room.last_seq, later: [] }
  const readSeq = room.read_seq ?? 0
  if (counts.read_seq >= readSeq && counts.last_seq >= upTo) {
    const { isUnsure: _settled, deletedBy = 0, ...rest } = room
    const since = later.filter((seq) => seq > counts.last_seq)
    const { change_seq: change = 0 } = counts
    // A count from before a known change may include a message that was deleted since.
    const isOutdated = deletedBy > change || (counts.change_seq !== undefined && change < (room.change_seq ?? 0))
    return {
      ...rest,
      ...(isOutdated && { isUnsure: true, deletedBy }),
      read_seq: counts.read_seq,
      last_seq: Math.max(room.last_seq, counts.last_seq),
      unread_count: counts.unread_count + since.length,
      counted: { upTo: counts.last_seq, later: since },
    }
  }
  // Compared with the cache, the server's count has a later read mark but fewer messages, or the reverse.
  const isCrossed = counts.read_seq > readSeq || (counts.read_seq < readSeq && counts.last_seq > room.last_seq)
  return isCrossed ? { ...room, isUnsure: true } : room
}

/** Merges a room state from the server into the cached state. Some fields may be older than the cache, others newer. */
function mergeRoom(cached: ListedRoom, view: Room): ListedRoom {
  const { last_seq, unread_count, read_seq = cached.read_seq ?? 0, partner_read_seq, partner, ...rest } = view
  const { last_message, is_new, ...facts } = rest
  // An older state must not reopen a closed room.
  const closed = cached.status === 'closed' ? cached : view
  return {
    ...applyCounts(cached, { last_seq, unread_count, read_seq, change_seq: view.change_seq }),
    ...(view.updated_at >= cached.updated_at ? facts : {}),
    status: closed.status,
    closed_at: closed.closed_at,
    partner: partner.updated_at >= cached.partner.updated_at ? partner : cached.partner,
    partner_read_seq: Math.max(cached.partner_read_seq, partner_read_seq),
    change_seq: Math.max(cached.change_seq ?? 0, view.change_seq ?? 0),
    ...pickLaterMessage(cached.last_message, last_message),
    // An older state must not make an opened room new again.
    ...(is_new !== undefined && { is_new: is_new && cached.is_new !== false }),
  }
}

/** Returns the later of two last messages. Empty when both are undefined. */
function pickLaterMessage(
  cached: MessagePreview | null | undefined,
  view: MessagePreview | null | undefined,
): Pick<Room, 'last_message'> {
  if (cached === undefined && view === undefined) return {}
  if (!cached || !view) return { last_message: cached ?? view ?? null }
  const isLater =
    view.seq > cached.seq || (view.seq === cached.seq && (view.change_seq ?? 0) > (cached.change_seq ?? 0))
  return { last_message: isLater ? view : cached }
}

/** Sets the message as its room's last message, unless the room has a later one. */
export function applyLastMessage(rooms: Rooms, message: Message): Rooms {
  const room = findRoom(rooms, message.room_id)
  if (!room) return rooms
  const { last_message } = pickLaterMessage(room.last_message, toPreview(parseMessage(message)))
  return last_message === room.last_message
    ? rooms
    : insertRoom(rooms, room, { ...room, ...(last_message && { last_message }) })
}

/** Applies a changed message. Deleting an unread message makes the room's unread count uncertain. */
export function applyChangedMessage(before: Rooms, message: Message, viewerId: string): Rooms {
  const rooms = applyLastMessage(before, message)
  const room = findRoom(rooms, message.room_id)
  const isUncounted = message.deleted && message.sender_id !== viewerId && message.seq > (room?.read_seq ?? 0)
  if (!room || !isUncounted) return rooms
  const deletedBy = Math.max(room.deletedBy ?? 0, message.change_seq ?? 0)
  return insertRoom(rooms, room, { ...room, isUnsure: true, deletedBy })
}

/** Adds or updates a room in the list. An older state never reopens a room, or reverts a mark or message. */
export function upsertRoom(rooms: Rooms, view: Room): Rooms {
  const cached = findRoom(rooms, view.id)
  return insertRoom(rooms, cached, cached ? mergeRoom(cached, view) : view)
}

/**
 * Applies a room that was fetched because its unread count was uncertain. It replaces the cached room, even with an
 * older state, as after a restored backup. If the cached room changed since `asked`, both are merged.
 */
export function applyRefetchedRoom(rooms: Rooms, view: Room, asked: ListedRoom | undefined): Rooms {
  const cached = findRoom(rooms, view.id)
  return cached && cached === asked ? insertRoom(rooms, cached, view) : upsertRoom(rooms, view)
}

/** Removes rooms that the person can no longer access. The next list from the server corrects the unread total. */
export function removeRooms(rooms: Rooms, ids: readonly string[]): Rooms {
  const items = rooms.items.filter(({ id }) => !ids.includes(id))
  return items.length === rooms.items.length ? rooms : { ...rooms, items }
}

/** Counts a new message once, even if messages arrive out of order. Ignores rooms that are not loaded. */
export function applyNewMessage(before: Rooms, message: Message, viewerId: string): Rooms {
  const rooms = applyLastMessage(before, message)
  const room = findRoom(rooms, message.room_id)
  if (!room) return rooms
  const { upTo, later } = room.counted ?? { upTo: room.last_seq, later: [] }
  const isOwn = message.sender_id === viewerId
  const isKnown = message.seq <= upTo || (message.seq <= room.last_seq && (isOwn || later.includes(message.seq)))
  const updated_at = message.created_at > room.updated_at ? message.created_at : room.updated_at
  if (isKnown) return updated_at === room.updated_at ? rooms : insertRoom(rooms, room, { ...room, updated_at })
  return insertRoom(rooms, room, {
    ...room,
    updated_at,
    last_seq: Math.max(room.last_seq, message.seq),
    unread_count: room.unread_count + (isOwn ? 0 : 1),
    counted: { upTo, later: isOwn ? later : [...later, message.seq] },
  })
}

/** Applies the person's read mark. The room is not new any more, and gets the mark's count plus later messages. */
export function applyOwnMark(rooms: Rooms, { room_id, up_to_seq, unread_count, last_seq }: ReadMark): Rooms {
  const room = findRoom(rooms, room_id)
  if (!room) return rooms
  const counted = applyCounts(room, { read_seq: up_to_seq, unread_count, last_seq })
  return insertRoom(rooms, room, room.is_new === true ? { ...counted, is_new: false } : counted)
}

export function applyPartnerMark(rooms: Rooms, { room_id, up_to_seq }: ReadMark): Rooms {
  const room = findRoom(rooms, room_id)
  if (!room || room.partner_read_seq >= up_to_seq) return rooms
  return insertRoom(rooms, room, { ...room, partner_read_seq: up_to_seq })
}

/**
 * Applies a refetched first page. Other rooms stay, unless more rooms than one page changed: then only the page stays.
 * A page without a next one contains all rooms. Rooms changed since `asked`, the list at the request, are merged.
 */
export function applyFirstPage(rooms: Rooms | undefined, page: RoomsPage, asked: Rooms | undefined): Rooms {
  const before = new Map(asked?.items.map((room) => [room.id, room]))
  const cached = new Map(rooms?.items.map((room) => [room.id, room]))
  let counted = 0
  const items = page.items.map((view): ListedRoom => {
    const room = cached.get(view.id)
    const merged = room && room !== before.get(view.id) ? mergeRoom(room, view) : view
    counted += merged.unread_count - view.unread_count
    return merged
  })
  const unread_total = page.unread_total + counted
  const last = page.items.at(-1)
  const isConnected =
    page.next_cursor === null || (last !== undefined && cached.get(last.id)?.updated_at === last.updated_at)
  if (!rooms || !isConnected)
    return { items: items.toSorted(comparePositions), unread_total, next_cursor: page.next_cursor }
  const listed = new Set(items.map(({ id }) => id))
  const isAll = page.next_cursor === null
  const others = rooms.items.filter((room) => !listed.has(room.id) && !(isAll && before.get(room.id) === room))
  const next_cursor = isAll ? null : rooms.next_cursor
  return { items: [...items, ...others].toSorted(comparePositions), unread_total, next_cursor }
}

/** Appends the page that belongs to a cursor. Ignores the page if the list was restarted and now has another cursor. */
export function appendNextPage(rooms: Rooms, page: RoomsPage, cursor: string): Rooms {
  if (rooms.next_cursor !== cursor) return rooms
  return { ...page.items.reduce(upsertRoom, rooms), next_cursor: page.next_cursor }
}

/** Rooms with one partner (spec 2). */
export interface RoomGroup {
  partner: Room['partner']
  rooms: Room[]
}

/** Counts unread messages, and new rooms without unread messages. New rooms come first, so they are loaded. */
export function getUnreadCounts({ items, unread_total }: Rooms): { unread: number; newRooms: number } {
  return {
    unread: unread_total,
    newRooms: items.filter((room) => room.is_new === true && room.unread_count === 0).length,
  }
}

/** Groups rooms by partner. Within the list and each group, the most recently changed room comes first. */
export function groupByPartner(rooms: readonly Room[]): RoomGroup[] {
  const groups = new Map<string, RoomGroup>()
  for (const room of rooms) {
    const group = groups.get(room.partner.id)
    if (group) group.rooms.push(room)
    else groups.set(room.partner.id, { partner: room.partner, rooms: [room] })
  }
  return [...groups.values()]
}
