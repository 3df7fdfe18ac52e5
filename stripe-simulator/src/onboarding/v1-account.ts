import type { Stripe } from 'stripe'

import type { Stored } from '../store/object-kinds.ts'
import { toV1RequirementNames } from './requirements.ts'
import type { Urgency } from './requirements.ts'

/** Converts a v2 account to the v1 API, which also returns v2 accounts. */
export function toV1Account({ data, hidden }: Stored<'v2.core.account'>): Stripe.Account {
  const entries = data.requirements?.entries ?? []
  const named = (...urgencies: Urgency[]) =>
    toV1RequirementNames(
      entries
        .filter(({ minimum_deadline: { status } }) => urgencies.includes(status))
        .map(({ description }) => description),
    )
  const transfers = data.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers
  const payouts = data.configuration?.recipient?.capabilities?.stripe_balance?.payouts ?? transfers
  const time = data.requirements?.summary?.minimum_deadline?.time
  const deadline = time === undefined ? null : Math.floor(Date.parse(time) / 1000)
  // Without a deadline, missing requirements block the account's capabilities.
  const pastDue = deadline === null ? named('past_due', 'currently_due') : named('past_due')
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
    payouts_enabled: payouts?.status === 'active',
    requirements: {
      ...none,
      current_deadline: deadline,
      currently_due: named('past_due', 'currently_due'),
      disabled_reason: findDisabledReason([transfers?.status, payouts?.status], pastDue),
      eventually_due: named('past_due', 'currently_due', 'eventually_due'),
      past_due: pastDue,
    },
    tos_acceptance: { date: null },
    type: 'none',
  }
}

function findDisabledReason(
  statuses: readonly (string | undefined)[],
  pastDue: readonly string[],
): Stripe.Account.Requirements.DisabledReason | null {
  if (statuses.includes('rejected')) return 'rejected.other'
  if (pastDue.length > 0) return 'requirements.past_due'
  if (statuses.includes('pending')) return 'requirements.pending_verification'
  return statuses.includes('restricted') ? 'other' : null
}
