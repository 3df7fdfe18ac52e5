import type { Device } from '@kundig/contract/auth/auth.contract'
import { Refusal } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'

import { authorize } from '../../../authorize.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Viewer } from '../../../viewer.ts'
import type { AuthLimits } from '../auth.limits.ts'
import {
  deleteOtherSessions,
  deleteSession,
  deleteSessions,
  findSession,
  findSessions,
  replacePassword,
} from '../auth.repository.ts'
import type { SecurityNotice } from '../email/security-notices.ts'
import { requireCurrentPassword } from '../passwords/current-password.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { findSessionEndRefusal } from './devices.policy.ts'
import { presentDevice } from './devices.presenter.ts'

export interface DevicesOptions {
  db: Database
  limits: AuthLimits
  notify: SecurityNotice
  onSessionEnded: (sessionId: string) => void
}

export class DevicesService {
  readonly #deps: DevicesOptions

  constructor(deps: DevicesOptions) {
    this.#deps = deps
  }

  #closeConnections(ended: string[]): void {
    for (const sessionId of ended) this.#deps.onSessionEnded(sessionId)
  }

  async list({ userId, sessionId }: Viewer): Promise<Device[]> {
    return (await findSessions(this.#deps.db, userId)).map((session) => presentDevice(session, sessionId))
  }

  /** @throws Refusal SESSION_NOT_FOUND */
  async end({ userId }: Viewer, id: string): Promise<void> {
    authorize(findSessionEndRefusal(await findSession(this.#deps.db, id), userId))
    this.#closeConnections(await deleteSession(this.#deps.db, id))
  }

  async endOthers({ userId, sessionId }: Viewer): Promise<void> {
    return this.#closeConnections(await deleteOtherSessions(this.#deps.db, userId, sessionId))
  }

  async endAll({ userId }: Viewer): Promise<void> {
    return this.#closeConnections(await deleteSessions(this.#deps.db, userId))
  }

  /**
   * Also ends the person's other sessions. The owner is mailed before the commit: if the mail fails, nothing changes.
   * @throws Refusal NO_PASSWORD, WRONG_PASSWORD, TOO_MANY_ATTEMPTS
   */
  async changePassword(
    { userId, sessionId, email }: Viewer,
    { current, next }: { current: string; next: string },
    language: Language,
  ): Promise<void> {
    const stored = await requireCurrentPassword({ db: this.#deps.db, limits: this.#deps.limits }, userId, current)
    const hash = await hashPassword(next)
    await this.#deps.db.transaction(async (tx, afterCommit) => {
      // If another change came first, `current` is no longer the current password.
      if (!(await replacePassword(tx, userId, { from: stored, to: hash }))) throw new Refusal('WRONG_PASSWORD')
      const ended = await deleteOtherSessions(tx, userId, sessionId)
      await this.#deps.notify('password-changed', email, language)
      afterCommit(() => this.#closeConnections(ended))
    })
  }
}
