import type { SellerDue, SellerStatus } from '@kundig/contract/payments/payment-life-cycle'
import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import type { StripeProfile } from '../stripe-profile.repository.ts'

/** Patterns of Stripe's requirements. The first match counts: `identity.business_details` is business. */
const DUE: readonly (readonly [RegExp, SellerDue])[] = [
  [/terms_of_service|tos_acceptance/u, 'terms'],
  [/external_account|bank_account|outbound_destination|payout/u, 'bank_account'],
  [/business|company|profile|\bmcc\b/u, 'business'],
  [/identity|individual|person|representative|owner|director|executive|document|verification/u, 'identity'],
]

function toRequirementTopic(requirement: string): SellerDue {
  return DUE.find(([names]) => names.test(requirement))?.[1] ?? 'other'
}

function toStatus({ stripeConnectAccountId, transfersStatus }: StripeProfile): SellerStatus {
  if (stripeConnectAccountId === null) return 'inactive'
  return transfersStatus === 'active' ? 'ready' : 'in_progress'
}

const STOPPED: readonly (string | null)[] = ['restricted', 'rejected', 'unsupported']

const WITHOUT_ACCOUNT: SellerAccount = {
  stripeConnectAccountId: null,
  stripeCustomerId: null,
  status: 'inactive',
  due: [],
}

/** Presents a seller's account to its owner only. */
export function presentSeller(
  record: StripeProfile | undefined,
  failedPayout: SellerAccount['failed_payout'] = null,
): SellerAccount {
  if (!record) return WITHOUT_ACCOUNT
  const { stripeConnectAccountId, stripeCustomerId, transfersStatus, payoutsStatus, requirementsDue } = record
  const status = toStatus(record)
  if (status === 'inactive') return { ...WITHOUT_ACCOUNT, stripeCustomerId, had_account: record.hadAccount }
  const asked = [...new Set(requirementsDue.map(toRequirementTopic))]
  const refused = transfersStatus === 'rejected' || transfersStatus === 'unsupported'
  // A seller who is not ready, but has no requirements, waits for Stripe's review.
  const waiting = status === 'in_progress' && transfersStatus !== null && asked.length === 0
  const due: SellerDue[] = refused ? ['refused'] : waiting ? ['review'] : asked
  // Payouts that were never enabled do not count as stopped. A seller who was never ready is not restricted.
  const isStopped = transfersStatus !== 'active' || STOPPED.includes(payoutsStatus)
  const isRestricted = record.readyAt !== null && isStopped
  return {
    stripeConnectAccountId,
    stripeCustomerId,
    status,
    due,
    due_by: record.dueBy?.toISOString() ?? null,
    at_stake: isRestricted ? (transfersStatus === 'active' ? 'payouts' : 'transfers') : record.atStake,
    is_restricted: isRestricted,
    can_pay_out: payoutsStatus === null ? null : payoutsStatus === 'active',
    failed_payout: failedPayout,
  }
}
