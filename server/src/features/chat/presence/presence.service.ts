import type { Activity, ChatPrivacy } from '@kundig/contract/chat/presence.contract'

import type { Database, Executor } from '../../../platform/database/database.ts'
import { findPartnerId } from '../chat.presenter.ts'
import { requireRoomAsParticipant } from '../rooms/room-access.ts'
import * as repository from './presence.repository.ts'

const NOW_MS = 5 * 60_000
const LATELY_MS = 24 * 60 * 60_000

interface PresenceServiceOptions {
  db: Database
}

/** People who hide something cannot see it of others (spec 3.14). Tabs poll, because an event would go to all chats. */
export class PresenceService {
  readonly #deps: PresenceServiceOptions

  constructor(deps: PresenceServiceOptions) {
    this.#deps = deps
  }

  async #findActivity(executor: Executor, userId: string, viewerId: string): Promise<Activity> {
    const idleMs = await repository.findIdleMs(executor, userId, viewerId)
    if (idleMs === null || idleMs >= LATELY_MS) return null
    return idleMs < NOW_MS ? 'now' : 'lately'
  }

  /** Null when the partner's presence is hidden, the room is closed, or `roomId` is null. */
  async noteActive(userId: string, roomId: string | null): Promise<Activity> {
    await repository.recordActivity(this.#deps.db, userId)
    if (roomId === null) return null
    const found = await requireRoomAsParticipant(this.#deps.db, userId, roomId)
    return found.room.status === 'open' ? this.#findActivity(this.#deps.db, findPartnerId(found, userId), userId) : null
  }

  async privacy(userId: string): Promise<ChatPrivacy> {
    return presentPrivacy(await repository.findPresencePrivacy(this.#deps.db, userId))
  }

  async changePrivacy(
    userId: string,
    { shows_activity: showsActivity, shows_reads: showsReads }: { [Choice in keyof ChatPrivacy]?: boolean | undefined },
  ): Promise<ChatPrivacy> {
    return presentPrivacy(
      await repository.updatePresencePrivacy(this.#deps.db, userId, {
        ...(showsActivity === undefined ? {} : { hidesActivity: !showsActivity }),
        ...(showsReads === undefined ? {} : { hidesReads: !showsReads }),
      }),
    )
  }
}

function presentPrivacy({ hidesActivity, hidesReads }: repository.HiddenPresence): ChatPrivacy {
  return { shows_activity: !hidesActivity, shows_reads: !hidesReads }
}
