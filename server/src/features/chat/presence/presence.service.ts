import type { Activity, ChatPrivacy } from '@kundig/contract/chat/chat.contract'

import type { Database, Executor } from '../../../platform/database/database.ts'
import { findPartnerId } from '../chat.presenter.ts'
import { findAsParticipant } from '../rooms/room-access.ts'
import * as repository from './presence.repository.ts'

/** Age below which a person counts as present (ms): the precision shown, hardly coarser than the stored one. */
const NOW_MS = 5 * 60_000
/** Age below which a presence counts as recent (ms): such a person soon reads a new message. */
const LATELY_MS = 24 * 60 * 60_000

interface PresenceServiceOptions {
  db: Database
}

/**
 * Approximate presence, and the privacy settings for presence and read marks. Each setting works both ways, so that
 * hiding has no advantage (spec 3.14). Tabs ask for a partner's presence: a live event would go to every chat of a person.
 */
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
   * Stores that a person uses the site.
   * @param roomId the open room in view; null without one
   * @returns the partner's presence in that room; null when it is hidden, in a closed room, or without a room
   * @throws Refusal ROOM_NOT_FOUND
   */
  async noteActive(userId: string, roomId: string | null): Promise<Activity> {
    await repository.noteActive(this.#deps.db, userId)
    if (roomId === null) return null
    const found = await findAsParticipant(this.#deps.db, userId, roomId)
    return found.room.status === 'open' ? this.#activityOf(this.#deps.db, findPartnerId(found, userId), userId) : null
  }

  async privacy(userId: string): Promise<ChatPrivacy> {
    return present(await repository.findHidden(this.#deps.db, userId))
  }

  /** Changes the given settings, and leaves the others. */
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
