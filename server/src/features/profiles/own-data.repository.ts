import { sql } from 'drizzle-orm'

import type { Executor } from '../../platform/database/database.ts'
import { readJsonRows } from '../../platform/database/json-rows.ts'

export interface OwnProfile {
  id: string
  picture_version: string | null
}

export async function findOwnProfile(db: Executor, userId: string): Promise<OwnProfile | undefined> {
  const [profile] = await readJsonRows<OwnProfile>(
    db,
    sql`SELECT id, full_name, bio, expertise_category, expertise_custom, picture_version, is_public, hidden_at,
          review_count, review_sum,
          public_once_shown, headline, languages, town, online, price_euros, price_unit, created_at, updated_at
        FROM profiles WHERE id = ${userId}`,
  )
  return profile
}
