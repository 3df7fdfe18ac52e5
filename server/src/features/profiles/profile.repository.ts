import { createHash } from 'node:crypto'

import { and, desc, eq, exists, getTableColumns, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'

import { LIMITS } from '@kundig/contract/limits'
import type { Category } from '@kundig/contract/profiles/categories'
import type { DetailFilter } from '@kundig/contract/profiles/detail-filter'
import { countLetters } from '@kundig/contract/texts/sanitising'

import type { Executor, Fragment } from '../../platform/database/database.ts'
import { roomMembers } from '../../tables/chat.ts'
import { connectionRequests } from '../../tables/connection-requests.ts'
import { profiles } from '../../tables/profiles.ts'
import type { SearchWindow } from './search/search-window.ts'

const { searchText: _text, searchNames: _names, searchWords: _words, ...columns } = getTableColumns(profiles)

export type ProfileRow = Omit<typeof profiles.$inferSelect, 'searchText' | 'searchNames' | 'searchWords'>
export type ProfileFields = Pick<
  ProfileRow,
  'fullName' | 'bio' | 'expertiseCategory' | 'expertiseCustom' | 'isPublic'
> & {
  /** Omitted fields stay unchanged. */
  [Detail in 'headline' | 'languages' | 'town' | 'online' | 'priceEuros' | 'priceUnit']?: ProfileRow[Detail] | undefined
}

export async function findById(db: Executor, id: string): Promise<ProfileRow | undefined> {
  const [row] = await db.select(columns).from(profiles).where(eq(profiles.id, id))
  return row
}

export async function findByIds(db: Executor, ids: readonly string[]): Promise<ProfileRow[]> {
  if (ids.length === 0) return []
  return db
    .select(columns)
    .from(profiles)
    .where(inArray(profiles.id, [...ids]))
}

/** Profile as `selectById` returns it, with dates as texts, because JSON has no dates. */
export type SelectedProfile = Omit<ProfileRow, 'createdAt' | 'updatedAt' | 'hiddenAt'> & {
  createdAt: string
  updatedAt: string
  hiddenAt: string | null
}

export function selectById(id: SQL): SQL<SelectedProfile | null> {
  return sql`(
    SELECT jsonb_build_object(
      'id', p.id, 'fullName', p.full_name, 'bio', p.bio, 'expertiseCategory', p.expertise_category,
      'expertiseCustom', p.expertise_custom, 'pictureVersion', p.picture_version, 'isPublic', p.is_public,
      'hiddenAt', p.hidden_at, 'publicOnceShown', p.public_once_shown,
      'headline', p.headline, 'languages', p.languages, 'town', p.town, 'online', p.online,
      'priceEuros', p.price_euros, 'priceUnit', p.price_unit,
      'reviewCount', p.review_count, 'reviewSum', p.review_sum,
      'createdAt', p.created_at, 'updatedAt', p.updated_at
    ) FROM profiles p WHERE p.id = ${id}
  )`
}

export function parseSelectedProfile(selected: SelectedProfile): ProfileRow {
  const { createdAt, updatedAt, hiddenAt } = selected
  return {
    ...selected,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
    hiddenAt: hiddenAt === null ? null : new Date(hiddenAt),
  }
}

/** Keeps a hidden profile private, and stores the requested value for later. */
function buildVisibilityFields(isPublic: boolean) {
  return {
    isPublic: sql`${isPublic}::boolean AND ${profiles.hiddenAt} IS NULL`,
    publicOnceShown: sql`CASE WHEN ${profiles.hiddenAt} IS NOT NULL THEN ${isPublic}::boolean END`,
  }
}

export async function upsertProfile(db: Executor, id: string, fields: ProfileFields): Promise<ProfileRow> {
  const [row] = await db
    .insert(profiles)
    .values({ id, ...fields })
    .onConflictDoUpdate({
      target: profiles.id,
      set: { ...fields, ...buildVisibilityFields(fields.isPublic), updatedAt: sql`now()` },
    })
    .returning(columns)
  if (!row) throw new Error('UPSERT returned no row')
  return row
}

/** Creates a private profile without a category, unless the person has a profile. */
export async function createPrivateProfile(tx: Executor, id: string, fullName: string): Promise<void> {
  await tx.insert(profiles).values({ id, fullName, isPublic: false }).onConflictDoNothing()
}

export async function makeProfilePrivate(db: Executor, id: string): Promise<void> {
  await db
    .update(profiles)
    .set({ ...buildVisibilityFields(false), updatedAt: sql`now()` })
    .where(eq(profiles.id, id))
}

export async function hideProfile(tx: Executor, id: string): Promise<boolean> {
  const rows = await tx
    .update(profiles)
    .set({
      hiddenAt: sql`clock_timestamp()`,
      publicOnceShown: sql`${profiles.isPublic}`,
      isPublic: false,
      updatedAt: sql`now()`,
    })
    .where(and(eq(profiles.id, id), isNull(profiles.hiddenAt)))
    .returning({ id: profiles.id })
  return rows.length > 0
}

export async function unhideProfile(tx: Executor, id: string): Promise<boolean> {
  const rows = await tx
    .update(profiles)
    .set({
      hiddenAt: null,
      isPublic: sql`coalesce(${profiles.publicOnceShown}, false)`,
      publicOnceShown: null,
      updatedAt: sql`now()`,
    })
    .where(and(eq(profiles.id, id), isNotNull(profiles.hiddenAt)))
    .returning({ id: profiles.id })
  return rows.length > 0
}

export async function areCounterparts(db: Executor, oneId: string, otherId: string): Promise<boolean> {
  const requests = db
    .select({ one: sql`1` })
    .from(connectionRequests)
    .where(
      or(
        and(eq(connectionRequests.senderId, oneId), eq(connectionRequests.receiverId, otherId)),
        and(eq(connectionRequests.senderId, otherId), eq(connectionRequests.receiverId, oneId)),
      ),
    )
  const rooms = db
    .select({ one: sql`1` })
    .from(roomMembers)
    .where(
      and(
        eq(roomMembers.userId, oneId),
        sql`${roomMembers.roomId} IN (SELECT room_id FROM room_members WHERE user_id = ${otherId})`,
      ),
    )
  const { rows } = await db.execute<{ shared: boolean }>(sql`SELECT ${or(exists(requests), exists(rooms))} AS shared`)
  return rows[0]?.shared === true
}

export interface PublicQuery {
  exceptId: string | null
  except: Fragment | null
  /** Finds a normalised text in names and custom categories, or categories whose label matches. Null finds everyone. */
  search: { text: string; categories: readonly Category[] } | null
  category: Category | null
  details?: DetailFilter
  after: { createdAt: Date; id: string } | null
  /** Period that should contain enough matches, estimated from the previous page; null when unknown. */
  window: SearchWindow | null
  limit: number
}

export interface FoundPublic {
  rows: ProfileRow[]
  /** True when matches are so rare that the search used the trigram index. */
  isRare: boolean
}

/**
 * Numbers of newest profiles to read. The first step reads `first`. If enough of these match (with the margin `spare`),
 * the next step reads `further`. Texts that are too short for the index need `short`.
 */
const LOOK_THROUGH = { first: 500, further: 5000, spare: 1.5, short: 100_000 }
/** Ratio of the searched period to the period that should fill a page. */
const MARGIN = 8
/** Length of a trigram. Shorter texts are not in the index, and are searched for in the newest profiles. */
const INDEXED_LENGTH = 3
/** Numbers of profiles per read: few, because each needs its own statements. The last is the longest page plus one. */
const READ_AT_A_TIME = [13, 25, LIMITS.profilePageMax + 1]

/** Returns public profiles, newest first. The order is total, so pages omit and repeat none. Speed: decision 11. */
export async function findPublicProfiles(db: Executor, query: PublicQuery): Promise<FoundPublic> {
  const limit = READ_AT_A_TIME.find((size) => size >= query.limit) ?? query.limit
  const { rows, isRare } = await findMatchingProfiles(db, { ...query, limit })
  return { rows: rows.slice(0, query.limit), isRare }
}

async function findMatchingProfiles(db: Executor, query: PublicQuery): Promise<FoundPublic> {
  const asListed = async (places: SQL): Promise<FoundPublic> => ({
    rows: await findProfilesInSubquery(db, query, places),
    isRare: false,
  })
  // If the category's label matches, all its profiles match, so no text is compared.
  if (query.search === null || (query.category !== null && query.search.categories.includes(query.category))) {
    return asListed(sql`${selectListedProfiles(query)} ${orderByNewest(query.limit)}`)
  }
  const { text } = query.search
  const categories = query.category === null ? query.search.categories : []
  const matches = sql`(${containsText(text)} OR expertise_category = ANY (${sql.param(categories)}::text[]))`
  // The index of names has no details, so details are checked in the profiles with matching names.
  const everyone = selectListedProfiles({ ...query, details: {} })
  const fits = toDetailCondition(query.details ?? {})
  const isFitting = fits ? sql`(SELECT ${fits} FROM profiles AS one WHERE one.id = profiles.id)` : sql`true`
  const lookThrough = (count: number): Promise<FoundPublic> =>
    asListed(
      sql`SELECT created_at, id FROM (${everyone} ${orderByNewest(count)}) AS profiles
        WHERE ${matches} AND ${isFitting} ${orderByNewest(query.limit)}`,
    )
  if (countLetters(text) < INDEXED_LENGTH) return lookThrough(LOOK_THROUGH.short)
  const byLetters = async (span: SQL): Promise<FoundPublic> => {
    return { rows: await findByTrigrams(db, query, text, categories, span), isRare: true }
  }
  if (query.window !== null && query.category === null) return byLetters(selectSpanFromWindow(query.window))
  const near = await lookThrough(LOOK_THROUGH.first)
  if (near.rows.length === query.limit) return near
  const isPromising = near.rows.length * LOOK_THROUGH.further >= LOOK_THROUGH.spare * query.limit * LOOK_THROUGH.first
  if (isPromising) {
    const further = await lookThrough(LOOK_THROUGH.further)
    if (further.rows.length === query.limit) return further
  }
  return byLetters(selectEstimatedSpan(query, near.rows.length))
}

function selectSpanFromWindow({ marks, begins }: SearchWindow): SQL {
  return sql`SELECT ${sql.param(marks)}::text[] AS marks, ${begins.toISOString()}::timestamptz AS begins`
}

/** Selects the period that should fill a page. `found` is the number of matches among the newest profiles. */
function selectEstimatedSpan(query: PublicQuery, found: number): SQL {
  // Adds one match, because some hundred profiles may contain no match by chance.
  const stretch = (MARGIN * query.limit) / (found + 1)
  return sql`SELECT marks, begins
    FROM (
      SELECT max(created_at) AS latest, min(created_at) AS earliest
      FROM (${selectListedProfiles({ ...query, details: {} })} ${orderByNewest(LOOK_THROUGH.first)}) AS near
    ) AS bounds, time_window(latest, (latest - earliest) * ${stretch}::float8)`
}

/** Finds matches in the trigram index, first of the recent period (`span`), then of all time if the page has room. */
async function findByTrigrams(
  db: Executor,
  query: PublicQuery,
  text: string,
  categories: readonly Category[],
  span: SQL,
): Promise<ProfileRow[]> {
  const keys = sql`search_keys(search_names, created_at, expertise_category)`
  const wanted = [...pickTrigrams(text), ...(query.category === null ? [] : [`c:${query.category}`])]
  // The planner cannot read a value in a subquery, so it uses the index for every value.
  const holding = sql`SELECT created_at, id, expertise_category, languages, town, online, price_euros FROM profiles
    WHERE is_public AND ${keys} @> (SELECT ${sql.param(wanted)}::text[]) AND ${containsText(text)}`
  if (query.category !== null) {
    return findProfilesInSubquery(
      db,
      query,
      sql`WITH everyone AS MATERIALIZED (${holding})
        SELECT created_at, id FROM everyone AS profiles WHERE ${toFilterCondition(query)} ${orderByNewest(query.limit)}`,
    )
  }

  const ofLabel = sql`SELECT one.created_at, one.id FROM unnest(${sql.param(categories)}::text[]) AS label,
    LATERAL (${selectListedProfiles(query)} AND expertise_category = label ${orderByNewest(query.limit)}) AS one`
  const page = (holders: string): SQL => sql`SELECT created_at, id FROM (
      SELECT created_at, id FROM ${sql.identifier(holders)} AS profiles WHERE ${toFilterCondition(query)} UNION ${ofLabel}
    ) AS profiles`
  const isShort = sql`(SELECT count(*) FROM recent_page) < ${sql.raw(String(query.limit))}`
  return findProfilesInSubquery(
    db,
    query,
    sql`WITH span AS MATERIALIZED (${span}),
      recent AS MATERIALIZED (${holding} AND ${keys} && (SELECT marks FROM span)),
      recent_page AS MATERIALIZED (
        ${page('recent')} WHERE created_at >= (SELECT begins FROM span) ${orderByNewest(query.limit)}
      ),
      everyone AS MATERIALIZED (${holding} AND ${isShort}),
      whole_page AS (${page('everyone')} WHERE ${isShort} ${orderByNewest(query.limit)})
      SELECT created_at, id FROM recent_page UNION SELECT created_at, id FROM whole_page ${orderByNewest(query.limit)}`,
  )
}

/** Returns every second trigram and the last trigram, because looking up all trigrams would cost too much. */
function pickTrigrams(text: string): string[] {
  const characters = Array.from(text)
  const last = characters.length - INDEXED_LENGTH
  const runs = characters.flatMap((_, place) =>
    place === last || (place < last && place % 2 === 0)
      ? [characters.slice(place, place + INDEXED_LENGTH).join('')]
      : [],
  )
  return [...new Set(runs)]
}

/** Matches profiles whose searched text contains `text`. No character of `text` is a wildcard. */
function containsText(text: string): SQL {
  return sql`strpos(${profiles.searchNames}, ${text}) > 0`
}

/** Selects the profiles that may be listed, from an index alone. */
function selectListedProfiles(query: PublicQuery): SQL {
  return sql`SELECT created_at, id, expertise_category, search_names FROM profiles WHERE is_public AND ${toFilterCondition(query)}`
}

export function toDetailCondition({ answers_in, town, online, price_max }: DetailFilter): SQL | undefined {
  // The index of towns finds ranges. No town that begins with `town` sorts after `town` and U+10FFFF.
  const isThere = town && sql`(fold_letters(town) ~>=~ ${town} AND fold_letters(town) ~<~ ${`${town}\u{10FFFF}`})`
  return and(
    answers_in && sql`languages @> ARRAY[${answers_in}]::text[]`,
    or(isThere || undefined, online && sql`online`),
    price_max === undefined ? undefined : sql`price_euros <= ${price_max}::integer`,
  )
}

export function toFilterCondition({
  category,
  details = {},
  exceptId,
  except,
  after,
}: Pick<PublicQuery, 'category' | 'details' | 'exceptId' | 'except' | 'after'>): SQL | undefined {
  return and(
    sql`true`,
    category === null ? undefined : eq(profiles.expertiseCategory, category),
    toDetailCondition(details),
    exceptId === null ? undefined : ne(profiles.id, exceptId),
    // Uses NOT IN instead of a join. The few ids are read once, and each profile is looked up among them in memory.
    except === null ? undefined : sql`${profiles.id} NOT IN ${except}`,
    after === null
      ? undefined
      : sql`(${profiles.createdAt}, ${profiles.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
  )
}

/** Puts the limit into the statement's text, because PostgreSQL would plan for many more rows with a parameter. */
export function orderByNewest(limit: number): SQL {
  return sql`ORDER BY created_at DESC, id DESC LIMIT ${sql.raw(String(limit))}`
}

/** Returns the newest first. Prepares queries per connection, except with details, whose values decide the index. */
async function findProfilesInSubquery(db: Executor, { details = {} }: PublicQuery, places: SQL): Promise<ProfileRow[]> {
  const found = db
    .select(columns)
    .from(profiles)
    .where(sql`${profiles.id} IN (SELECT id FROM (${places}) AS places)`)
    .orderBy(desc(profiles.createdAt), desc(profiles.id))
  if (toDetailCondition(details)) return found
  return found.prepare(`profiles ${createHash('sha1').update(found.toSQL().sql).digest('base64')}`).execute()
}
