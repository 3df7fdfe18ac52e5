import { describe, expect, it } from 'vitest'

import { requireValidCard } from '../core/cards.ts'
import { findNumberProblem } from './card-number.ts'
import { OFFERED_CARDS, PUBLISHED_NUMBERS } from './published-cards.ts'

const NOW_MS = Date.UTC(2026, 10, 21)

describe('the test cards of the form', () => {
  it.each(['4242424242424242', '5555555555554444', '5200828282828210', '378282246310005'])(
    'contain %s from the top of Stripe’s page of test cards',
    (number) => {
      expect(PUBLISHED_NUMBERS.has(number)).toBe(true)
    },
  )

  it.each([...PUBLISHED_NUMBERS])('include %s, which the API accepts', (number) => {
    expect(findNumberProblem(number)).toBeNull()
    expect(requireValidCard({ number, exp_month: 12, exp_year: 2034, cvc: '123' }, NOW_MS, 'secret').last4).toBe(
      number.slice(-4),
    )
  })

  it('each appear once, with a name in both languages', () => {
    expect(new Set(OFFERED_CARDS.map(({ number }) => number)).size).toBe(OFFERED_CARDS.length)
    expect(OFFERED_CARDS.flatMap(({ name }) => [name.en, name.nl])).not.toContain('')
  })
})
