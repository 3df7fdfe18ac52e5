import type { Category, CategoryEntry } from '@kundig/contract/profiles/categories'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import type { Executor } from '../../platform/database/database.ts'
import { foldLetters } from '../../platform/database/folding.ts'
import type { Reads } from '../../platform/database/replica.ts'
import type { ContactService } from '../safety/blocks/contact.service.ts'
import type { CategoryService } from './category.service.ts'
import { presentProfile } from './profile.presenter.ts'
import * as repository from './profile.repository.ts'
import { decodePlace, encodePlace, type PlaceInSearch, type SearchWindow, windowUpTo } from './search-window.ts'
import { foldLabels, type SearchLabel } from './search.repository.ts'

export interface ListInput {
  query?: string | undefined
  category?: Category | undefined
  cursor?: string | undefined
  limit: number
}

/** A further page is looked for within so many times what the page before took: people come unevenly. */
const WINDOW_MARGIN = 2

/** Where the page after another should be found; null where that is not known. */
function windowOf({ at, pageTookS }: PlaceInSearch): SearchWindow | null {
  return pageTookS === null ? null : windowUpTo(at, pageTookS * 1000 * WINDOW_MARGIN)
}

/** Within how much time a page found its people (s). */
function tookS(items: readonly repository.ProfileRow[], after: PlaceInSearch | null): number {
  const [first, last] = [after?.at ?? items[0]?.createdAt, items.at(-1)?.createdAt]
  return first && last ? Math.ceil((first.getTime() - last.getTime()) / 1000) : 0
}

export type SearchService = ReturnType<typeof createSearchService>

/** The public list of experts, and the search in it (spec 5, 6). */
export function createSearchService({
  reads,
  contact,
  categories,
}: {
  reads: Reads
  contact: Pick<ContactService, 'selectBlockedWith'>
  categories: CategoryService
}) {
  let known: { list: readonly CategoryEntry[]; labels: SearchLabel[] } | undefined

  async function labels(db: Executor): Promise<SearchLabel[]> {
    const list = categories.list()
    if (known?.list !== list) known = { list, labels: await foldLabels(db, list) }
    return known.labels
  }

  /** Null for an empty query, and for one of hyphens and apostrophes only. */
  async function readSearch(db: Executor, query: string): Promise<repository.PublicQuery['search']> {
    const text = query === '' ? '' : await foldLetters(db, query)
    if (text === '') return null
    const matching = (await labels(db)).filter(({ texts }) => texts.some((label) => label.includes(text)))
    return { text, categories: matching.map(({ id }) => id) }
  }

  return {
    /** Public experts, newest first, without the viewer (spec 6) and anybody who is blocked by them or blocks them. */
    list: (viewerId: string | null, input: ListInput): Promise<{ items: Profile[]; next_cursor: string | null }> =>
      reads.run(async (db) => {
        const after = input.cursor === undefined ? null : decodePlace(input.cursor)
        const { rows, isRare } = await repository.findPublic(db, {
          exceptId: viewerId,
          except: viewerId === null ? null : contact.selectBlockedWith(viewerId),
          search: await readSearch(db, input.query ?? ''),
          category: input.category ?? null,
          after: after && { createdAt: after.at, id: after.id },
          window: after && windowOf(after),
          // The extra one shows that there is a next page.
          limit: input.limit + 1,
        })
        const items = rows.slice(0, input.limit)
        const last = rows.length > input.limit ? items.at(-1) : undefined
        return {
          items: items.map(presentProfile),
          next_cursor: last
            ? encodePlace({ at: last.createdAt, id: last.id, pageTookS: isRare ? tookS(items, after) : null })
            : null,
        }
      }),
  }
}
