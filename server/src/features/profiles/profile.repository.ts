import { and, desc, eq, exists, inArray, like, ne, or, sql } from 'drizzle-orm'

import type { Category } from '@kundig/contract/profiles/expertise'

import type { Executor } from '../../platform/database/database.ts'
import { connectionRequests, profiles, roomMembers } from '../../tables.ts'

export type ProfileRow = typeof profiles.$inferSelect
export type ProfileFields = Pick<ProfileRow, 'fullName' | 'bio' | 'expertiseCategory' | 'expertiseCustom' | 'isPublic'>

export async function findById(db: Executor, id: string): Promise<ProfileRow | undefined> {
  const [row] = await db.select().from(profiles).where(eq(profiles.id, id))
  return row
}

export async function findByIds(db: Executor, ids: readonly string[]): Promise<ProfileRow[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(profiles)
    .where(inArray(profiles.id, [...ids]))
}

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
  /** Folded text to find in the name or the custom category, with wildcards escaped; null for everyone. */
  search: { text: string; categories: readonly Category[] } | null
  category: Category | null
  after: { createdAt: Date; id: string } | null
  limit: number
}

/** Public profiles, newest first. */
export async function findPublic(db: Executor, query: PublicQuery): Promise<ProfileRow[]> {
  const { search, after } = query
  return db
    .select()
    .from(profiles)
    .where(
      and(
        eq(profiles.isPublic, sql`true`),
        query.exceptId === null ? undefined : ne(profiles.id, query.exceptId),
        query.category === null ? undefined : eq(profiles.expertiseCategory, query.category),
        search === null
          ? undefined
          : or(
              like(profiles.searchText, `%${search.text}%`),
              search.categories.length === 0 ? undefined : inArray(profiles.expertiseCategory, [...search.categories]),
            ),
        after === null
          ? undefined
          : sql`(${profiles.createdAt}, ${profiles.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(profiles.createdAt), desc(profiles.id))
    .limit(query.limit)
}
