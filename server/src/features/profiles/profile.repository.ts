import { and, desc, eq, exists, inArray, ne, or, type SQL, sql } from 'drizzle-orm'

import type { Category } from '@kundig/contract/profiles/expertise'
import { lengthOf } from '@kundig/contract/sanitising'

import type { Executor } from '../../platform/database/database.ts'
import { connectionRequests, profiles, roomMembers } from '../../tables.ts'

export type ProfileRow = typeof profiles.$inferSelect
export type ProfileFields = Pick<ProfileRow, 'fullName' | 'bio' | 'expertiseCategory' | 'expertiseCustom' | 'isPublic'>

/** A profile, whoever may see it. */
export async function findById(db: Executor, id: string): Promise<ProfileRow | undefined> {
  const [row] = await db.select().from(profiles).where(eq(profiles.id, id))
  return row
}

/** Profiles by their ids, in no particular order; those that there are. */
export async function findByIds(db: Executor, ids: readonly string[]): Promise<ProfileRow[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(profiles)
    .where(inArray(profiles.id, [...ids]))
}

/** Makes a person's profile, or replaces what it says. */
export async function save(db: Executor, id: string, fields: ProfileFields): Promise<ProfileRow> {
  const [row] = await db
    .insert(profiles)
    .values({ id, ...fields })
    .onConflictDoUpdate({ target: profiles.id, set: { ...fields, updatedAt: sql`now()` } })
    .returning()
  if (!row) throw new Error('An upsert returns its row')
  return row
}

/** Whether two people share a connection request, whatever its status, or a room. */
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
  /** Whose profile to leave out. */
  exceptId: string | null
  /** Folded text to find in the name or the custom category, or else one of these categories; null for everyone. */
  search: { text: string; categories: readonly Category[] } | null
  category: Category | null
  after: { createdAt: Date; id: string } | null
  limit: number
}

/**
 * How many of the newest profiles a search looks through: these first, which is all that a common term needs, and
 * then the second number when enough of the first hold the term to make it likely that a page gets full.
 */
const LOOK_THROUGH = { first: 2000, further: 20_000, promisingHits: 3 }
/** The index of letters knows runs of three; for anything shorter every profile is looked through. */
const INDEXED_LENGTH = 3

/**
 * Public profiles, newest first. The order is total, so a page that begins after the last one of another
 * leaves nobody out and gives nobody twice. How a search stays fast: docs/decisions/0011.
 */
export async function findPublic(db: Executor, query: PublicQuery): Promise<ProfileRow[]> {
  // Within one category its label matches for everyone or for nobody.
  if (query.search === null || (query.category !== null && query.search.categories.includes(query.category))) {
    return findListed(db, sql`${listed(query)} ${newest(query.limit)}`)
  }
  const { text } = query.search
  const categories = query.category === null ? query.search.categories : []
  const matches = or(
    holds(text),
    categories.length === 0 ? undefined : inArray(profiles.expertiseCategory, [...categories]),
  )
  if (lengthOf(text) < INDEXED_LENGTH)
    return findListed(db, sql`${listed(query)} AND ${matches} ${newest(query.limit)}`)

  const lookThrough = (count: number): Promise<ProfileRow[]> =>
    findListed(
      db,
      sql`SELECT created_at, id FROM (${listed(query)} ${newest(count)}) AS profiles
        WHERE ${matches} ${newest(query.limit)}`,
    )
  const near = await lookThrough(LOOK_THROUGH.first)
  if (near.length === query.limit) return near
  if (near.length >= LOOK_THROUGH.promisingHits) {
    const further = await lookThrough(LOOK_THROUGH.further)
    if (further.length === query.limit) return further
  }
  return findByLetters(db, query, text, categories)
}

/** Finds everyone whose text holds the term through the index of letters, then puts them in order. */
async function findByLetters(
  db: Executor,
  query: PublicQuery,
  text: string,
  categories: readonly Category[],
): Promise<ProfileRow[]> {
  // The letters are a subquery, and no other condition stands beside them: whatever they are, the index is used.
  const holding = sql`SELECT created_at, id, expertise_category FROM profiles
    WHERE is_public AND search_trigrams(search_text) @> (SELECT search_trigrams(${text})) AND ${holds(text)}`
  const labelled = categories.map(
    (category) =>
      sql`UNION (SELECT created_at, id FROM (${listed({ ...query, category })} ${newest(query.limit)}) AS one)`,
  )
  return findListed(
    db,
    sql`WITH holding AS MATERIALIZED (${holding})
      SELECT created_at, id FROM (
        SELECT created_at, id FROM holding AS profiles WHERE ${within(query)}
        ${sql.join(labelled, sql` `)}
      ) AS profiles ${newest(query.limit)}`,
  )
}

/** Whether a folded text is part of what is searched in a profile. There is no pattern, so there are no wildcards. */
function holds(text: string): SQL {
  return sql`strpos(${profiles.searchText}, ${text}) > 0`
}

/** SELECT, from an index alone, of whoever may be listed. */
function listed(query: PublicQuery): SQL {
  return sql`SELECT created_at, id, expertise_category, search_text FROM profiles WHERE is_public AND ${within(query)}`
}

/** Whether a profile is in the category, beyond the cursor, and not the reader's own. */
function within({ category, exceptId, after }: PublicQuery): SQL | undefined {
  return and(
    sql`true`,
    category === null ? undefined : eq(profiles.expertiseCategory, category),
    exceptId === null ? undefined : ne(profiles.id, exceptId),
    after === null
      ? undefined
      : sql`(${profiles.createdAt}, ${profiles.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
  )
}

function newest(limit: number): SQL {
  return sql`ORDER BY created_at DESC, id DESC LIMIT ${limit}`
}

/** The profiles whose ids a query gives, newest first. */
async function findListed(db: Executor, places: SQL): Promise<ProfileRow[]> {
  return db
    .select()
    .from(profiles)
    .where(sql`${profiles.id} IN (SELECT id FROM (${places}) AS places)`)
    .orderBy(desc(profiles.createdAt), desc(profiles.id))
}
