import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import type { CapabilityStatus } from '../../../tables/payments.ts'

/** Whether the account waits for something of its seller. */
export const waitsForSeller = ({ due }: SellerAccount): boolean => due.some((wanted) => wanted !== 'review')

const isNewlyRestricted = (before: SellerAccount, after: SellerAccount): boolean =>
  (before.status === 'ready' && after.status !== 'ready') ||
  // Of an account whose payouts were not read before, nothing is new.
  (before.can_pay_out === true && after.can_pay_out === false)

/** What was wanted one day is wanted by a day, or by an earlier one. */
const hasNewDeadline = ({ due_by: before }: SellerAccount, { due_by: after }: SellerAccount): boolean =>
  typeof after === 'string' && (typeof before !== 'string' || after < before)

/**
 * Whether a seller is to be told that their account wants something: when it did not before, when it
 * wants it by a day, or when nothing can be paid to it or out of it any more for want of that. Who is only just becoming a seller is at it.
 * @param transfersBefore null until Stripe said something of the account
 */
export function newlyWantsSomething(
  before: SellerAccount,
  after: SellerAccount,
  transfersBefore: CapabilityStatus | null,
): boolean {
  if (transfersBefore === null || !waitsForSeller(after)) return false
  return !waitsForSeller(before) || isNewlyRestricted(before, after) || hasNewDeadline(before, after)
}
