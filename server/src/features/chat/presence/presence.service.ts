import type { Activity, ChatPrivacy } from '@kundig/contract/chat/chat.contract'

import type { Database, Executor } from '../../../platform/database/database.ts'
import { partnerIdOf } from '../chat.presenter.ts'
import { findAsParticipant } from '../rooms/room-access.ts'
import * as repository from './presence.repository.ts'

/** As fine as it is told, and hardly coarser than it is written down (ms). */
const NOW_MS = 5 * 60_000
/** Whoever was there within a day (ms) reads what is written soon. */
const LATELY_MS = 24 * 60 * 60_000

interface PresenceServiceOptions {
  db: Database
}

/** When people were there, roughly, and what they keep to themselves of that and of reading (decision 61). */
export class PresenceService {
  readonly #deps: PresenceServiceOptions

  constructor(deps: PresenceServiceOptions) {
    this.#deps = deps
  }

  async #activityOf(executor: Executor, userId: string, viewerId: string): Promise<Activity> {
    const idleMs = await repository.findIdleMs(executor, userId, viewerId)
    if (idleMs === null || idleMs >= LATELY_MS) return null
    return idleMs < NOW_MS ? 'now' : 'lately'
  }

  /**
   * Notes that somebody looks at the site.
   * @param roomId the open room that they look at; null where there is none
   * @returns when that room's partner was there; null where nobody is to know, in a closed room, or without a room
   * @throws Refusal ROOM_NOT_FOUND
   */
  async noteActive(userId: string, roomId: string | null): Promise<Activity> {
    await repository.noteActive(this.#deps.db, userId)
    if (roomId === null) return null
    const found = await findAsParticipant(this.#deps.db, userId, roomId)
    return found.room.status === 'open' ? this.#activityOf(this.#deps.db, partnerIdOf(found, userId), userId) : null
  }

  async privacy(userId: string): Promise<ChatPrivacy> {
    return present(await repository.findHidden(this.#deps.db, userId))
  }

  /** Changes what is named, and leaves the rest. */
  async changePrivacy(
    userId: string,
    { shows_activity: showsActivity, shows_reads: showsReads }: { [Choice in keyof ChatPrivacy]?: boolean | undefined },
  ): Promise<ChatPrivacy> {
    return present(
      await repository.changeHidden(this.#deps.db, userId, {
        ...(showsActivity === undefined ? {} : { hidesActivity: !showsActivity }),
        ...(showsReads === undefined ? {} : { hidesReads: !showsReads }),
      }),
    )
  }
}

function present({ hidesActivity, hidesReads }: repository.HiddenPresence): ChatPrivacy {
  return { shows_activity: !hidesActivity, shows_reads: !hidesReads }
}
