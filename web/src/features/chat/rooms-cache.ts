import type { Message, Room } from '@kundig/contract/chat/chat.contract'

/** The rooms of the person, as the rooms procedure answers. */
export interface Rooms {
  items: readonly Room[]
  unread_total: number
}

function withItems(items: readonly Room[]): Rooms {
  return {
    items: items.toSorted((one, other) => other.updated_at.localeCompare(one.updated_at)),
    unread_total: items.reduce((total, room) => total + room.unread_count, 0),
  }
}

/**
 * Puts a room that was opened or changed in its place. What was counted of messages that it does not know of yet stays:
 * it may have been on its way when they came.
 */
export function putRoom(rooms: Rooms, room: Room): Rooms {
  const known = rooms.items.find(({ id }) => id === room.id)
  const others = rooms.items.filter(({ id }) => id !== room.id)
  if (!known || known.last_seq <= room.last_seq) return withItems([...others, room])
  const { last_seq, unread_count, updated_at } = known
  return withItems([...others, { ...room, last_seq, unread_count, updated_at }])
}

/** Counts a new message in its room. A message that the list knows of already (its seq tells) changes nothing. */
export function countMessage(rooms: Rooms, message: Message, viewerId: string): Rooms {
  const isNew = (room: Room): boolean => room.id === message.room_id && message.seq > room.last_seq
  if (!rooms.items.some(isNew)) return rooms
  return withItems(
    rooms.items.map((room) =>
      isNew(room)
        ? {
            ...room,
            last_seq: message.seq,
            updated_at: message.created_at,
            unread_count: room.unread_count + (message.sender_id === viewerId ? 0 : 1),
          }
        : room,
    ),
  )
}

/** Changes one room. */
export function changeRoom(rooms: Rooms, roomId: string, change: Partial<Room>): Rooms {
  return withItems(rooms.items.map((room) => (room.id === roomId ? { ...room, ...change } : room)))
}

/** Rooms with one partner, for the list (spec 2: grouped by the other participant). */
export interface RoomGroup {
  partner: Room['partner']
  rooms: Room[]
}

/** Groups rooms by partner; the group with the latest change first, and so within each. */
export function groupByPartner(rooms: readonly Room[]): RoomGroup[] {
  const groups = new Map<string, RoomGroup>()
  for (const room of rooms) {
    const group = groups.get(room.partner.id)
    if (group) group.rooms.push(room)
    else groups.set(room.partner.id, { partner: room.partner, rooms: [room] })
  }
  return [...groups.values()]
}
