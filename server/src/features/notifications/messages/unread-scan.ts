import type { Database } from '../../../platform/database/database.ts'
import { decideUnread } from './unread.policy.ts'
import { findDue, saveDecisions } from './unread.repository.ts'

/** So many rooms are looked at by one statement. */
const AT_A_TIME = 500

/**
 * Looks at the unread messages whose time has come, and plans pushes and mails about them. Several servers may do so at
 * once: a room that another one has looked at is no longer due.
 */
export function createUnreadScan({ db }: { db: Database }): (leaving: AbortSignal) => Promise<void> {
  return async (leaving) => {
    while (!leaving.aborted) {
      const due = await findDue(db, AT_A_TIME)
      if (due.length === 0) return
      const now = new Date()
      const decided = due.map((room) => ({ room, decision: decideUnread(room, now) }))
      const done = await saveDecisions(db, decided, now)
      // The rest is being written in at this very moment, and looked at the next time.
      if (due.length < AT_A_TIME || done === 0) return
    }
  }
}
