import type { Expertise } from '@kundig/contract/profiles/categories'
import { type OwnProfile, type Profile, profile } from '@kundig/contract/profiles/profiles.contract'
import { REVIEW_LIMITS } from '@kundig/contract/reviews/review-limits'
import { computeMean } from '@kundig/contract/reviews/review-rules'

import { toWire } from '../../platform/wire/to-wire.ts'
import { toPictureUrl } from './pictures/picture-address.ts'
import type { ProfileRow } from './profile.repository.ts'

const toBase = toWire(profile.pick({ id: true, full_name: true, is_public: true, created_at: true, updated_at: true }))

function presentExpertise(row: ProfileRow): Expertise {
  return row.expertiseCategory ?? { type: 'custom', value: row.expertiseCustom ?? '' }
}

export function presentProfile(row: ProfileRow): Profile {
  return row.hiddenAt === null ? presentWhole(row) : presentHidden(row)
}

/** Presents only name and category of a hidden profile, to its owner's counterparts. */
function presentHidden(row: ProfileRow): Profile {
  return {
    ...toBase(row),
    bio: null,
    expertise: row.expertiseCategory ?? { type: 'custom', value: '' },
    profile_picture_url: null,
  }
}

function presentWhole(row: ProfileRow): Profile {
  return {
    ...toBase(row),
    bio: row.bio,
    expertise: presentExpertise(row),
    profile_picture_url: row.pictureVersion === null ? null : toPictureUrl(row.id, row.pictureVersion),
    ...presentDetails(row),
    ...presentRating(row),
  }
}

function presentDetails({ headline, languages, town, online, priceEuros, priceUnit }: ProfileRow) {
  return {
    ...(headline !== null && { headline }),
    ...(languages.length > 0 && { languages }),
    ...(town !== null && { town }),
    ...(online && { online }),
    ...(priceEuros !== null && priceUnit !== null && { price: { euros: priceEuros, unit: priceUnit } }),
  }
}

function presentRating({ reviewCount: count, reviewSum: sum }: ProfileRow) {
  return count >= REVIEW_LIMITS.meanFrom && { reviews: { count, mean: computeMean({ count, sum }) } }
}

/** Presents a profile to its owner. For a hidden profile, `is_public` is the value after the hiding ends. */
export function presentOwnProfile(row: ProfileRow, email: string): OwnProfile {
  const whole = { ...presentWhole(row), email }
  return row.hiddenAt === null ? whole : { ...whole, is_public: row.publicOnceShown ?? false, is_hidden: true }
}

export function listTexts({ fullName, expertiseCustom, headline, town, bio }: ProfileRow): string {
  return [fullName, expertiseCustom, headline, town, bio].filter((text) => text !== null).join('\n\n')
}
