import { keepDigits, type Edit, computeEditedDigits, findCaret } from './edited-text.ts'
import { isPublishedTestCard } from './published-cards.ts'

export type Brand = 'amex' | 'diners' | 'discover' | 'jcb' | 'mastercard' | 'unionpay' | 'visa'

interface Numbering {
  brand: Brand
  begins: RegExp
  groups: readonly number[]
}

const FOURS = [4, 4, 4, 4]

/** Prefixes and digit groups (ISO/IEC 7812, and as printed on cards). */
const NUMBERINGS: readonly Numbering[] = [
  { brand: 'visa', begins: /^4/u, groups: FOURS },
  { brand: 'mastercard', begins: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/u, groups: FOURS },
  { brand: 'amex', begins: /^3[47]/u, groups: [4, 6, 5] },
  { brand: 'diners', begins: /^3(?:0[0-5]|[68])/u, groups: [4, 6, 4] },
  { brand: 'discover', begins: /^6(?:011|4[4-9]|5)/u, groups: FOURS },
  { brand: 'jcb', begins: /^35(?:2[89]|[3-8])/u, groups: FOURS },
  { brand: 'unionpay', begins: /^62/u, groups: FOURS },
]

function findNumberFormat(digits: string): Numbering | undefined {
  return NUMBERINGS.find(({ begins }) => begins.test(digits))
}

export function findBrand(digits: string): Brand | null {
  return findNumberFormat(digits)?.brand ?? null
}

const findGroups = (digits: string): readonly number[] => findNumberFormat(digits)?.groups ?? FOURS

const findLength = (digits: string): number => findGroups(digits).reduce((sum, group) => sum + group, 0)

export function groupNumber(digits: string): string {
  let start = 0
  const parts = findGroups(digits).map((size) => digits.slice(start, (start += size)))
  return parts.filter((part) => part !== '').join(' ')
}

/** Formats a number after an edit. The caret stays behind the same digit. @param change `inputType` of the event */
export function editNumber(edit: Edit, previous: string, change: string | undefined): Edit {
  const { digits, before } = computeEditedDigits(edit, previous, change)
  const text = groupNumber(digits)
  return { text, caret: findCaret(text, before) }
}

/** Returns the error code of Stripe.js; null for Stripe's published test cards. */
export function findNumberProblem(text: string): 'incomplete_number' | 'invalid_number' | 'test_mode_live_card' | null {
  const digits = keepDigits(text)
  if (digits.length < findLength(digits)) return 'incomplete_number'
  if (!passesLuhn(digits)) return 'invalid_number'
  return isPublishedTestCard(digits) ? null : 'test_mode_live_card'
}

/** True for a correct check digit (ISO/IEC 7812-1, annex B). */
function passesLuhn(digits: string): boolean {
  const values = Array.from(digits, Number)
  const sum = values.toReversed().reduce((total, value, place) => {
    const counted = place % 2 === 0 ? value : value * 2
    return total + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return sum % 10 === 0
}
