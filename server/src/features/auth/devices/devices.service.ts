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
import { endRefusal } from './devices.policy.ts'
import { presentDevice } from './devices.presenter.ts'

export interface DevicesOptions {
  db: Database
  limits: AuthLimits
  notify: SecurityNotice
  /** Called for each session that was ended, after the commit. */
  onSessionEnded: (sessionId: string) => void
}

export type DevicesService = ReturnType<typeof createDevicesService>

/** Where a person is logged in, and what ends that. Ended sessions lose their live connections, too. */
export function createDevicesService({ db, limits, notify, onSessionEnded }: DevicesOptions) {
  const cutOff = (ended: string[]): void => {
    for (const sessionId of ended) onSessionEnded(sessionId)
  }

  return {
    /** One's own sessions that still live, the latest first. */
    list: async ({ userId, sessionId }: Viewer): Promise<Device[]> =>
      (await findSessions(db, userId)).map((session) => presentDevice(session, sessionId)),

    /**
     * Ends one of one's own sessions; it may be the current one.
     * @throws Refusal SESSION_NOT_FOUND
     */
    end: async ({ userId }: Viewer, id: string): Promise<void> => {
      authorize(endRefusal(await findSession(db, id), userId))
      cutOff(await deleteSession(db, id))
    },

    endOthers: async ({ userId, sessionId }: Viewer): Promise<void> =>
      cutOff(await deleteOtherSessions(db, userId, sessionId)),

    endAll: async ({ userId }: Viewer): Promise<void> => cutOff(await deleteSessions(db, userId)),

    /**
     * Changes the password and ends every other session. The owner is told by mail, before the commit: when that cannot be,
     * nothing changes.
     * @param next checked by the contract already
     * @throws Refusal NO_PASSWORD, WRONG_PASSWORD, TOO_MANY_ATTEMPTS
     */
    changePassword: async (
      { userId, sessionId, email }: Viewer,
      { current, next }: { current: string; next: string },
      language: Language,
    ): Promise<void> => {
      const stored = await requireCurrentPassword({ db, limits }, userId, current)
      const hash = await hashPassword(next)
      await db.transaction(async (tx, afterCommit) => {
        // Of two changes at once the second no longer knows the current password.
        if (!(await replacePassword(tx, userId, { from: stored, to: hash }))) throw new Refusal('WRONG_PASSWORD')
        const ended = await deleteOtherSessions(tx, userId, sessionId)
        await notify('password-changed', email, language)
        afterCommit(() => cutOff(ended))
      })
    },
  }
}
