import type { AfterCommit, Database, Transaction } from '../../platform/database/database.ts'
import type { PictureService } from './pictures/picture.service.ts'
import { listTexts } from './profile.presenter.ts'
import * as repository from './profile.repository.ts'

interface ProfileModerationServiceOptions {
  db: Database
  pictures: Pick<PictureService, 'read'>
}

/** Changes to profiles by decisions, and the operators' view of a profile. The caller checks permissions. */
export class ProfileModerationService {
  readonly #deps: ProfileModerationServiceOptions

  constructor(deps: ProfileModerationServiceOptions) {
    this.#deps = deps
  }

  hide(tx: Transaction, _afterCommit: AfterCommit, userId: string): Promise<boolean> {
    return repository.hideProfile(tx, userId)
  }

  show(tx: Transaction, _afterCommit: AfterCommit, userId: string): Promise<boolean> {
    return repository.unhideProfile(tx, userId)
  }

  async read(userId: string): Promise<{ content: string; isHidden: boolean } | null> {
    const row = await repository.findById(this.#deps.db, userId)
    return row ? { content: listTexts(row), isHidden: row.hiddenAt !== null } : null
  }

  /** Returns the picture of a profile without a permission check; null if none exists. @throws Refusal UNAVAILABLE */
  picture(userId: string): ReturnType<PictureService['read']> {
    return this.#deps.pictures.read(userId)
  }
}
