import type { Database } from '../../../platform/database/database.ts'
import type { ChatEvents } from '../chat.events.ts'
import { sendRefusal } from '../rooms/room.policy.ts'
import { findRowById, type RoomRow } from '../rooms/room.repository.ts'

/**
 * How long what was read of a room is gone by (ms). Its people stay the same; in a room that was closed meanwhile, hints
 * are passed on for so long, and tabs show none there.
 */
const REMEMBERED_MS = 10_000
/** The most rooms that are remembered; beyond that the one that was read longest ago goes. */
const REMEMBERED_ROOMS_MAX = 10_000

type TypedRoom = Pick<RoomRow, 'participantIds' | 'status'>

/** Shows partners that someone types. */
export function createTypingService({ db, events }: { db: Database; events: Pick<ChatEvents, 'typing'> }) {
  /** In the order in which they were read. */
  const remembered = new Map<string, { readAt: number; room: Promise<TypedRoom | undefined> }>()

  async function findRoom(roomId: string): Promise<TypedRoom | undefined> {
    const now = performance.now()
    const known = remembered.get(roomId)
    if (known && now - known.readAt < REMEMBERED_MS) return known.room
    const read = { readAt: now, room: findRowById(db, roomId) }
    // Anew, so that it is the last one in order.
    remembered.delete(roomId)
    remembered.set(roomId, read)
    const [oldest] = remembered.keys()
    if (remembered.size > REMEMBERED_ROOMS_MAX && oldest !== undefined) remembered.delete(oldest)
    read.room.catch(() => {
      if (remembered.get(roomId) === read) remembered.delete(roomId)
    })
    return read.room
  }

  return {
    /** Looks at a room anew: it was closed. */
    forget: (roomId: string): void => {
      remembered.delete(roomId)
    },

    /** Shows the partner that someone types, where they may send; elsewhere nothing happens. Stored nowhere. */
    publish: async (typistId: string, roomId: string): Promise<void> => {
      const room = await findRoom(roomId)
      if (!room || sendRefusal(room, typistId) !== null) return
      const partnerId = room.participantIds.find((id) => id !== typistId)
      if (partnerId !== undefined) events.typing(partnerId, { room_id: roomId, user_id: typistId })
    },
  }
}

export type TypingService = ReturnType<typeof createTypingService>
