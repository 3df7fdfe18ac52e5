import type { OwnData } from '../../own-data.ts'
import type { Database } from '../../platform/database/database.ts'
import { findOwnProfile } from './own-data.repository.ts'
import { pictureUrl } from './picture-address.ts'

export const ownDataOfProfiles = ({ db }: { db: Database }): OwnData => ({
  profile: async (userId) => {
    const profile = await findOwnProfile(db, userId)
    if (!profile) return null
    const { picture_version: version, ...said } = profile
    return { ...said, profile_picture_url: version === null ? null : pictureUrl(userId, version) }
  },
})
