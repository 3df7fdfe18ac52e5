import type { Stripe } from 'stripe'

import type { Stored } from '../store/object-kinds.ts'
import { v1NamesOf } from './requirements.ts'

/** A connected account in the shape of the v1 API, which answers for accounts of the v2 API as well. */
export function v1AccountOf({ data, hidden }: Stored<'v2.core.account'>): Stripe.Account {
  const due = v1NamesOf(data.requirements?.entries?.map(({ description }) => description) ?? [])
  const transfers = data.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers
  const isActive = transfers?.status === 'active'
  const none = { alternatives: [], current_deadline: null, errors: [], past_due: [], pending_verification: [] }
  return {
    id: data.id,
    object: 'account',
    business_type: data.identity?.entity_type === 'company' ? 'company' : 'individual',
    capabilities:
      transfers === undefined
        ? {}
        : { transfers: isActive ? 'active' : transfers.status === 'pending' ? 'pending' : 'inactive' },
    charges_enabled: false,
    controller: {
      fees: { payer: 'application' },
      is_controller: true,
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: data.dashboard ?? 'none' },
      type: 'application',
    },
    country: data.identity?.country?.toUpperCase() ?? 'US',
    created: Math.floor(Date.parse(data.created) / 1000),
    default_currency: data.defaults?.currency ?? 'eur',
    details_submitted: hidden.detailsSubmitted,
    email: data.contact_email ?? null,
    future_requirements: { ...none, currently_due: [], disabled_reason: null, eventually_due: [] },
    metadata: data.metadata ?? {},
    payouts_enabled: isActive,
    requirements: {
      ...none,
      currently_due: due,
      disabled_reason: disabledReason(transfers?.status, due),
      eventually_due: due,
      past_due: due,
    },
    tos_acceptance: { date: null },
    type: 'none',
  }
}

function disabledReason(
  status: string | undefined,
  due: readonly string[],
): Stripe.Account.Requirements.DisabledReason | null {
  if (status === 'rejected') return 'rejected.other'
  if (status === 'pending') return 'requirements.pending_verification'
  return due.length > 0 ? 'requirements.past_due' : null
}
