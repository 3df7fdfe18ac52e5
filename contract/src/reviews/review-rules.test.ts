import { describe, expect, it } from 'vitest'

import { checkRating, checkReviewAnswer, checkReviewText, cleanReviewText, computeMean } from './review-rules.ts'

describe('ratings', () => {
  it.each([1, 5])('%s is accepted', (rating) => {
    expect(checkRating(rating)).toBe(null)
  })
  it.each([0, 6, 4.5, -1, Number.NaN])('%s is refused', (rating) => {
    expect(checkRating(rating)).toBe('RATING_INVALID')
  })
})

it('texts have at most 500 characters', () => {
  expect(checkReviewText('🦉'.repeat(500))).toBe(null)
  expect(checkReviewText('x'.repeat(501))).toBe('TEXT_TOO_LONG')
})

it('blank review texts are stored as null, blank answers are refused', () => {
  expect(cleanReviewText(' \u200B ')).toBe(null)
  expect(checkReviewAnswer(' ')).toBe('FIELD_REQUIRED')
})

it('mean ratings have one decimal', () => {
  expect(computeMean({ count: 3, sum: 14 })).toBe(4.7)
})
