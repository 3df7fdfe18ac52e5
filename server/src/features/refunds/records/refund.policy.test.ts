import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { REFUND_STATUSES } from '@kundig/contract/refunds/refund-life-cycle'

import {
  pickExcessRefunds,
  isNewerRefundState,
  isUnsent,
  computeRefundableAmount,
  computeShareToResend,
} from './refund.policy.ts'
import type { RefundRow } from './refund.repository.ts'

const row = (refund: Partial<RefundRow>): RefundRow => ({
  id: 'r',
  paymentRequestId: 'p',
  clientId: null,
  amount: 100,
  reason: '',
  madeBy: 'seller',
  status: 'pending',
  stripeRefundId: null,
  fromSeller: true,
  withFee: false,
  failure: null,
  takenAmount: 100,
  takenFee: 0,
  resendAmount: null,
  resendRound: 0,
  resendTries: 0,
  stripeResendId: null,
  retakenBy: null,
  waitsForMoney: false,
  checkAt: null,
  checks: 0,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  ...refund,
})
const anyRefund = fc
  .record({
    id: fc.uuid(),
    amount: fc.integer({ min: 1, max: 5000 }),
    status: fc.constantFrom(...REFUND_STATUSES),
    stripeRefundId: fc.constantFrom(null, 're_1'),
  })
  .map(row)

it('a refund made in Stripe cancels only as many of our unsent refunds as necessary', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.array(anyRefund, { maxLength: 12 }), (amount, refunds) => {
      const ended = pickExcessRefunds({ amount }, refunds)
      expect(ended.every(isUnsent)).toBe(true)
      const stay = refunds.filter((refund) => !ended.includes(refund))
      expect(computeRefundableAmount({ amount }, stay) >= 0 || !stay.some(isUnsent)).toBe(true)
      expect(ended.slice(-1).every((last) => computeRefundableAmount({ amount }, [...stay, last]) < 0)).toBe(true)
      const unsent = refunds.filter(isUnsent).toReversed()
      expect(ended).toEqual(unsent.slice(0, ended.length))
    }),
  )
})

it('a refund read late or twice changes nothing', () => {
  const at = (status: RefundRow['status']) => row({ status, stripeRefundId: 're_1' })
  for (const [at0, later] of [
    ['pending', 'succeeded'],
    ['pending', 'failed'],
    ['pending', 'canceled'],
    ['succeeded', 'failed'],
  ] as const) {
    expect(isNewerRefundState(at(at0), at(later))).toBe(true)
    expect(isNewerRefundState(at(later), at(at0))).toBe(false)
    expect(isNewerRefundState(at(later), at(later))).toBe(false)
  }
  expect(isNewerRefundState(row({ status: 'canceled' }), at('succeeded'))).toBe(true)
})

it('the seller gets a failed refund back, minus the disputed amount', () => {
  const failed = (id: string, takenAmount: number) => row({ id, status: 'failed', takenAmount })
  const refunds = [failed('a', 30), row({ id: 'b', status: 'succeeded' }), failed('c', 40)]
  const dispute = { amount: 100, reversalAmount: 60, stripeReversalId: 'trr', status: 'lost' } as const
  const shares = (...disputes: Parameters<typeof computeShareToResend>[2]) =>
    ['a', 'b', 'c'].map((id) => computeShareToResend(id, refunds, disputes))
  expect(shares()).toEqual([30, 0, 40])
  expect(shares(dispute)).toEqual([0, 0, 30])
  expect(shares({ ...dispute, status: 'won' }, { ...dispute, reversalAmount: 100 })).toEqual([30, 0, 40])
  expect(shares({ ...dispute, status: 'under_review' })).toEqual([null, null, null])
  expect(shares({ ...dispute, stripeReversalId: null })).toEqual([null, null, null])
})
