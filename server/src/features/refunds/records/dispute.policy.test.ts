import { array, assert, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'

import { computeReversedFee, decideNextStep, computeResendAmount, computeReversal } from './dispute.policy.ts'

const ROW = {
  status: 'needs_response',
  paymentRequestId: 'p',
  reversalAmount: null,
  stripeReversalId: null,
  stripeResendId: null,
  feeReturned: 0,
  evidence: null,
} as const

describe('the next step of a dispute', () => {
  test.each([
    ['a bank that took the money', {}, 'reverse'],
    ['one lost before its first event', { status: 'lost' }, 'reverse'],
    ['one that only asks', { status: 'warning_needs_response' }, null],
    ['an unmatched payment', { paymentRequestId: null }, null],
    ['what is reversed', { reversalAmount: 5, stripeReversalId: 'trr' }, null],
    ['nothing that could be reversed', { reversalAmount: 0 }, null],
    ['won, and nothing was reversed', { status: 'won' }, null],
    ['won, with an unknown reversal', { status: 'won', reversalAmount: 5 }, 'look_for_reversal'],
    ['won after it was reversed', { status: 'won', reversalAmount: 5, stripeReversalId: 'trr' }, 'resend'],
    ['sent again', { status: 'won', reversalAmount: 5, stripeReversalId: 'trr', stripeResendId: 'tr' }, null],
    ['evidence that Stripe does not have', { evidence: {} }, 'submit'],
    ['evidence that came too late', { evidence: {}, status: 'under_review', reversalAmount: 0 }, null],
  ] as const)('%s: %s', (_name, change, step) => {
    expect(decideNextStep({ ...ROW, ...change })).toBe(step)
  })

  test('repeated disputes never reverse more than the transfer', () => {
    assert(
      property(
        integer({ min: 50, max: 50_000 }),
        integer({ min: 0, max: 100 }),
        array(integer({ min: 1, max: 60_000 }), { maxLength: 12 }),
        (paid, percent, amounts) => {
          const fee = Math.floor(((paid - 1) * percent) / 100)
          let amountReversed = 0
          let returned = 0
          for (const amount of amounts) {
            const back = computeReversal({ amount }, { amount: paid, amountReversed })
            const feeReturned = computeReversedFee(fee, back, paid)
            expect(back).toBeGreaterThanOrEqual(0)
            expect(back).toBeLessThanOrEqual(amount)
            expect(feeReturned).toBeLessThanOrEqual(back)
            amountReversed += back
            returned += feeReturned
            expect(computeResendAmount({ reversalAmount: back, feeReturned }) + feeReturned).toBe(back)
          }
          expect(amountReversed).toBeLessThanOrEqual(paid)
          expect(returned).toBeLessThanOrEqual(fee)
        },
      ),
    )
  })
})
