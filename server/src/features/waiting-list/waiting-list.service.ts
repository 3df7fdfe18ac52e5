import type { Category } from '@kundig/contract/profiles/categories'

import { cutPage, decodeCursor } from '../../platform/database/cursor.ts'
import type { Database } from '../../platform/database/database.ts'
import { type CategoryCount, countByCategory, type Entry, findEntries } from './waiting-list.repository.ts'

export type WaitingListService = ReturnType<typeof createWaitingListService>

/** Who waits, for whoever runs the site. */
export function createWaitingListService({ db }: { db: Database }) {
  return {
    /**
     * One page of who waits, the longest first.
     * @throws Refusal INVALID_INPUT for a cursor that is not ours
     */
    page: async (
      { category, cursor }: { category?: Category | undefined; cursor?: string | undefined },
      size: number,
    ): Promise<{ entries: Entry[]; next: string | null }> => {
      const after = cursor === undefined ? null : decodeCursor(cursor)
      // One more than shown tells whether there is a next page.
      const rows = await findEntries(db, { category: category ?? null, after, limit: size + 1 })
      const { page, next_cursor } = cutPage(rows, size, ({ createdAt: at, id }) => ({ at, id }))
      return { entries: page, next: next_cursor }
    },

    /** How many wait, are invited and came, by category. */
    counts: (): Promise<CategoryCount[]> => countByCategory(db),
  }
}
