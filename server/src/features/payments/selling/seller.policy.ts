import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import type { TransfersStatus } from '../../../tables.ts'

const waitsForSeller = ({ due }: SellerAccount): boolean => due.some((wanted) => wanted !== 'review')

const isNewlyRestricted = (before: SellerAccount, after: SellerAccount): boolean =>
  before.status === 'ready' && after.status !== 'ready'

/**
 * Whether a seller is to be told that their account wants something: when it did not before, or nothing can be paid to it
 * any more for want of that. Who is only just becoming a seller is at it.
 * @param transfersBefore null until Stripe said something of the account
 */
export function newlyWantsSomething(
  before: SellerAccount,
  after: SellerAccount,
  transfersBefore: TransfersStatus | null,
): boolean {
  if (transfersBefore === null || !waitsForSeller(after)) return false
  return !waitsForSeller(before) || isNewlyRestricted(before, after)
}
