import { and, eq, sql } from 'drizzle-orm'

import { siteSettings } from '../../tables/platform.ts'
import { type Executor, prepareExistsQuery } from '../database/database.ts'

/** Settings as stored, perhaps by a server of another release. */
export interface StoredSettings {
  version: number
  stored: Record<string, unknown>
}

/** Prepared query for newer settings, which runs every second and rarely finds any. */
const hasNewer = prepareExistsQuery(
  'newer_settings',
  sql`SELECT FROM site_settings WHERE version > ${sql.placeholder('version')}`,
)

export async function findNewerSettings(db: Executor, version: number): Promise<StoredSettings | null> {
  return (await hasNewer(db, { version })) ? readStoredSettings(db) : null
}

export async function readStoredSettings(db: Executor): Promise<StoredSettings> {
  const [row] = await db.select().from(siteSettings)
  if (!row) throw new Error('no row with the settings')
  return row
}

/** Saves a group, and keeps its fields of other releases. Returns null when any settings changed after `version`. */
export async function storeSettingsGroup(
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
