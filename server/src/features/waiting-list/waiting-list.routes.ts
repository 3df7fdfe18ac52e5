import { implementation } from '../../implementation.ts'
import type { Database } from '../../platform/database/database.ts'
import { add } from './waiting-list.repository.ts'

/** Joining the waiting list: anyone may, and nobody learns whether an address was on it already. */
export function waitingListProcedures({ db }: { db: Database }) {
  return {
    join: implementation.waitingList.join.handler(async ({ input }) => {
      await add(db, { fullName: input.full_name, email: input.email, category: input.category })
      return { joined: true }
    }),
  }
}
