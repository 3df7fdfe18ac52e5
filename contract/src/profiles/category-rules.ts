import type { ErrorCode } from '../errors.ts'
import { hasUnsafeCharacters, isBlank, countLetters } from '../texts/sanitising.ts'
import { CATEGORY_LIMITS } from './categories.ts'
import { cleanCustomExpertise } from './expertise.ts'

export function checkCategoryLabel(label: string): ErrorCode | null {
  return checkText(label, CATEGORY_LIMITS.labelMax)
}

export function checkShortLabel(label: string): ErrorCode | null {
  return checkText(label, CATEGORY_LIMITS.shortLabelMax)
}

function checkText(text: string, max: number): ErrorCode | null {
  if (hasUnsafeCharacters(text)) return 'TEXT_INVALID'
  const cleaned = cleanCustomExpertise(text)
  if (isBlank(cleaned)) return 'CATEGORY_LABEL_REQUIRED'
  return countLetters(cleaned) > max ? 'CATEGORY_LABEL_TOO_LONG' : null
}

/** Suggests an id for a new category: the words of its label, in letters that addresses allow. */
export function suggestCategoryId(label: string): string {
  const words = label
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/u)
    .filter((word) => word !== '')
  return words.join('-').slice(0, CATEGORY_LIMITS.idMax).replace(/-+$/u, '')
}
