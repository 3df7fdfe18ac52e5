import type { Category, CategoryEntry } from '@kundig/contract/profiles/categories'
import type { DetailFilter } from '@kundig/contract/profiles/detail-filter'
import type { ListedProfile } from '@kundig/contract/profiles/profiles.contract'

import type { Database, Executor } from '../../../platform/database/database.ts'
import { foldLetters } from '../../../platform/database/folding.ts'
import type { Reads } from '../../../platform/database/replica.ts'
import { repeatWork } from '../../../platform/jobs/repeated-work.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import { findMatchedSentence, listWords } from '../../../platform/texts/matched-sentence.ts'
import type { ContactService } from '../../safety/blocks/contact.service.ts'
import type { CategoryService } from '../category.service.ts'
import { presentProfile } from '../profile.presenter.ts'
import * as repository from '../profile.repository.ts'
import { attachTrackRecords } from '../track-record/track-record.service.ts'
import { decodeWordPosition, type EncodedWordPosition, encodeWordPosition, FIRST } from './search-position.ts'
import {
  decodePosition,
  encodePosition,
  type SearchPosition,
  type SearchWindow,
  createSearchWindow,
} from './search-window.ts'
import { CORRECTED_LENGTH, pickSpelling, type WeighedWord, weighWords } from './search-words.ts'
import {
  updateWordCounts,
  findByWords,
  findMatchingWords,
  findSimilarWords,
  buildSearchLabels,
  readQueryWords,
  type SearchLabel,
  type WordPosition,
} from './search.repository.ts'

export interface ListInput extends DetailFilter {
  query?: string | undefined
  category?: Category | undefined
  cursor?: string | undefined
  limit: number
}

/** Ratio of a page's search period to the previous page's period, above 1 because sign-ups are uneven. */
const WINDOW_MARGIN = 2

function toWindow({ at, pageTookS }: SearchPosition): SearchWindow | null {
  return pageTookS === null ? null : createSearchWindow(at, pageTookS * 1000 * WINDOW_MARGIN)
}

function computePageSpanSeconds(items: readonly repository.ProfileRow[], after: SearchPosition | null): number {
  const [first, last] = [after?.at ?? items[0]?.createdAt, items.at(-1)?.createdAt]
  return first && last ? Math.ceil((first.getTime() - last.getTime()) / 1000) : 0
}

type ListQuery = Pick<repository.PublicQuery, 'exceptId' | 'except' | 'search' | 'category' | 'details' | 'limit'>

export interface FoundList {
  items: ListedProfile[]
  next_cursor: string | null
  did_you_mean?: string
  nearest_category?: Category
}

interface Words {
  weighed: WeighedWord[]
  total: number
  /** Query with corrected words; null without corrections. */
  spelling: string | null
}

interface Page {
  rows: repository.ProfileRow[]
  cursor: string | null
}

interface Found extends Page {
  words: Words | null
}

const HOUR_MS = 3_600_000
/** Number of people below which the spelling is corrected. */
const FEW = 3

interface SearchServiceOptions {
  /** Pool of two connections for statements that may take minutes. */
  countingDb: Database
  reads: Reads
  contact: Pick<ContactService, 'selectBlockedWith'>
  categories: Pick<CategoryService, 'list'>
  logger: Logger
}

/** Public list of experts, and the search in it (spec 5, 6). */
export class SearchService {
  readonly #deps: SearchServiceOptions
  #known: { list: readonly CategoryEntry[]; labels: SearchLabel[] } | undefined

  constructor(deps: SearchServiceOptions) {
    this.#deps = deps
  }

  async #labels(db: Executor): Promise<SearchLabel[]> {
    const list = this.#deps.categories.list()
    if (this.#known?.list !== list) this.#known = { list, labels: await buildSearchLabels(db, list) }
    return this.#known.labels
  }

  async #readSearch(db: Executor, query: string): Promise<repository.PublicQuery['search']> {
    const text = query === '' ? '' : await foldLetters(db, query)
    if (text === '') return null
    const matching = (await this.#labels(db)).filter(({ texts }) => texts.some((label) => label.includes(text)))
    return { text, categories: matching.map(({ id }) => id) }
  }

  async #findByNames(db: Executor, query: ListQuery, after: SearchPosition | null): Promise<Page> {
    const { rows, isRare } = await repository.findPublicProfiles(db, {
      ...query,
      after: after && { createdAt: after.at, id: after.id },
      window: after && toWindow(after),
      limit: query.limit + 1,
    })
    const items = rows.slice(0, query.limit)
    const last = rows.length > query.limit ? items.at(-1) : undefined
    const cursor =
      last &&
      encodePosition({
        at: last.createdAt,
        id: last.id,
        pageTookS: isRare ? computePageSpanSeconds(items, after) : null,
      })
    return { rows: items, cursor: cursor ?? null }
  }

  async #findByTexts(db: Executor, query: ListQuery, words: Words, after: WordPosition | null): Promise<Page> {
    const { weighed, total } = words
    const found = await findByWords(db, { ...query, words: weighed, total, after, limit: query.limit + 1 })
    const places = found.slice(0, query.limit)
    const rows = await repository.findByIds(
      db,
      places.map(({ id }) => id),
    )
    const last = found.length > query.limit ? places.at(-1) : undefined
    return {
      rows: places.flatMap(({ id }) => rows.filter((row) => row.id === id)),
      cursor: last ? encodeWordPosition({ ...last, isCorrected: words.spelling !== null }) : null,
    }
  }

  async #readTexts(db: Executor, text: string): Promise<Words> {
    const { words, total } = await readQueryWords(db, text, await this.#labels(db))
    return { weighed: weighWords(words, total), total, spelling: null }
  }

  async #correct(db: Executor, words: Words): Promise<Words | null> {
    const ownWords = (await this.#labels(db)).flatMap(({ texts }) =>
      texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)),
    )
    const ofLabels = ownWords.map((word) => ({ word, people: 1 }))
    const spellings = await Promise.all(
      words.weighed.map(async ({ word, people, categories: holding }) => {
        if (people > 0 || holding.length > 0 || word.length < CORRECTED_LENGTH) return null
        return pickSpelling(word, [...(await findSimilarWords(db, word)), ...ofLabels])
      }),
    )
    if (spellings.every((spelling) => spelling === null)) return null
    const spelling = words.weighed.map(({ word }, index) => spellings[index] ?? word).join(' ')
    return { ...(await this.#readTexts(db, spelling)), spelling }
  }

  async #findFurther(db: Executor, query: ListQuery, text: string, place: EncodedWordPosition): Promise<Found> {
    const words = await this.#readTexts(db, text)
    const corrected = place.isCorrected ? await this.#correct(db, words) : null
    const page = await this.#findByTexts(db, query, corrected ?? words, place)
    return { ...page, words: corrected ?? words }
  }

  async #findFrom(db: Executor, query: ListQuery, after: SearchPosition | null): Promise<Found> {
    const named = await this.#findByNames(db, query, after)
    if (query.search === null || named.cursor !== null) return { ...named, words: null }
    const words = await this.#readTexts(db, query.search.text)
    const join = async (of: Words): Promise<Found> => {
      const room = query.limit - named.rows.length
      const texts = await this.#findByTexts(db, { ...query, limit: Math.max(room, 1) }, of, null)
      // Matches by name fill this page, so matches by text begin on the next page.
      if (room === 0 && texts.rows.length > 0) {
        return { ...named, cursor: encodeWordPosition({ ...FIRST, isCorrected: of.spelling !== null }), words: of }
      }
      return { rows: [...named.rows, ...texts.rows], cursor: texts.cursor, words: of }
    }
    const found = await join(words)
    if (after !== null || found.rows.length >= FEW) return found
    const corrected = await this.#correct(db, words)
    const better = corrected && (await join(corrected))
    return better && better.rows.length >= Math.max(found.rows.length, 1) ? better : found
  }

  async #findNearest(db: Executor, query: ListQuery, words: Words): Promise<Category | undefined> {
    const findCategory = async ({ weighed, total }: Words): Promise<Category | undefined> => {
      const places = await findByWords(db, {
        ...query,
        // Includes matches by name, because the filters may have excluded them before.
        search: null,
        category: null,
        details: {},
        words: weighed,
        total,
        required: 0,
        after: null,
      })
      const rows = await repository.findByIds(
        db,
        places.map(({ id }) => id),
      )
      const chosen = places.map(({ id }) => rows.find((row) => row.id === id)?.expertiseCategory)
      return chosen.find((category) => typeof category === 'string')
    }
    const similar = async (): Promise<Words> => {
      const found = await Promise.all(
        words.weighed.map(async ({ word }) => (await findSimilarWords(db, word)).at(0)?.word),
      )
      return this.#readTexts(db, found.filter((word) => word !== undefined).join(' '))
    }
    return (await findCategory(words)) ?? findCategory(await similar())
  }

  async #presentListed(db: Executor, { rows, words }: Found): Promise<ListedProfile[]> {
    if (words === null) return rows.map(presentProfile)
    const texts = listWords(rows.flatMap(({ bio, headline }) => [bio, headline]))
    const matched = await findMatchingWords(db, texts, words.weighed)
    return rows.map((row) => {
      const match = findMatchedSentence(row.bio ?? '', matched) ?? findMatchedSentence(row.headline ?? '', matched)
      return { ...presentProfile(row), ...(match !== null && { match }) }
    })
  }

  start(): () => Promise<void> {
    return repeatWork(
      (leaving) =>
        updateWordCounts(this.#deps.countingDb, leaving).catch((error: unknown) =>
          this.#deps.logger.warn(
            { part: 'profiles', reason: describeError(error) },
            'counting words of profiles failed',
          ),
        ),
      HOUR_MS,
    )
  }

  /** Omits the viewer, blocked and blocking people (spec 6). Newest matches by name and label come first (spec 5). */
  list(viewerId: string | null, input: ListInput): Promise<FoundList> {
    return this.#deps.reads.run(async (db) => {
      const search = await this.#readSearch(db, input.query ?? '')
      const query: ListQuery = {
        exceptId: viewerId,
        except: viewerId === null ? null : this.#deps.contact.selectBlockedWith(viewerId),
        search,
        category: input.category ?? null,
        details: {
          answers_in: input.answers_in,
          // A town that consists only of apostrophes becomes an empty text, which filters nothing.
          town: input.town && (await foldLetters(db, input.town)),
          online: input.online,
          price_max: input.price_max,
        },
        limit: input.limit,
      }
      const place = input.cursor === undefined ? null : decodeWordPosition(input.cursor)
      const found =
        place !== null && search !== null
          ? await this.#findFurther(db, query, search.text, place)
          : await this.#findFrom(db, query, input.cursor === undefined ? null : decodePosition(input.cursor))
      const { words } = found
      const isNone = found.rows.length === 0 && words !== null && input.cursor === undefined
      const nearest = isNone ? await this.#findNearest(db, query, words) : undefined
      return {
        items: await attachTrackRecords(db, await this.#presentListed(db, found)),
        next_cursor: found.cursor,
        ...(words?.spelling && { did_you_mean: words.spelling }),
        ...(nearest !== undefined && { nearest_category: nearest }),
      }
    })
  }
}
