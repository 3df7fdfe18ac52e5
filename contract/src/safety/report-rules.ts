import type { ErrorCode } from '../errors.ts'
import { clean, hasUnsafeCharacters, isBlank, isOnlyMarkup, countLetters } from '../texts/sanitising.ts'
import { REPORT_LIMITS } from './report-limits.ts'

export const REPORT_SUBJECTS = ['profile', 'request', 'room', 'message', 'file', 'review', 'review_answer'] as const
export type ReportSubjectKind = (typeof REPORT_SUBJECTS)[number]

export const REPORT_CATEGORIES = ['spam', 'scam', 'harassment', 'illegal', 'other'] as const
export type ReportCategory = (typeof REPORT_CATEGORIES)[number]

function checkText(text: string, max: number): ErrorCode | null {
  if (hasUnsafeCharacters(text)) return 'TEXT_INVALID'
  const cleaned = clean(text)
  if (isOnlyMarkup(cleaned)) return 'ONLY_MARKUP'
  return countLetters(cleaned.text) > max ? 'TEXT_TOO_LONG' : null
}

export const checkReportText = (text: string): ErrorCode | null => checkText(text, REPORT_LIMITS.textMax)
export const checkReportLaw = (text: string): ErrorCode | null => checkText(text, REPORT_LIMITS.lawMax)

export function findMissingFields(report: {
  category: ReportCategory
  text?: string | undefined
  law?: string | undefined
}): ('text' | 'law')[] {
  const isEmpty = (text: string | undefined): boolean => text === undefined || isBlank(text)
  const missing: ('text' | 'law')[] = []
  if (report.category === 'illegal' && isEmpty(report.law)) missing.push('law')
  if ((report.category === 'illegal' || report.category === 'other') && isEmpty(report.text)) missing.push('text')
  return missing
}
