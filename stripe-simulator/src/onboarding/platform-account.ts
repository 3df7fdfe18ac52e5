import type { Stripe } from 'stripe'

import type { Transaction } from '../core/sql.ts'

export function toPlatformAccount({ platform }: Transaction): Stripe.Account {
  return {
    id: platform,
    object: 'account',
    business_profile: null,
    business_type: 'company',
    capabilities: { card_payments: 'active', transfers: 'active' },
    charges_enabled: true,
    controller: { type: 'account' },
    country: 'NL',
    default_currency: 'eur',
    details_submitted: true,
    email: 'platform@example.com',
    metadata: {},
    payouts_enabled: true,
    settings: null,
    type: 'standard',
  }
}
