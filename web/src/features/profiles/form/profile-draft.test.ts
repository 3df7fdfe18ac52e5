import { expect, test } from 'vitest'

import { CUSTOM } from '@kundig/contract/profiles/categories'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { checkDraft, toDetails, toDraftField, toDraft, toExpertise, isSameDraft } from './profile-draft.ts'

const profile: Profile = {
  id: '01900000-0000-7000-8000-000000000001',
  full_name: 'Wim Kuiper',
  bio: null,
  expertise: { type: 'custom', value: 'Beekeeping' },
  profile_picture_url: null,
  is_public: true,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

test('a profile is unchanged after being opened and saved in the form', () => {
  expect(toExpertise(toDraft(profile))).toEqual(profile.expertise)
  expect(toExpertise(toDraft({ ...profile, expertise: 'education' }))).toBe('education')
})

// spec 5.16
test('an empty form requires a name and a category, with the form’s texts', () => {
  expect(checkDraft(toDraft(null))).toEqual({ full_name: 'NAME_REQUIRED', category: 'CATEGORY_REQUIRED_ON_FORM' })
})

test('a new profile starts with the suggested name, an existing one keeps its own', () => {
  expect(toDraft(null, 'Robin Peters')).toEqual({ ...toDraft(null), full_name: 'Robin Peters' })
  expect(toDraft(profile, 'Robin Peters')).toEqual(toDraft(profile))
})

// spec 5.16
test('the form of a profile without a category keeps its name and asks for a category', () => {
  const draft = toDraft({ ...profile, expertise: { type: 'custom', value: '' } })
  expect(draft).toMatchObject({ full_name: 'Wim Kuiper', category: '' })
  expect(checkDraft(draft)).toEqual({ category: 'CATEGORY_REQUIRED_ON_FORM' })
})

// spec 5.17
test('a blank custom category is refused at its own field', () => {
  expect(checkDraft({ ...toDraft(profile), custom: '  ' })).toEqual({ custom: 'CATEGORY_REQUIRED_ON_FORM' })
})

test('a bio over the limit is refused at the bio', () => {
  expect(checkDraft({ ...toDraft(profile), bio: 'x'.repeat(501) })).toEqual({ bio: 'BIO_TOO_LONG' })
})

test('optional details are unchanged after being opened and saved in the form', () => {
  const details = {
    headline: 'Bees in small gardens',
    town: 'Utrecht',
    online: true as const,
    languages: ['nl', 'en'],
    price: { euros: 60, unit: 'from' as const },
  }
  expect(toDetails(toDraft({ ...profile, ...details }))).toEqual(details)
  expect(toDetails(toDraft(profile))).toEqual({ headline: '', town: '', online: false, languages: [], price: null })
})

test.each(['-1', '5.5', 'veel'])('the price %s is refused at its field', (price) => {
  expect(checkDraft({ ...toDraft(profile), price })).toEqual({ price: 'PRICE_INVALID' })
})

test('a server error appears at the matching field of the form', () => {
  const draft = toDraft(profile)
  expect(toDraftField('expertise', draft)).toBe('custom')
  expect(toDraftField('expertise.value', { ...draft, category: CUSTOM })).toBe('custom')
  expect(toDraftField('expertise', { ...draft, category: 'education' })).toBe('category')
  expect(toDraftField('price.euros', draft)).toBe('price')
  expect(toDraftField('id', draft)).toBeUndefined()
  expect(toDraftField(undefined, draft)).toBeUndefined()
})

test('only visible values count as changes of a draft', () => {
  const draft = toDraft(profile)
  expect(isSameDraft(draft, { ...draft })).toBe(true)
  expect(isSameDraft(draft, { ...draft, bio: 'Bees' })).toBe(false)
  expect(isSameDraft(draft, { ...draft, custom: 'Honey' })).toBe(false)
  expect(isSameDraft({ ...draft, category: 'education' }, { ...draft, category: 'education', custom: '' })).toBe(true)
})
