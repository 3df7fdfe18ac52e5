import type { ErrorCode } from '../errors.ts'
import type { ReportSubjectKind } from '../safety/report-rules.ts'
import { clean, hasUnsafeCharacters, isBlank, isOnlyMarkup, countLetters } from '../texts/sanitising.ts'
import { OPERATIONS_LIMITS } from './operations-limits.ts'

export const MEASURES = [
  'nothing',
  'warn',
  'hide_profile',
  'remove_message',
  'remove_file',
  'remove_review',
  'suspend',
  'ban',
] as const
export type Measure = (typeof MEASURES)[number]

/** Kinds of decisions: a measure, or the reversal or upholding of an earlier decision. */
export const DECISION_KINDS = [...MEASURES, 'undo', 'uphold'] as const
export type DecisionKind = (typeof DECISION_KINDS)[number]

export const DECISION_GROUNDS = ['rules', 'law'] as const
export type DecisionGround = (typeof DECISION_GROUNDS)[number]

export function canApplyMeasure(measure: Measure, reported: ReportSubjectKind): boolean {
  if (measure === 'remove_message') return reported === 'message'
  if (measure === 'remove_file') return reported === 'file'
  if (measure === 'remove_review') return reported === 'review' || reported === 'review_answer'
  return true
}

function checkText(text: string, max: number): ErrorCode | null {
  if (isBlank(text)) return 'FIELD_REQUIRED'
  if (hasUnsafeCharacters(text)) return 'TEXT_INVALID'
  const cleaned = clean(text)
  if (isOnlyMarkup(cleaned)) return 'ONLY_MARKUP'
  return countLetters(cleaned.text) > max ? 'TEXT_TOO_LONG' : null
}

export const checkFacts = (text: string): ErrorCode | null => checkText(text, OPERATIONS_LIMITS.factsMax)
export const checkRule = (text: string): ErrorCode | null => checkText(text, OPERATIONS_LIMITS.ruleMax)

export function checkSuspensionDays(text: string): ErrorCode | null {
  if (text.trim() === '') return 'FIELD_REQUIRED'
  const days = /^\d{1,3}$/u.test(text.trim()) ? Number(text) : 0
  return days >= 1 && days <= OPERATIONS_LIMITS.suspensionMaxDays ? null : 'INVALID_INPUT'
}

export function findMissingDecisionFields(decision: {
  measure: Measure
  facts?: string | undefined
  rule?: string | undefined
  days?: number | undefined
}): ('facts' | 'rule' | 'days')[] {
  const missing: ('facts' | 'rule' | 'days')[] = []
  if (decision.measure === 'nothing') return missing
  if (decision.facts === undefined) missing.push('facts')
  if (decision.rule === undefined) missing.push('rule')
  if (decision.measure === 'suspend' && decision.days === undefined) missing.push('days')
  return missing
}
