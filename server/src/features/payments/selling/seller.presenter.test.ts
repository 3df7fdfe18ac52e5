import { describe, expect, it } from 'vitest'

import type { StripeProfile } from '../stripe-profile.repository.ts'
import { presentSeller } from './seller.presenter.ts'

const record = (changes: Partial<StripeProfile>): StripeProfile => ({
  id: '0199f3a0-7c1e-7a40-8f43-5d6f0c5b9a01',
  stripeCustomerId: null,
  stripeConnectAccountId: 'acct_1',
  transfersStatus: 'restricted',
  payoutsStatus: null,
  restrictedBy: null,
  requirementsDue: [],
  dueBy: null,
  atStake: null,
  readyAt: null,
  version: 1,
  hadAccount: false,
  ...changes,
})
const dueOf = (...requirementsDue: string[]) => presentSeller(record({ requirementsDue })).due

describe('a seller', () => {
  it('is inactive without an account, whatever the other fields contain', () => {
    expect(presentSeller(undefined)).toMatchObject({ status: 'inactive', due: [] })
    expect(
      presentSeller(record({ stripeConnectAccountId: null, transfersStatus: null, stripeCustomerId: 'cus_1' })),
    ).toEqual({
      stripeConnectAccountId: null,
      stripeCustomerId: 'cus_1',
      status: 'inactive',
      due: [],
      had_account: false,
    })
  })

  it('is ready only while transfers are active', () => {
    for (const transfersStatus of ['active', 'pending', 'restricted', 'rejected', 'unsupported', null] as const) {
      const { status } = presentSeller(record({ transfersStatus }))
      expect([transfersStatus, status]).toEqual([
        transfersStatus,
        transfersStatus === 'active' ? 'ready' : 'in_progress',
      ])
    }
  })

  it('may have requirements although ready', () => {
    const asked = record({ transfersStatus: 'active', requirementsDue: ['identity.individual.address'] })
    expect(presentSeller(asked)).toMatchObject({ status: 'ready', due: ['identity'] })
  })

  it('a seller without open requirements waits for Stripe’s review', () => {
    expect(presentSeller(record({ transfersStatus: 'pending' })).due).toEqual(['review'])
    expect(presentSeller(record({ transfersStatus: 'active' })).due).toEqual([])
    for (const transfersStatus of ['rejected', 'unsupported'] as const) {
      expect(presentSeller(record({ transfersStatus, requirementsDue: ['external_account'] })).due).toEqual(['refused'])
    }
  })
})

describe('what Stripe has stopped', () => {
  const ready = { readyAt: new Date(0), transfersStatus: 'active', payoutsStatus: 'active' } as const
  it.each<[string, Partial<StripeProfile>, object]>([
    ['is nothing while all is well', {}, { is_restricted: false, can_pay_out: true, at_stake: null }],
    [
      'is payouts where only they are',
      { payoutsStatus: 'restricted' },
      { is_restricted: true, can_pay_out: false, at_stake: 'payouts' },
    ],
    [
      'is being paid where that is, whatever else is',
      { transfersStatus: 'restricted', payoutsStatus: 'restricted' },
      { is_restricted: true, at_stake: 'transfers' },
    ],
    [
      'is nothing where payouts are only not on yet',
      { payoutsStatus: 'pending' },
      { is_restricted: false, can_pay_out: false },
    ],
    [
      'is nothing of who was never ready',
      { readyAt: null, transfersStatus: 'restricted', payoutsStatus: 'restricted' },
      { is_restricted: false },
    ],
    [
      'is nothing yet where there is a day by which to bring something',
      { dueBy: new Date('2031-12-03'), atStake: 'payouts', requirementsDue: ['individual.address'] },
      { is_restricted: false, due_by: '2031-12-03T00:00:00.000Z', at_stake: 'payouts' },
    ],
  ])('%s', (_what, changes, expected) =>
    expect(presentSeller(record({ ...ready, ...changes }))).toMatchObject(expected),
  )
})

describe('the requirements of Stripe', () => {
  it.each([
    ['identity.individual.given_name', 'identity'],
    ['identity.individual.documents.primary_verification', 'identity'],
    ['individual.verification.document', 'identity'],
    ['identity.business_details.registered_name', 'business'],
    ['business_profile.url', 'business'],
    ['defaults.profile.product_description', 'business'],
    ['configuration.recipient.default_outbound_destination', 'bank_account'],
    ['external_account', 'bank_account'],
    ['identity.attestations.terms_of_service.account', 'terms'],
    ['tos_acceptance.date', 'terms'],
    ['something.new', 'other'],
  ])('are named by topic: %s is %s', (requirement, due) => {
    expect(dueOf(requirement)).toEqual([due])
  })

  it('name each topic once', () => {
    expect(dueOf('individual.first_name', 'individual.last_name', 'external_account')).toEqual([
      'identity',
      'bank_account',
    ])
  })
})
