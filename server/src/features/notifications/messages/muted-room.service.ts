import { Refusal } from '@kundig/contract/errors'
import type { MuteTime } from '@kundig/contract/notifications/notification-kinds'
import type { MutedRoom } from '@kundig/contract/notifications/notifications.contract'

import type { Database } from '../../../platform/database/database.ts'
import { findMutedRooms, type MutedRoomRow, saveRoomMute } from './muted-room.repository.ts'

export function createMutedRoomService({ db }: { db: Database }) {
  const present = ({ roomId, until }: MutedRoomRow): MutedRoom => ({
    room_id: roomId,
    until: until?.toISOString() ?? null,
  })

  return {
    list: async (viewerId: string): Promise<MutedRoom[]> => (await findMutedRooms(db, viewerId)).map(present),

    /** A null `time` unmutes. @throws Refusal ROOM_NOT_FOUND to non-members, whether or not the room exists */
    mute: async (viewerId: string, roomId: string, time: MuteTime | null): Promise<MutedRoom | null> => {
      const saved = await saveRoomMute(db, viewerId, roomId, time)
      if (!saved) throw new Refusal('ROOM_NOT_FOUND')
      return time === null ? null : present({ roomId, until: saved.until })
    },
  }
}

export type MutedRoomService = ReturnType<typeof createMutedRoomService>
