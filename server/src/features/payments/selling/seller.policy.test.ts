import { describe, expect, it } from 'vitest'

import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import { hasNewRequirement } from './seller.policy.ts'

const account = (status: SellerAccount['status'], due: SellerAccount['due']): SellerAccount => ({
  stripeConnectAccountId: 'acct_1',
  stripeCustomerId: null,
  status,
  due,
})
const ready = account('ready', [])
const readyForNow = account('ready', ['identity'])
const restricted = account('in_progress', ['identity'])
const reviewed = account('in_progress', ['review'])

describe('a seller is notified of a new requirement of their account', () => {
  it.each([
    ['where it wanted nothing', ready, readyForNow],
    ['where it wanted nothing and is restricted at once', ready, restricted],
    ['where Stripe was at it', reviewed, restricted],
    ['where nothing can be paid to it any more, though it wanted the same before', readyForNow, restricted],
    ['where it wants the same by a day', readyForNow, { ...readyForNow, due_by: '2031-12-03T00:00:00.000Z' }],
    [
      'where it wants it by an earlier day',
      { ...readyForNow, due_by: '2031-12-03T00:00:00.000Z' },
      { ...readyForNow, due_by: '2031-11-03T00:00:00.000Z' },
    ],
    [
      'where nothing gets out to their bank any more',
      { ...readyForNow, can_pay_out: true },
      { ...readyForNow, can_pay_out: false },
    ],
    ['where it is refused', ready, account('in_progress', ['refused'])],
  ])('%s', (_when, before, after) => expect(hasNewRequirement(before, after, 'active')).toBe(true))
})

describe('a seller is not notified', () => {
  it.each([
    ['twice of the same', restricted, account('in_progress', ['identity', 'bank_account'])],
    ['of what Stripe does by itself', ready, reviewed],
    [
      'that it has more time',
      { ...readyForNow, due_by: '2031-11-03T00:00:00.000Z' },
      { ...readyForNow, due_by: '2031-12-03T00:00:00.000Z' },
    ],
    ['of payouts that were not read before', readyForNow, { ...readyForNow, can_pay_out: false }],
    ['once all is well', restricted, ready],
    ['that it can be paid to again, for now', restricted, readyForNow],
  ])('%s', (_when, before, after) => expect(hasNewRequirement(before, after, 'active')).toBe(false))

  it('sellers are not notified of requirements during onboarding', () =>
    expect(hasNewRequirement(account('inactive', []), restricted, null)).toBe(false))
})
