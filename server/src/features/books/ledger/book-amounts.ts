import type { LedgerAccount, LedgerKind } from '@kundig/contract/books/ledger-kinds'
import type { BookColumn } from '@kundig/contract/operations/book-columns'

/** Cents; a debit is positive. */
export interface LedgerSum {
  kind: LedgerKind
  account: LedgerAccount
  amount: number
}

export type MovedAmounts = Record<BookColumn | 'change', number>

/** Returns null for lines of the Stripe balance, which is the total of all other lines. */
function findBookColumn({ kind, account }: LedgerSum): BookColumn | null {
  switch (account) {
    case 'stripe_balance':
      return null
    case 'payments':
      return 'payments'
    case 'platform_fees':
      if (kind === 'fee') return 'fee'
      return kind === 'fee_refund' ? 'fee_returned' : 'other'
    case 'stripe_fees':
    case 'stripe_taxes':
      return 'stripe_cost'
    case 'refunds':
      return 'refunds'
    case 'disputes':
    case 'dispute_fees':
      return 'disputes'
    case 'sellers':
      return 'transfers'
    case 'bank':
      return 'payouts'
    default:
      return 'other'
  }
}

/** Converts ledger sums to changes of the Stripe balance, with the sign of contra accounts reversed. */
export function toBalanceChanges(sums: readonly LedgerSum[]): MovedAmounts {
  const amounts: MovedAmounts = {
    payments: 0,
    fee: 0,
    stripe_cost: 0,
    refunds: 0,
    fee_returned: 0,
    disputes: 0,
    transfers: 0,
    payouts: 0,
    other: 0,
    change: 0,
  }
  for (const sum of sums) {
    const column = findBookColumn(sum)
    if (column === null) amounts.change += sum.amount
    else amounts[column] -= sum.amount
  }
  return amounts
}
