import type { SellerDue, SellerStatus } from '@kundig/contract/payments/payment-life-cycle'
import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import type { UserRecord } from '../user-record.repository.ts'

/** Stripe's names of requirements, in the order in which they are tried: `identity.business_details` is business. */
const DUE: readonly (readonly [RegExp, SellerDue])[] = [
  [/terms_of_service|tos_acceptance/u, 'terms'],
  [/external_account|bank_account|outbound_destination|payout/u, 'bank_account'],
  [/business|company|profile|\bmcc\b/u, 'business'],
  [/identity|individual|person|representative|owner|director|executive|document|verification/u, 'identity'],
]

function dueOf(requirement: string): SellerDue {
  return DUE.find(([names]) => names.test(requirement))?.[1] ?? 'other'
}

function statusOf({ stripeConnectAccountId, transfersStatus }: UserRecord): SellerStatus {
  if (stripeConnectAccountId === null) return 'inactive'
  return transfersStatus === 'active' ? 'ready' : 'in_progress'
}

/** A person's record with Stripe, for its owner alone. */
export function presentSeller(record: UserRecord | undefined): SellerAccount {
  if (!record) return { stripeConnectAccountId: null, stripeCustomerId: null, status: 'inactive', due: [] }
  const { stripeConnectAccountId, stripeCustomerId, transfersStatus, requirementsDue } = record
  const status = statusOf(record)
  const asked = [...new Set(requirementsDue.map(dueOf))]
  const refused = transfersStatus === 'rejected' || transfersStatus === 'unsupported'
  // Nothing left for the person to do, and not ready: it is Stripe's turn.
  const waiting = status === 'in_progress' && transfersStatus !== null && asked.length === 0
  const due: SellerDue[] = refused ? ['refused'] : waiting ? ['review'] : asked
  return { stripeConnectAccountId, stripeCustomerId, status, due }
}
