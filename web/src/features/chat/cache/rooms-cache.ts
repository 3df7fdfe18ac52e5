import type { LastMessage, Message, ReadMark, Room, RoomsPage } from '@kundig/contract/chat/chat.contract'

/** A room, with what events said since the server last counted its unread messages. */
export type ListedRoom = Room & {
  /** Up to which place the server counted, and the places of the partner's messages that came later. */
  counted?: { upTo: number; later: readonly number[] }
  /** Two answers crossed, so that only the server knows how much is unread. */
  isUnsure?: true
}

/** The person's rooms as far as they are loaded, the latest change first, and their unread total. */
export interface Rooms {
  items: readonly ListedRoom[]
  /** Over all rooms, also those that are not loaded: the server's number, which events change. */
  unread_total: number
  /** Where the rooms that are not loaded begin; null when all are. */
  next_cursor: string | null
}

/** Whether a room comes before another one, in the server's order. */
function isBefore(one: Room, other: Room): boolean {
  if (one.updated_at !== other.updated_at) return one.updated_at > other.updated_at
  return one.id > other.id
}
const byPlace = (one: Room, other: Room): number => (isBefore(one, other) ? -1 : isBefore(other, one) ? 1 : 0)

/** Puts a room into its place in the list. @param known the same room as the list has it */
function place(rooms: Rooms, known: ListedRoom | undefined, room: ListedRoom): Rooms {
  if (known === room) return rooms
  const others = known ? rooms.items.filter((one) => one !== known) : rooms.items
  const found = others.findIndex((other) => isBefore(room, other))
  const index = found === -1 ? others.length : found
  return {
    ...rooms,
    items: [...others.slice(0, index), room, ...others.slice(index)],
    // What is unread in a room that was not loaded is in the total already.
    unread_total: rooms.unread_total + (known ? room.unread_count - known.unread_count : 0),
  }
}

const roomOf = (rooms: Rooms, roomId: string): ListedRoom | undefined => rooms.items.find(({ id }) => id === roomId)

/**
 * Applies the server's count of a room's unread messages. Answers and events may come in any order, so that an older
 * count changes nothing; messages that came beyond the place up to which the server counted are added to it.
 */
function withCounts(
  room: ListedRoom,
  said: Pick<Room, 'last_seq' | 'unread_count'> & { read_seq: number },
): ListedRoom {
  const { upTo, later } = room.counted ?? { upTo: room.last_seq, later: [] }
  const readSeq = room.read_seq ?? 0
  if (said.read_seq >= readSeq && said.last_seq >= upTo) {
    const { isUnsure: _settled, ...rest } = room
    const since = later.filter((seq) => seq > said.last_seq)
    return {
      ...rest,
      read_seq: said.read_seq,
      last_seq: Math.max(room.last_seq, said.last_seq),
      unread_count: said.unread_count + since.length,
      counted: { upTo: said.last_seq, later: since },
    }
  }
  // The count knows a later mark but not all messages, or messages that no event told of but not the mark.
  const isCrossed = said.read_seq > readSeq || (said.read_seq < readSeq && said.last_seq > room.last_seq)
  return isCrossed ? { ...room, isUnsure: true } : room
}

/** Merges another view of a room: older, newer, or newer in one thing and older in another. */
function merge(known: ListedRoom, view: Room): ListedRoom {
  const { last_seq, unread_count, read_seq = known.read_seq ?? 0, partner_read_seq, partner, ...rest } = view
  const { last_message, is_new, ...facts } = rest
  // A closed room stays closed.
  const closed = known.status === 'closed' ? known : view
  return {
    ...withCounts(known, { last_seq, unread_count, read_seq }),
    ...(view.updated_at >= known.updated_at ? facts : {}),
    status: closed.status,
    closed_at: closed.closed_at,
    partner: partner.updated_at >= known.partner.updated_at ? partner : known.partner,
    partner_read_seq: Math.max(known.partner_read_seq, partner_read_seq),
    change_seq: Math.max(known.change_seq ?? 0, view.change_seq ?? 0),
    ...laterOf(known.last_message, last_message),
    // An opened room stays opened.
    ...(is_new !== undefined && { is_new: is_new && known.is_new !== false }),
  }
}

/** Of two views of a room's last message the later one; nothing where neither says anything. */
function laterOf(
  known: LastMessage | null | undefined,
  view: LastMessage | null | undefined,
): Pick<Room, 'last_message'> {
  if (known === undefined && view === undefined) return {}
  if (!known || !view) return { last_message: known ?? view ?? null }
  const isLater = view.seq > known.seq || (view.seq === known.seq && (view.change_seq ?? 0) > (known.change_seq ?? 0))
  return { last_message: isLater ? view : known }
}

/** What the list shows of a message that is its room's last. */
function toLast(message: Message): LastMessage {
  const { seq, sender_id, content, removed, type, amount, currency, status, ended_by, change_seq, file } = message
  return {
    seq,
    sender_id,
    content,
    ...(removed && { removed }),
    ...(type !== undefined && { type, amount, currency, status, ended_by }),
    ...(change_seq !== undefined && { change_seq }),
    ...(file && { file: { name: file.name, type: file.type } }),
  }
}

/** Shows a message that is new or has changed as its room's last one, unless the room has a later one. */
export function applyLastMessage(rooms: Rooms, message: Message): Rooms {
  const room = roomOf(rooms, message.room_id)
  if (!room) return rooms
  const { last_message } = laterOf(room.last_message, toLast(message))
  return last_message === room.last_message
    ? rooms
    : place(rooms, room, { ...room, ...(last_message && { last_message }) })
}

/**
 * Puts a room that was opened, changed or fetched into its place. Its view may be older than the cache: it does not
 * reopen a closed room, and takes back no mark and no message.
 */
export function putRoom(rooms: Rooms, view: Room): Rooms {
  const known = roomOf(rooms, view.id)
  return place(rooms, known, known ? merge(known, view) : view)
}

/**
 * Applies a room that was fetched because its count was uncertain. It replaces what was known before the fetch, which
 * may even be of another database, as after a restored backup; what an event changed since stays.
 * @param asked the room as it was in the cache when the fetch began
 */
export function settleRoom(rooms: Rooms, view: Room, asked: ListedRoom | undefined): Rooms {
  const known = roomOf(rooms, view.id)
  return known && known === asked ? place(rooms, known, view) : putRoom(rooms, view)
}

/** Removes rooms that are not the person's (any more). The total comes with the list. */
export function withoutRooms(rooms: Rooms, ids: readonly string[]): Rooms {
  const items = rooms.items.filter(({ id }) => !ids.includes(id))
  return items.length === rooms.items.length ? rooms : { ...rooms, items }
}

/** Counts a new message in its room, once, in whichever order messages come. Nothing, where the room is not loaded. */
export function countMessage(before: Rooms, message: Message, viewerId: string): Rooms {
  const rooms = applyLastMessage(before, message)
  const room = roomOf(rooms, message.room_id)
  if (!room) return rooms
  const { upTo, later } = room.counted ?? { upTo: room.last_seq, later: [] }
  const isOwn = message.sender_id === viewerId
  const isKnown = message.seq <= upTo || (message.seq <= room.last_seq && (isOwn || later.includes(message.seq)))
  const updated_at = message.created_at > room.updated_at ? message.created_at : room.updated_at
  if (isKnown) return updated_at === room.updated_at ? rooms : place(rooms, room, { ...room, updated_at })
  return place(rooms, room, {
    ...room,
    updated_at,
    last_seq: Math.max(room.last_seq, message.seq),
    unread_count: room.unread_count + (isOwn ? 0 : 1),
    counted: { upTo, later: isOwn ? later : [...later, message.seq] },
  })
}

/** Applies how far the person has read a room, which opens it: unread is what the server counted, and what came since. */
export function applyOwnMark(rooms: Rooms, { room_id, up_to_seq, unread_count, last_seq }: ReadMark): Rooms {
  const room = roomOf(rooms, room_id)
  if (!room) return rooms
  const counted = withCounts(room, { read_seq: up_to_seq, unread_count, last_seq })
  return place(rooms, room, room.is_new === true ? { ...counted, is_new: false } : counted)
}

export function applyPartnerMark(rooms: Rooms, { room_id, up_to_seq }: ReadMark): Rooms {
  const room = roomOf(rooms, room_id)
  if (!room || room.partner_read_seq >= up_to_seq) return rooms
  return place(rooms, room, { ...room, partner_read_seq: up_to_seq })
}

/**
 * Applies the first page, fetched again: it has what changed. Rooms further down stay, unless more has changed than one
 * page holds: then the list begins anew with it. A first page without a next one has all rooms.
 * @param asked the list in the cache when the fetch began: only what events changed since is newer than the page
 */
export function withFirstPage(rooms: Rooms | undefined, page: RoomsPage, asked: Rooms | undefined): Rooms {
  const before = new Map(asked?.items.map((room) => [room.id, room]))
  const known = new Map(rooms?.items.map((room) => [room.id, room]))
  let counted = 0
  const items = page.items.map((view): ListedRoom => {
    const room = known.get(view.id)
    const merged = room && room !== before.get(view.id) ? merge(room, view) : view
    counted += merged.unread_count - view.unread_count
    return merged
  })
  const unread_total = page.unread_total + counted
  const last = page.items.at(-1)
  const isConnected =
    page.next_cursor === null || (last !== undefined && known.get(last.id)?.updated_at === last.updated_at)
  if (!rooms || !isConnected) return { items: items.toSorted(byPlace), unread_total, next_cursor: page.next_cursor }
  const listed = new Set(items.map(({ id }) => id))
  const isAll = page.next_cursor === null
  const others = rooms.items.filter((room) => !listed.has(room.id) && !(isAll && before.get(room.id) === room))
  const next_cursor = isAll ? null : rooms.next_cursor
  return { items: [...items, ...others].toSorted(byPlace), unread_total, next_cursor }
}

/** Adds the page that a cursor leads to; one that was fetched before the list began anew changes nothing. */
export function withNextPage(rooms: Rooms, page: RoomsPage, cursor: string): Rooms {
  if (rooms.next_cursor !== cursor) return rooms
  return { ...page.items.reduce(putRoom, rooms), next_cursor: page.next_cursor }
}

/** The rooms with one partner (spec 2: grouped by the other participant). */
export interface RoomGroup {
  partner: Room['partner']
  rooms: Room[]
}

/**
 * Unread messages, and rooms without any that the person asked for and never opened. New rooms are among the first, and
 * so are loaded.
 */
export function countChatNews({ items, unread_total }: Rooms): { unread: number; newRooms: number } {
  return {
    unread: unread_total,
    newRooms: items.filter((room) => room.is_new === true && room.unread_count === 0).length,
  }
}

/** Groups rooms by partner. Groups, and rooms within a group, have the latest change first. */
export function groupByPartner(rooms: readonly Room[]): RoomGroup[] {
  const groups = new Map<string, RoomGroup>()
  for (const room of rooms) {
    const group = groups.get(room.partner.id)
    if (group) group.rooms.push(room)
    else groups.set(room.partner.id, { partner: room.partner, rooms: [room] })
  }
  return [...groups.values()]
}
