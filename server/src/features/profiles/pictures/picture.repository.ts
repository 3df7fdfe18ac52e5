import { and, eq, sql } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { profiles } from '../../../tables/profiles.ts'

/** Id of the last transaction that wrote the row. */
const WRITTEN_BY = sql<string>`${profiles}.xmin::text`

export async function findPictureVersion(
  db: Executor,
  id: string,
): Promise<{ version: string | null; writtenBy: string } | undefined> {
  const [row] = await db
    .select({ version: profiles.pictureVersion, writtenBy: WRITTEN_BY })
    .from(profiles)
    .where(eq(profiles.id, id))
  return row
}

/** Sets the version. Returns false without a change if the row was written after `writtenBy` was read. */
export async function savePictureVersion(
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
