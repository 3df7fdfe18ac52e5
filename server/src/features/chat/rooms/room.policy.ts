import type { RoomStatus } from '@kundig/contract/chat/room-life-cycle'
import type { ErrorCode } from '@kundig/contract/errors'

interface Room {
  participantIds: readonly string[]
  status: RoomStatus
}

export function findParticipantRefusal(room: Room | undefined, viewerId: string): ErrorCode | null {
  return room?.participantIds.includes(viewerId) === true ? null : 'ROOM_NOT_FOUND'
}

export function findSendRefusal(room: Room | undefined, viewerId: string): ErrorCode | null {
  return findParticipantRefusal(room, viewerId) ?? (room?.status === 'closed' ? 'ROOM_CLOSED' : null)
}
