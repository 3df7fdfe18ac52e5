import { expect, it } from 'vitest'

import { checkFacts, checkRule, MEASURES, findMissingDecisionFields, canApplyMeasure } from './decision-rules.ts'
import { OPERATIONS_LIMITS } from './operations-limits.ts'

it('every decision except “nothing” requires facts and a rule', () => {
  for (const measure of MEASURES) {
    const missing = findMissingDecisionFields({ measure })
    const expected = { nothing: [], suspend: ['facts', 'rule', 'days'] }[measure as string] ?? ['facts', 'rule']
    expect([measure, missing]).toEqual([measure, expected])
    expect(findMissingDecisionFields({ measure, facts: 'What happened', rule: 'Our rules', days: 7 })).toEqual([])
  }
})

it('removal is offered only for reported messages and files', () => {
  const offered = (kind: Parameters<typeof canApplyMeasure>[1]) =>
    MEASURES.filter((measure) => canApplyMeasure(measure, kind))
  const always = ['nothing', 'warn', 'hide_profile', 'suspend', 'ban']
  expect(offered('profile')).toEqual(always)
  expect(offered('room')).toEqual(always)
  expect(offered('request')).toEqual(always)
  expect(offered('message').toSorted()).toEqual([...always, 'remove_message'].toSorted())
  expect(offered('file').toSorted()).toEqual([...always, 'remove_file'].toSorted())
})

it('the reason for a decision must be visible text within the maximum length', () => {
  expect(checkFacts('é'.repeat(OPERATIONS_LIMITS.factsMax))).toBeNull()
  expect(checkFacts('a'.repeat(OPERATIONS_LIMITS.factsMax + 1))).toBe('TEXT_TOO_LONG')
  expect(checkRule('a'.repeat(OPERATIONS_LIMITS.ruleMax + 1))).toBe('TEXT_TOO_LONG')
  expect(checkFacts(' \u200B ')).toBe('FIELD_REQUIRED')
  expect(checkFacts('\u202Eback to front')).toBe('TEXT_INVALID')
  expect(checkRule('<b></b>')).toBe('ONLY_MARKUP')
})
