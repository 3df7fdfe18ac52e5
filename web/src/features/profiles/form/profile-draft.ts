import type { ErrorCode } from '@kundig/contract/errors'
import { type Category, CUSTOM, type Expertise, isCategory } from '@kundig/contract/profiles/categories'
import { ANSWER_LANGUAGES } from '@kundig/contract/profiles/detail-filter'
import { checkExpertise } from '@kundig/contract/profiles/expertise'
import {
  checkPrice,
  checkHeadline,
  checkTown,
  type PriceUnit,
  readEuros,
} from '@kundig/contract/profiles/profile-details'
import { checkBio, checkFullName } from '@kundig/contract/profiles/profile-rules'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

export interface ProfileDraft {
  full_name: string
  bio: string
  category: string
  custom: string
  is_public: boolean
  headline: string
  town: string
  online: boolean
  languages: readonly string[]
  /** Price in whole euros, as typed. */
  price: string
  price_unit: PriceUnit
}

type DraftField = 'full_name' | 'bio' | 'category' | 'custom' | 'headline' | 'town' | 'price'

const NO_DETAILS = { headline: '', town: '', online: false, languages: [], price: '', price_unit: 'hour' } as const

export function toDraft(profile: Profile | null, suggestedName = '', suggestedCategory: Category = ''): ProfileDraft {
  if (!profile) {
    return {
      full_name: suggestedName,
      bio: '',
      category: suggestedCategory,
      custom: '',
      is_public: false,
      ...NO_DETAILS,
    }
  }
  const { full_name, bio, expertise, is_public, headline, town, online, languages, price } = profile
  const custom = typeof expertise === 'string' ? '' : expertise.value
  return {
    full_name,
    bio: bio ?? '',
    category: typeof expertise === 'string' ? expertise : custom && CUSTOM,
    custom,
    is_public,
    headline: headline ?? '',
    town: town ?? '',
    online: online ?? false,
    languages: languages ?? [],
    price: price ? String(price.euros) : '',
    price_unit: price?.unit ?? 'hour',
  }
}

/** Compares drafts. Ignores the text of a custom category that is not chosen. */
export function isSameDraft(one: ProfileDraft, other: ProfileDraft): boolean {
  return JSON.stringify(listValues(one)) === JSON.stringify(listValues(other))
}

function listValues({ custom, ...rest }: ProfileDraft): unknown[] {
  return [rest.category === CUSTOM ? custom : '', ...Object.values(rest)]
}

export function toDetails({ headline, town, online, languages, price, price_unit }: ProfileDraft) {
  const euros = readEuros(price)
  return {
    headline,
    town,
    online,
    languages: ANSWER_LANGUAGES.filter((code) => languages.includes(code)),
    price: euros === null ? null : { euros, unit: price_unit },
  }
}

export function toExpertise({ category, custom }: ProfileDraft): Expertise | null {
  if (category === CUSTOM) return { type: 'custom', value: custom }
  return isCategory(category) ? category : null
}

/** Maps an error to its code on the form. The form has its own text for a missing category (spec 5). */
function toFormErrorCode(code: ErrorCode): ErrorCode {
  return code === 'CATEGORY_REQUIRED' ? 'CATEGORY_REQUIRED_ON_FORM' : code
}

export function checkDraft(draft: ProfileDraft): Partial<Record<DraftField, ErrorCode>> {
  const name = checkFullName(draft.full_name)
  const bio = checkBio(draft.bio)
  const expertise = checkExpertise(toExpertise(draft))
  const headline = checkHeadline(draft.headline)
  const town = checkTown(draft.town)
  const price = checkPrice(readEuros(draft.price))
  return {
    ...(name && { full_name: name }),
    ...(bio && { bio }),
    ...(expertise && { [draft.category === CUSTOM ? 'custom' : 'category']: toFormErrorCode(expertise) }),
    ...(headline && { headline }),
    ...(town && { town }),
    ...(price && { price }),
  }
}

const SAME_FIELDS = ['full_name', 'bio', 'headline', 'town', 'price'] as const

export function toDraftField(field: string | undefined, draft: ProfileDraft): DraftField | undefined {
  const [name] = field?.split('.') ?? []
  if (name === 'expertise') return draft.category === CUSTOM ? 'custom' : 'category'
  return SAME_FIELDS.find((same) => same === name)
}
