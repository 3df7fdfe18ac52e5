import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import type { TransfersStatus } from '../../tables.ts'

const waitsForSeller = ({ due }: SellerAccount): boolean => due.some((wanted) => wanted !== 'review')

/**
 * Whether a seller is to be told that their account wants something: when it did not before. Who is only just becoming a
 * seller is at it.
 * @param transfersBefore null until Stripe said something of the account
 */
export function newlyWantsSomething(
  before: SellerAccount,
  after: SellerAccount,
  transfersBefore: TransfersStatus | null,
): boolean {
  return transfersBefore !== null && !waitsForSeller(before) && waitsForSeller(after)
}
