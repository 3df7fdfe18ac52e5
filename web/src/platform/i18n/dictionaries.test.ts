import { expect, it } from 'vitest'

import { APPOINTMENT_ERRORS } from '@kundig/contract/appointments/appointment-errors'
import { ERRORS } from '@kundig/contract/errors'
import { OPERATIONS_ERRORS } from '@kundig/contract/operations/operations-errors'
import { DEFAULT_CATEGORIES } from '@kundig/contract/profiles/default-categories'
import { REVIEW_ERRORS } from '@kundig/contract/reviews/review-errors'

import { SITE_NAME } from '../site.ts'

/** Texts that are equal in English and Dutch: some words, names, and numbers with their signs. */
const SAME_IN_BOTH = new Set([
  'moderator',
  'Account',
  'Bio',
  'Chats',
  'Code',
  'Credit',
  'Dashboard',
  'Expertise',
  'Filters',
  'Home',
  'Log in',
  'Logo',
  'Online',
  'Percentage',
  'Privacy',
  'Reviews',
  'Site',
  'Status',
  'Team',
  'Test',
  'contact',
  'privacy',
  'Websites & IT',
  'Websites, IT & Software',
  'Design & Media',
  SITE_NAME,
  'Sanne Visser',
  '“Oefening baart kunst.”',
  '7 experts',
  '7%',
  '7: 7',
  '7, 7',
])

const features = import.meta.glob('../../**/*.messages.ts', { eager: true })
const dictionaries = {
  ...features,
  errors: { ...ERRORS, ...OPERATIONS_ERRORS, ...REVIEW_ERRORS, ...APPOINTMENT_ERRORS },
  categories: DEFAULT_CATEGORIES,
}

interface Pair {
  en: string
  nl: string
}

function listTexts(text: unknown): string[] {
  if (typeof text === 'string') return [text]
  if (typeof text !== 'function') return []
  return [7, 'pending', 'other']
    .map((value): unknown => Reflect.apply(text, undefined, [value, value, value]))
    .filter((said) => typeof said === 'string')
    .slice(0, 1)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function pairsIn(value: unknown): Pair[] {
  if (!isObject(value)) return []
  if (!('en' in value && 'nl' in value)) return Object.values(value).flatMap(pairsIn)
  const { en, nl } = value
  if (isObject(en) && isObject(nl)) return Object.keys(en).flatMap((key) => pairsIn({ en: en[key], nl: nl[key] }))
  const dutch = listTexts(nl)
  const english = listTexts(en)
  expect(english).not.toEqual([])
  expect(dutch).toHaveLength(english.length)
  return english.map((said, index) => ({ en: said, nl: dutch[index] ?? '' }))
}

// spec 1.25, 8.5
it('every Dutch text differs from the English text, except for a list of equal words', () => {
  expect(Object.keys(features).length).toBeGreaterThan(20)
  const pairs = pairsIn(dictionaries)
  expect(pairs.length).toBeGreaterThan(500)
  for (const { nl } of pairs) expect(nl.trim()).not.toBe('')
  expect(new Set(pairs.filter(({ en, nl }) => en === nl).map(({ en }) => en))).toEqual(SAME_IN_BOTH)
})
