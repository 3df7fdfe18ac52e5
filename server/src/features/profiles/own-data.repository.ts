import { sql } from 'drizzle-orm'

import type { OwnData } from '../../own-data.ts'
import { readJsonRow } from '../../platform/database/json-rows.ts'
import { toPictureUrl } from './pictures/picture-address.ts'

export const ownDataOfProfiles: OwnData = {
  profile: async (db, userId) => {
    const profile = await readJsonRow<{ picture_version: string | null }>(
      db,
      sql`SELECT id, full_name, bio, expertise_category, expertise_custom, picture_version, is_public, hidden_at,
          review_count, review_sum,
          public_once_shown, headline, languages, town, online, price_euros, price_unit, created_at, updated_at
        FROM profiles WHERE id = ${userId}`,
    )
    if (!profile) return null
    const { picture_version: version, ...said } = profile
    return { ...said, profile_picture_url: version === null ? null : toPictureUrl(userId, version) }
  },
}
