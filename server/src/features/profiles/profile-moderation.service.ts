import type { AfterCommit, Database, Transaction } from '../../platform/database/database.ts'
import type { PictureService } from './picture.service.ts'
import { textsOf } from './profile.presenter.ts'
import * as repository from './profile.repository.ts'

interface ProfileModerationServiceOptions {
  db: Database
  pictures: Pick<PictureService, 'read'>
}

/** What decisions do to profiles, and what those who decide see of one; who may is for the caller to ask. */
export class ProfileModerationService {
  readonly #deps: ProfileModerationServiceOptions

  constructor(deps: ProfileModerationServiceOptions) {
    this.#deps = deps
  }

  /**
   * Hides a profile: its owner alone is shown what it says.
   * @returns false where there is none, or it is hidden already
   */
  hide(tx: Transaction, _afterCommit: AfterCommit, userId: string): Promise<boolean> {
    return repository.hide(tx, userId)
  }

  /** Undoes `hide`: it is then as its owner has it by now. @returns false where it is not hidden */
  show(tx: Transaction, _afterCommit: AfterCommit, userId: string): Promise<boolean> {
    return repository.show(tx, userId)
  }

  /** What a profile says now, whoever may see it; null where there is none. */
  async look(userId: string): Promise<{ content: string; isHidden: boolean } | null> {
    const row = await repository.findById(this.#deps.db, userId)
    return row ? { content: textsOf(row), isHidden: row.hiddenAt !== null } : null
  }

  /** Its picture, whoever may see it; null where it has none. @throws Refusal UNAVAILABLE */
  picture(userId: string): ReturnType<PictureService['read']> {
    return this.#deps.pictures.read(userId)
  }
}
