import type { RoomStatus } from '@kundig/contract/chat/room-life-cycle'
import type { ErrorCode } from '@kundig/contract/errors'

interface Room {
  participantIds: readonly string[]
  status: RoomStatus
}

/** Checks if a person may read the room, its messages and its live events, and close it; null permits. */
export function participantRefusal(room: Room | undefined, viewerId: string): ErrorCode | null {
  return room?.participantIds.includes(viewerId) === true ? null : 'ROOM_NOT_FOUND'
}

/** Checks if a person may send into the room; null permits. */
export function sendRefusal(room: Room | undefined, viewerId: string): ErrorCode | null {
  return participantRefusal(room, viewerId) ?? (room?.status === 'closed' ? 'ROOM_CLOSED' : null)
}
