import { implementation } from '../../implementation.ts'
import type { Database } from '../../platform/database/database.ts'
import { add } from './waiting-list.repository.ts'

/**
 * Joining the waiting list: anyone may, and nobody learns whether an address was on it already.
 * @param options.count throws Refusal TOO_MANY_ATTEMPTS when a client address joins too often
 */
export function waitingListProcedures({
  db,
  count,
}: {
  db: Database
  count: (clientAddress: string) => Promise<void>
}) {
  return {
    join: implementation.waitingList.join.handler(async ({ input, context }) => {
      await count(context.clientAddress)
      await add(db, { fullName: input.full_name, email: input.email, category: input.category })
      return { joined: true }
    }),
  }
}
