import type { Expertise } from '@kundig/contract/profiles/expertise'
import type { OwnProfile, Profile } from '@kundig/contract/profiles/profiles.contract'

import { pictureUrl } from './picture-address.ts'
import type { ShownRow } from './profile.repository.ts'

function presentExpertise(row: ShownRow): Expertise {
  return row.expertiseCategory ?? { type: 'custom', value: row.expertiseCustom ?? '' }
}

/** A profile for other people: without the email address. */
export function presentProfile(row: ShownRow): Profile {
  return {
    id: row.id,
    full_name: row.fullName,
    bio: row.bio,
    expertise: presentExpertise(row),
    profile_picture_url: row.pictureVersion === null ? null : pictureUrl(row.id, row.pictureVersion),
    is_public: row.isPublic,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

/** A profile for its owner. */
export function presentOwnProfile(row: ShownRow, email: string): OwnProfile {
  return { ...presentProfile(row), email }
}
