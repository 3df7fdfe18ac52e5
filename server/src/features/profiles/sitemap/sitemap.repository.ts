import { and, asc, eq, gte, sql } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { profiles } from '../../../tables/profiles.ts'

export async function findPartStartIds(db: Executor, partSize: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM ${profiles} WHERE is_public) AS listed
    WHERE (place - 1) % ${partSize} = 0 ORDER BY id`)
  return rows.map(({ id }) => id)
}

export async function findSitemapProfiles(
  db: Executor,
  { from, limit }: { from: string; limit: number },
): Promise<{ id: string; updatedAt: Date }[]> {
  return db
    .select({ id: profiles.id, updatedAt: profiles.updatedAt })
    .from(profiles)
    .where(and(eq(profiles.isPublic, sql`true`), gte(profiles.id, from)))
    .orderBy(asc(profiles.id))
    .limit(limit)
}
