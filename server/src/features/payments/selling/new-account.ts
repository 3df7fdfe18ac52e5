import type { Stripe } from 'stripe'

import { INCLUDED } from './account-state.ts'

/**
 * Where a new account is. Stripe never lets it be changed later, and sellers have to be in the platform's own region
 * (Stripe's documents on destination charges): this platform is Dutch, as its languages and its euros are.
 */
const COUNTRY = 'NL'
/** Who sells their own knowledge is a person, mostly; whoever is a company says so to Stripe when asked. */
const ENTITY_TYPE = 'individual'

/** A seller's account as Stripe is asked for it: a recipient of transfers, with an Express dashboard. */
export function newAccount(
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

/** The form in which a seller tells Stripe who they are. @param base where people reach us */
export function onboardingLink(account: string, base: string): Stripe.V2.Core.AccountLinkCreateParams {
  return {
    account,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: { refresh_url: `${base}/stripe/refresh`, return_url: `${base}/stripe/return` },
    },
  }
}
