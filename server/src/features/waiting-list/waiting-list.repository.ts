import type { Executor } from '../../platform/database/database.ts'
import { waitingList } from '../../tables.ts'

/** Adds an entry; an address that is on the list already stays as it is. */
export async function add(
  db: Executor,
  entry: Pick<typeof waitingList.$inferInsert, 'fullName' | 'email' | 'category'>,
): Promise<void> {
  await db.insert(waitingList).values(entry).onConflictDoNothing({ target: waitingList.email })
}
