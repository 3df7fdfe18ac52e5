import { Refusal } from '@kundig/contract/errors'

import type { Executor } from '../../platform/database/database.ts'
import { participantRefusal } from './room.policy.ts'
import { findById, type RoomWithMembers } from './room.repository.ts'

/**
 * A room, for one of its participants.
 * @throws Refusal ROOM_NOT_FOUND to everyone else, whether or not the room exists
 */
export async function findAsParticipant(db: Executor, viewerId: string, roomId: string): Promise<RoomWithMembers> {
  const found = await findById(db, roomId)
  const refusal = participantRefusal(found?.room, viewerId)
  if (refusal || !found) throw new Refusal(refusal ?? 'ROOM_NOT_FOUND')
  return found
}
