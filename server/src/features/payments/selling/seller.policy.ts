import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import type { CapabilityStatus } from '../../../tables/payments.ts'

export const waitsForSeller = ({ due }: SellerAccount): boolean => due.some((wanted) => wanted !== 'review')

const isNewlyRestricted = (before: SellerAccount, after: SellerAccount): boolean =>
  (before.status === 'ready' && after.status !== 'ready') ||
  // An unknown payout state (null) does not count as a change.
  (before.can_pay_out === true && after.can_pay_out === false)

const hasNewDeadline = ({ due_by: before }: SellerAccount, { due_by: after }: SellerAccount): boolean =>
  typeof after === 'string' && (typeof before !== 'string' || after < before)

/** False during onboarding, when `transfersBefore` is null. */
export function hasNewRequirement(
  before: SellerAccount,
  after: SellerAccount,
  transfersBefore: CapabilityStatus | null,
): boolean {
  if (transfersBefore === null || !waitsForSeller(after)) return false
  return !waitsForSeller(before) || isNewlyRestricted(before, after) || hasNewDeadline(before, after)
}
