import { Refusal } from '@kundig/contract/errors'

import type { Executor } from '../../../platform/database/database.ts'
import type { SelectPayment } from '../messages/message-preview.repository.ts'
import { findParticipantRefusal } from './room.policy.ts'
import { findById, findRoomWithLastMessage, type RoomWithMembers, type ShownRoom } from './room.repository.ts'

/** @throws Refusal ROOM_NOT_FOUND to non-participants, whether or not the room exists */
export async function requireRoomAsParticipant(
  db: Executor,
  viewerId: string,
  roomId: string,
): Promise<RoomWithMembers> {
  return requireParticipant(await findById(db, roomId), viewerId)
}

export async function requireRoomWithLastMessage(
  db: Executor,
  viewerId: string,
  roomId: string,
  selectPayment: SelectPayment,
): Promise<ShownRoom> {
  return requireParticipant(await findRoomWithLastMessage(db, roomId, selectPayment), viewerId)
}

function requireParticipant<Found extends RoomWithMembers>(found: Found | undefined, viewerId: string): Found {
  const refusal = findParticipantRefusal(found?.room, viewerId)
  if (refusal || !found) throw new Refusal(refusal ?? 'ROOM_NOT_FOUND')
  return found
}
