import type { ErrorCode } from '@kundig/contract/errors'
import { type Category, CUSTOM, type Expertise, isCategory } from '@kundig/contract/profiles/categories'
import { checkExpertise } from '@kundig/contract/profiles/expertise'
import { checkBio, checkFullName } from '@kundig/contract/profiles/profile-rules'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

/** The form's values as typed. */
export interface ProfileDraft {
  full_name: string
  bio: string
  /** A category id, `CUSTOM`, or empty while nothing is chosen. */
  category: string
  custom: string
  is_public: boolean
}

type DraftField = 'full_name' | 'bio' | 'category' | 'custom'

/**
 * What the form starts with: the profile as it is, or nothing but what is suggested.
 * @param suggestedName for a profile that is made; empty for none
 * @param suggestedCategory the same
 */
export function toDraft(profile: Profile | null, suggestedName = '', suggestedCategory: Category = ''): ProfileDraft {
  if (!profile) return { full_name: suggestedName, bio: '', category: suggestedCategory, custom: '', is_public: false }
  const { full_name, bio, expertise, is_public } = profile
  const custom = typeof expertise === 'string' ? '' : expertise.value
  return {
    full_name,
    bio: bio ?? '',
    category: typeof expertise === 'string' ? expertise : CUSTOM,
    custom,
    is_public,
  }
}

/** Whether two drafts say the same; a category of one's own counts only while it is chosen. */
export function isSameDraft(one: ProfileDraft, other: ProfileDraft): boolean {
  return JSON.stringify(said(one)) === JSON.stringify(said(other))
}

function said({ full_name, bio, category, custom, is_public }: ProfileDraft): unknown[] {
  return [full_name, bio, category, category === CUSTOM ? custom : '', is_public]
}

/** The expertise that the draft names, or null while it names none. */
export function toExpertise({ category, custom }: ProfileDraft): Expertise | null {
  if (category === CUSTOM) return { type: 'custom', value: custom }
  return isCategory(category) ? category : null
}

/** On the form, a missing category has words of its own (spec 5). */
function onForm(code: ErrorCode): ErrorCode {
  return code === 'CATEGORY_REQUIRED' ? 'CATEGORY_REQUIRED_ON_FORM' : code
}

/** What is wrong with the draft, per field, in the order in which they stand. */
export function checkDraft(draft: ProfileDraft): Partial<Record<DraftField, ErrorCode>> {
  const name = checkFullName(draft.full_name)
  const bio = checkBio(draft.bio)
  const expertise = checkExpertise(toExpertise(draft))
  return {
    ...(name && { full_name: name }),
    ...(bio && { bio }),
    ...(expertise && { [draft.category === CUSTOM ? 'custom' : 'category']: onForm(expertise) }),
  }
}

/** The form's field for the one that the server named. */
export function toDraftField(field: string | undefined, draft: ProfileDraft): DraftField | undefined {
  if (field === 'full_name' || field === 'bio') return field
  if (field?.startsWith('expertise')) return draft.category === CUSTOM ? 'custom' : 'category'
  return undefined
}
