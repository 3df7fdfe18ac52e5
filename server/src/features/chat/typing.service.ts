import type { Database } from '../../platform/database/database.ts'
import type { ChatEvents } from './chat.events.ts'
import { sendRefusal } from './room.policy.ts'
import { findRowById } from './room.repository.ts'

/** Tells partners that someone types. */
export function createTypingService({ db, events }: { db: Database; events: Pick<ChatEvents, 'typing'> }) {
  return {
    /** Tells the partner that someone types, where they may send; elsewhere nothing happens. Kept nowhere. */
    tell: async (typistId: string, roomId: string): Promise<void> => {
      const room = await findRowById(db, roomId)
      if (!room || sendRefusal(room, typistId) !== null) return
      const partnerId = room.participantIds.find((id) => id !== typistId)
      if (partnerId !== undefined) events.typing(partnerId, { room_id: roomId, user_id: typistId })
    },
  }
}

export type TypingService = ReturnType<typeof createTypingService>
