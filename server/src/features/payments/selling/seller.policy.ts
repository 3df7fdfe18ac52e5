import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import type { CapabilityStatus } from '../../../tables/payments.ts'

/** True while the account needs something from its seller. */
export const waitsForSeller = ({ due }: SellerAccount): boolean => due.some((wanted) => wanted !== 'review')

const isNewlyRestricted = (before: SellerAccount, after: SellerAccount): boolean =>
  (before.status === 'ready' && after.status !== 'ready') ||
  // An unread payout state (null) is no change.
  (before.can_pay_out === true && after.can_pay_out === false)

/** True for a new or earlier deadline. */
const hasNewDeadline = ({ due_by: before }: SellerAccount, { due_by: after }: SellerAccount): boolean =>
  typeof after === 'string' && (typeof before !== 'string' || after < before)

/**
 * True when the account needs something new from its seller: a first requirement, a new deadline, or payments or
 * payouts stopped for lack of it. False during onboarding, which the seller is busy with.
 * @param transfersBefore null before Stripe's first state of the account
 */
export function hasNewRequirement(
  before: SellerAccount,
  after: SellerAccount,
  transfersBefore: CapabilityStatus | null,
): boolean {
  if (transfersBefore === null || !waitsForSeller(after)) return false
  return !waitsForSeller(before) || isNewlyRestricted(before, after) || hasNewDeadline(before, after)
}
