import { and, eq, sql } from 'drizzle-orm'

import { siteSettings } from '../../tables/platform.ts'
import { type Executor, prepareQuestion } from '../database/database.ts'

/** What is set, as the database has it: servers of other releases write there, too. */
export interface StoredSettings {
  version: number
  stored: Record<string, unknown>
}

/** Asked every second, and mostly answered with nothing. */
const hasNewer = prepareQuestion(
  'newer_settings',
  sql`SELECT FROM site_settings WHERE version > ${sql.placeholder('version')}`,
)

/** What is set, where it has changed since a version; null otherwise. */
export async function findNewer(db: Executor, version: number): Promise<StoredSettings | null> {
  return (await hasNewer(db, { version })) ? find(db) : null
}

/** What is set now. */
export async function find(db: Executor): Promise<StoredSettings> {
  const [row] = await db.select().from(siteSettings)
  if (!row) throw new Error('The row of the settings is missing')
  return row
}

/**
 * Sets a group, unless somebody changed any meanwhile. What the group holds besides, for another release, stays.
 * @returns what is set then; null where the version is not that one any more
 */
export async function saveGroup(
  tx: Executor,
  { version, group, values }: { version: number; group: string; values: object },
): Promise<StoredSettings | null> {
  const merged = sql`jsonb_build_object(
    ${group}::text, coalesce(${siteSettings.stored} -> ${group}::text, '{}') || ${JSON.stringify(values)}::jsonb
  )`
  const [row] = await tx
    .update(siteSettings)
    .set({ version: version + 1, stored: sql`${siteSettings.stored} || ${merged}`, updatedAt: sql`now()` })
    .where(and(eq(siteSettings.isOnly, true), eq(siteSettings.version, version)))
    .returning()
  return row ?? null
}
