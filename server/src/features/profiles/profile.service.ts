import { Refusal } from '@kundig/contract/errors'
import type { Category, Expertise } from '@kundig/contract/profiles/categories'
import { categoriesMatching } from '@kundig/contract/profiles/expertise'
import type { AnswerLanguage, Price } from '@kundig/contract/profiles/profile-details'
import type { OwnProfile, Profile } from '@kundig/contract/profiles/profiles.contract'
import { foldForSearch } from '@kundig/contract/sanitising'

import { authorize } from '../../authorize.ts'
import type { AfterCommit, Database, Executor, Transaction } from '../../platform/database/database.ts'
import type { Reads } from '../../platform/database/replica.ts'
import type { Viewer } from '../../viewer.ts'
import type { ContactService } from '../safety/blocks/contact.service.ts'
import type { Reported } from '../safety/ports.ts'
import type { CategoryService } from './category.service.ts'
import { knowRefusal, readRefusal, writeRefusal } from './profile.policy.ts'
import { presentOwnProfile, presentProfile, textsOf } from './profile.presenter.ts'
import * as repository from './profile.repository.ts'
import { decodePlace, encodePlace, type PlaceInSearch, type SearchWindow, windowUpTo } from './search-window.ts'

export interface ListInput {
  query?: string | undefined
  category?: Category | undefined
  cursor?: string | undefined
  limit: number
}

export interface SaveInput {
  id: string
  full_name: string
  bio: string | null
  expertise: Expertise
  is_public: boolean
  headline?: string | null | undefined
  languages?: AnswerLanguage[] | undefined
  town?: string | null | undefined
  online?: boolean | undefined
  price?: Price | null | undefined
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

/** Profiles (spec 3, 6): who may see which, and writing one's own. */
export function createProfileService({
  db,
  reads,
  contact,
  categories,
}: {
  db: Database
  reads: Reads
  contact: Pick<ContactService, 'selectBlockedWith'>
  categories: CategoryService
}) {
  /** @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC */
  async function findReadable(viewerId: string | null, id: string): Promise<repository.ProfileRow> {
    return findAllowed(viewerId, id, readRefusal)
  }

  async function findAllowed(
    viewerId: string | null,
    id: string,
    refusalOf: typeof readRefusal,
  ): Promise<repository.ProfileRow> {
    const row = await repository.findById(db, id)
    if (!row) throw new Refusal('PROFILE_NOT_FOUND')
    const isCounterpart = !row.isPublic && viewerId !== null && (await repository.areCounterparts(db, viewerId, id))
    authorize(refusalOf({ profile: row, viewerId, isCounterpart }))
    return row
  }

  /** A hidden category stays with whoever has it. */
  async function requireChoosable(userId: string, category: Category): Promise<void> {
    if (categories.list().some(({ id, is_hidden }) => id === category && !is_hidden)) return
    if ((await repository.findById(db, userId))?.expertiseCategory === category) return
    await categories.requireOpen(category, 'expertise')
  }

  return {
    /** Public experts, newest first, without whoever asks (spec 6), and without anybody between whom and them there is a block. */
    list: async (
      viewerId: string | null,
      input: ListInput,
    ): Promise<{ items: Profile[]; next_cursor: string | null }> => {
      const text = foldForSearch(input.query ?? '')
      const after = input.cursor === undefined ? null : decodePlace(input.cursor)
      const query = {
        exceptId: viewerId,
        except: viewerId === null ? null : contact.selectBlockedWith(viewerId),
        search: text === '' ? null : { text, categories: categoriesMatching(categories.list(), text) },
        category: input.category ?? null,
        after: after && { createdAt: after.at, id: after.id },
        window: after && windowOf(after),
        // One more than asked for tells whether there is a next page.
        limit: input.limit + 1,
      }
      const { rows, isRare } = await reads.run((executor) => repository.findPublic(executor, query))
      const items = rows.slice(0, input.limit)
      const last = rows.length > input.limit ? items.at(-1) : undefined
      return {
        items: items.map(presentProfile),
        next_cursor: last
          ? encodePlace({ at: last.createdAt, id: last.id, pageTookS: isRare ? tookS(items, after) : null })
          : null,
      }
    },

    /**
     * One profile, as its reader may see it.
     * @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC
     */
    get: async (viewer: Viewer | null, id: string): Promise<Profile | OwnProfile> => {
      const row = await findReadable(viewer?.userId ?? null, id)
      return viewer?.userId === id ? presentOwnProfile(row, viewer.email) : presentProfile(row)
    },

    /**
     * Creates or replaces one's own profile.
     * @throws Refusal FORBIDDEN, CATEGORY_UNAVAILABLE
     */
    save: async (viewer: Viewer, input: SaveInput): Promise<OwnProfile> => {
      authorize(writeRefusal({ profileId: input.id, viewerId: viewer.userId }))
      if (typeof input.expertise === 'string') await requireChoosable(viewer.userId, input.expertise)
      const row = await repository.save(db, viewer.userId, {
        fullName: input.full_name,
        bio: input.bio,
        expertiseCategory: typeof input.expertise === 'string' ? input.expertise : null,
        expertiseCustom: typeof input.expertise === 'string' ? null : input.expertise.value,
        isPublic: input.is_public,
        headline: input.headline,
        languages: input.languages,
        town: input.town,
        online: input.online,
        priceEuros: input.price && input.price.euros,
        priceUnit: input.price && input.price.unit,
      })
      return presentOwnProfile(row, viewer.email)
    },

    /**
     * Hides the profile of a person whose account is closed, in that transaction, from everybody but those who have
     * dealt with them.
     */
    hide: (tx: Transaction, _afterCommit: AfterCommit, id: string): Promise<void> => repository.makePrivate(tx, id),

    /** Whether a decision hides a person's profile. */
    isHidden: async (id: string): Promise<boolean> => Boolean((await repository.findById(db, id))?.hiddenAt),

    exists: async (id: string): Promise<boolean> => (await repository.findById(db, id)) !== undefined,

    /**
     * Checks whether a viewer may send a person requests or see their picture: only who may see a profile can use it.
     * @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC
     */
    requireVisible: async (viewerId: string | null, id: string): Promise<void> => {
      await findReadable(viewerId, id)
    },

    /**
     * Checks whether a viewer may know of a person: also whoever deals with the owner of a hidden profile may keep them away.
     * @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC
     */
    requireKnown: async (viewerId: string, id: string): Promise<void> => {
      await findAllowed(viewerId, id, knowRefusal)
    },

    /**
     * A profile that somebody reports, as it is now; null for a visitor.
     * @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC
     */
    findReported: async (viewerId: string | null, { id }: { id: string }): Promise<Reported> => {
      return { aboutId: id, content: textsOf(await findReadable(viewerId, id)), storedName: null }
    },

    /** Profiles of counterparts, by id, for showing beside a request or a room that the reader takes part in. */
    counterparts: async (executor: Executor, ids: readonly string[]): Promise<Map<string, Profile>> => {
      const rows = await repository.findByIds(executor, [...new Set(ids)])
      return new Map(rows.map((row) => [row.id, presentProfile(row)]))
    },

    /** The same for one statement with others: a subquery for a counterpart's profile, and what it found. */
    counterpart: {
      select: repository.selectById,
      read: (selected: repository.SelectedProfile): Profile => presentProfile(repository.readSelected(selected)),
    },
  }
}

export type ProfileService = ReturnType<typeof createProfileService>
