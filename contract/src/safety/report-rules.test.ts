import { expect, it } from 'vitest'

import { REPORT_LIMITS } from './report-limits.ts'
import { checkReportLaw, checkReportText, missingOf } from './report-rules.ts'

it('asks for a text where a category says too little, and for the law where something is illegal', () => {
  expect(missingOf({ category: 'spam' })).toEqual([])
  expect(missingOf({ category: 'scam' })).toEqual([])
  expect(missingOf({ category: 'harassment', text: '' })).toEqual([])
  expect(missingOf({ category: 'other', text: ' \u200B' })).toEqual(['text'])
  expect(missingOf({ category: 'illegal' })).toEqual(['law', 'text'])
  expect(missingOf({ category: 'illegal', text: 'It is copied', law: 'Copyright' })).toEqual([])
})

it('refuses what is too long, unsound or nothing but markup', () => {
  expect(checkReportText('é'.repeat(REPORT_LIMITS.textMax))).toBeNull()
  expect(checkReportText('a'.repeat(REPORT_LIMITS.textMax + 1))).toBe('TEXT_TOO_LONG')
  expect(checkReportLaw('a'.repeat(REPORT_LIMITS.lawMax + 1))).toBe('TEXT_TOO_LONG')
  expect(checkReportText('\u202Eback to front')).toBe('TEXT_INVALID')
  expect(checkReportText('<b></b>')).toBe('ONLY_MARKUP')
})
