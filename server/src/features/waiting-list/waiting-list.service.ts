import type { Category } from '@kundig/contract/profiles/categories'

import { cutPage, decodeCursor } from '../../platform/database/cursor.ts'
import type { Database } from '../../platform/database/database.ts'
import { type CategoryCount, countByCategory, type Entry, findEntries } from './waiting-list.repository.ts'

export type WaitingListService = ReturnType<typeof createWaitingListService>

export function createWaitingListService({ db }: { db: Database }) {
  return {
    /** Returns a page, the longest-waiting people first. @throws Refusal INVALID_INPUT for an invalid cursor */
    page: async (
      { category, cursor }: { category?: Category | undefined; cursor?: string | undefined },
      size: number,
    ): Promise<{ entries: Entry[]; next: string | null }> => {
      const after = cursor === undefined ? null : decodeCursor(cursor)
      // The extra row detects a next page.
      const rows = await findEntries(db, { category: category ?? null, after, limit: size + 1 })
      const { page, next_cursor } = cutPage(rows, size, ({ createdAt: at, id }) => ({ at, id }))
      return { entries: page, next: next_cursor }
    },

    counts: (): Promise<CategoryCount[]> => countByCategory(db),
  }
}
