import type { Stripe } from 'stripe'

import { INCLUDED } from './account-state.ts'

/**
 * Country of sellers' accounts, which Stripe never changes. Sellers must be in the platform's region (Stripe's
 * documents on destination charges), and this platform is Dutch.
 */
const COUNTRY = 'NL'
/** Most sellers are individuals. A company can correct this in Stripe's form. */
const ENTITY_TYPE = 'individual'

export function buildAccountParams(
  email: string,
  displayName: string,
  metadata: Record<string, string>,
): Stripe.V2.Core.AccountCreateParams {
  return {
    contact_email: email,
    display_name: displayName,
    dashboard: 'express',
    identity: { country: COUNTRY, entity_type: ENTITY_TYPE },
    configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
    defaults: {
      currency: 'eur',
      responsibilities: { fees_collector: 'application', losses_collector: 'application' },
    },
    metadata,
    include: [...INCLUDED],
  }
}

export function buildOnboardingLinkParams(account: string, base: string): Stripe.V2.Core.AccountLinkCreateParams {
  return {
    account,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: { refresh_url: `${base}/stripe/refresh`, return_url: `${base}/stripe/return` },
    },
  }
}
