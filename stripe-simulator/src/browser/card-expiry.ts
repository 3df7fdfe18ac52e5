import { keepDigits, type Edit, computeEditedDigits, findCaret } from './edited-text.ts'

const SIGN = ' / '

/**
 * Formats an expiry as `MM / YY` after an edit. A single-digit month gets a leading zero at a slash, or when no second
 * digit can follow. A year of four digits loses its century.
 * @param change `inputType` of the event
 */
export function editExpiry(edit: Edit, previous: string, change: string | undefined): Edit {
  const isDeletion = change?.startsWith('delete') ?? false
  const { digits: raw, before } = computeEditedDigits(edit, previous, change)
  const hasSlash = /^\D*1\s*[/\-.]/u.test(edit.text)
  const needsZero = !isDeletion && (/^[2-9]/u.test(raw) || /^1[3-9]/u.test(raw) || (hasSlash && raw.startsWith('1')))
  const digits = needsZero ? `0${raw}` : raw

  const month = digits.slice(0, 2)
  const typed = digits.slice(2)
  const year = /^20\d\d/u.test(typed) ? typed.slice(2, 4) : typed.slice(0, typed.startsWith('20') ? 4 : 2)
  // Adds the slash after a complete month, but not while the person deletes.
  const goesOn = year !== '' || (month.length === 2 && !isDeletion)
  const text = goesOn ? month + SIGN + year : month

  const count = before + (needsZero && before > 0 ? 1 : 0)
  const atEnd = count >= digits.length
  return { text, caret: atEnd ? text.length : findCaret(text, count) }
}

export function readExpiry(text: string): { month: number; year: number } | null {
  const digits = keepDigits(text)
  return digits.length === 4 ? { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) } : null
}

export function findExpiryProblem(
  text: string,
  now: Date,
): 'incomplete_expiry' | 'invalid_expiry_month' | 'invalid_expiry_month_past' | 'invalid_expiry_year_past' | null {
  const expiry = readExpiry(text)
  if (!expiry) return 'incomplete_expiry'
  const { month, year } = expiry
  if (month < 1 || month > 12) return 'invalid_expiry_month'
  if (year < now.getFullYear()) return 'invalid_expiry_year_past'
  return year === now.getFullYear() && month < now.getMonth() + 1 ? 'invalid_expiry_month_past' : null
}
