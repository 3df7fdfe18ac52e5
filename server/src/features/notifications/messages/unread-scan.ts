import type { Database } from '../../../platform/database/database.ts'
import { decideUnreadDelivery } from './unread.policy.ts'
import { findDueRooms, saveDecisions } from './unread.repository.ts'

const AT_A_TIME = 500

/** Several servers may scan: a room that another server has checked is no longer due. */
export function createUnreadScan({ db }: { db: Database }): (leaving: AbortSignal) => Promise<void> {
  return async (leaving) => {
    while (!leaving.aborted) {
      const due = await findDueRooms(db, AT_A_TIME)
      if (due.length === 0) return
      const now = new Date()
      const decided = due.map((room) => ({ room, decision: decideUnreadDelivery(room, now) }))
      const done = await saveDecisions(db, decided, now)
      // Rooms that other transactions are writing to are left for the next run.
      if (due.length < AT_A_TIME || done === 0) return
    }
  }
}
