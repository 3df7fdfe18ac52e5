import { expect, it } from 'vitest'

import { REPORT_LIMITS } from './report-limits.ts'
import { checkReportLaw, checkReportText, findMissingFields } from './report-rules.ts'

it('a report of illegal content must name the law and describe the content', () => {
  expect(findMissingFields({ category: 'spam' })).toEqual([])
  expect(findMissingFields({ category: 'scam' })).toEqual([])
  expect(findMissingFields({ category: 'harassment', text: '' })).toEqual([])
  expect(findMissingFields({ category: 'other', text: ' \u200B' })).toEqual(['text'])
  expect(findMissingFields({ category: 'illegal' })).toEqual(['law', 'text'])
  expect(findMissingFields({ category: 'illegal', text: 'It is copied', law: 'Copyright' })).toEqual([])
})

it('refuses texts that are too long, invalid or only markup', () => {
  expect(checkReportText('é'.repeat(REPORT_LIMITS.textMax))).toBeNull()
  expect(checkReportText('a'.repeat(REPORT_LIMITS.textMax + 1))).toBe('TEXT_TOO_LONG')
  expect(checkReportLaw('a'.repeat(REPORT_LIMITS.lawMax + 1))).toBe('TEXT_TOO_LONG')
  expect(checkReportText('\u202Eback to front')).toBe('TEXT_INVALID')
  expect(checkReportText('<b></b>')).toBe('ONLY_MARKUP')
})
