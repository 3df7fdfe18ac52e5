import { and, eq, sql } from 'drizzle-orm'

import type { Executor } from '../../platform/database/database.ts'
import { profiles } from '../../tables/profiles.ts'

/** Transaction that last wrote the row: every write changes it. */
const WRITTEN_BY = sql<string>`${profiles}.xmin::text`

/**
 * Returns the picture's version in the profile's row, with the transaction that wrote it; undefined without a profile.
 */
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
 * Sets the picture's version of a profile; null for none.
 * @param writtenBy the value that was read
 * @returns false when the row was written since: then nothing was done
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
