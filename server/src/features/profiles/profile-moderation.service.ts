import type { AfterCommit, Database, Transaction } from '../../platform/database/database.ts'
import type { PictureService } from './picture.service.ts'
import { textsOf } from './profile.presenter.ts'
import * as repository from './profile.repository.ts'

/** What decisions do to profiles, and what those who decide see of one; who may is for the caller to ask. */
export function createProfileModerationService({
  db,
  pictures,
}: {
  db: Database
  pictures: Pick<PictureService, 'read'>
}) {
  return {
    /**
     * Hides a profile: its owner alone is shown what it says.
     * @returns false where there is none, or it is hidden already
     */
    hide: (tx: Transaction, _afterCommit: AfterCommit, userId: string): Promise<boolean> => repository.hide(tx, userId),

    /** Undoes `hide`: it is then as its owner has it by now. @returns false where it is not hidden */
    show: (tx: Transaction, _afterCommit: AfterCommit, userId: string): Promise<boolean> => repository.show(tx, userId),

    /** What a profile says now, whoever may see it; null where there is none. */
    look: async (userId: string): Promise<{ content: string; isHidden: boolean } | null> => {
      const row = await repository.findById(db, userId)
      return row ? { content: textsOf(row), isHidden: row.hiddenAt !== null } : null
    },

    /** Its picture, whoever may see it; null where it has none. @throws Refusal UNAVAILABLE */
    picture: pictures.read,
  }
}

export type ProfileModerationService = ReturnType<typeof createProfileModerationService>
