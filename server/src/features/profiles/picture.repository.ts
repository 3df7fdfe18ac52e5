import { and, eq, sql } from 'drizzle-orm'

import type { Executor } from '../../platform/database/database.ts'
import { profiles } from '../../tables/profiles.ts'

/** The transaction that last wrote the row: another one whenever anything of it was written since. */
const WRITTEN_BY = sql<string>`${profiles}.xmin::text`

/** Which picture a profile is said to have, and what wrote that; undefined without a profile. */
export async function findVersion(
  db: Executor,
  id: string,
): Promise<{ version: string | null; writtenBy: string } | undefined> {
  const [row] = await db
    .select({ version: profiles.pictureVersion, writtenBy: WRITTEN_BY })
    .from(profiles)
    .where(eq(profiles.id, id))
  return row
}

/**
 * Sets which picture a profile has; null for none.
 * @param writtenBy as it was found
 * @returns false when the profile was written since: then nothing was done
 */
export async function saveVersion(
  db: Executor,
  id: string,
  { version, writtenBy }: { version: string | null; writtenBy: string },
): Promise<boolean> {
  const rows = await db
    .update(profiles)
    .set({ pictureVersion: version, updatedAt: sql`now()` })
    .where(and(eq(profiles.id, id), eq(WRITTEN_BY, writtenBy)))
    .returning({ id: profiles.id })
  return rows.length > 0
}
