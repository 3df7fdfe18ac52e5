import type { Activity, ChatPrivacy } from '@kundig/contract/chat/chat.contract'

import type { Database, Executor } from '../../../platform/database/database.ts'
import { partnerIdOf } from '../chat.presenter.ts'
import { findAsParticipant } from '../rooms/room-access.ts'
import * as repository from './presence.repository.ts'

/** As fine as it is told, and hardly coarser than it is written down (ms). */
const NOW_MS = 5 * 60_000
/** Whoever was there within a day (ms) reads what is written soon. */
const LATELY_MS = 24 * 60 * 60_000

/** When people were there, roughly, and what they keep to themselves of that and of reading (decision 61). */
export function createPresenceService({ db }: { db: Database }) {
  async function activityOf(executor: Executor, userId: string, viewerId: string): Promise<Activity> {
    const idleMs = await repository.findIdleMs(executor, userId, viewerId)
    if (idleMs === null || idleMs >= LATELY_MS) return null
    return idleMs < NOW_MS ? 'now' : 'lately'
  }

  return {
    /**
     * Notes that somebody looks at the site.
     * @param roomId the open room that they look at; null where there is none
     * @returns when that room's partner was there; null where nobody is to know, in a closed room, or without a room
     * @throws Refusal ROOM_NOT_FOUND
     */
    noteActive: async (userId: string, roomId: string | null): Promise<Activity> => {
      await repository.noteActive(db, userId)
      if (roomId === null) return null
      const found = await findAsParticipant(db, userId, roomId)
      return found.room.status === 'open' ? activityOf(db, partnerIdOf(found, userId), userId) : null
    },

    privacy: async (userId: string): Promise<ChatPrivacy> => present(await repository.findHidden(db, userId)),

    /** Changes what is named, and leaves the rest. */
    changePrivacy: async (
      userId: string,
      {
        shows_activity: showsActivity,
        shows_reads: showsReads,
      }: { [Choice in keyof ChatPrivacy]?: boolean | undefined },
    ): Promise<ChatPrivacy> =>
      present(
        await repository.changeHidden(db, userId, {
          ...(showsActivity === undefined ? {} : { hidesActivity: !showsActivity }),
          ...(showsReads === undefined ? {} : { hidesReads: !showsReads }),
        }),
      ),
  }
}

export type PresenceService = ReturnType<typeof createPresenceService>

function present({ hidesActivity, hidesReads }: repository.HiddenPresence): ChatPrivacy {
  return { shows_activity: !hidesActivity, shows_reads: !hidesReads }
}
