/** Our kinds of Stripe balance transactions. Unknown Stripe types are `other`. */
export const LEDGER_KINDS = [
  'payment',
  'fee',
  'fee_refund',
  'refund',
  'refund_failure',
  'transfer',
  'transfer_reversal',
  'dispute',
  'payout',
  'payout_failure',
  'topup',
  'reserve',
  'stripe_fee',
  'adjustment',
  'stripe_product',
  'other',
] as const
export type LedgerKind = (typeof LEDGER_KINDS)[number]

/** Accounts of the ledger. A positive amount is a debit: on `stripe_balance`, incoming money. */
export const LEDGER_ACCOUNTS = [
  'stripe_balance',
  'payments',
  /** Transfers to sellers, minus reversals. */
  'sellers',
  'platform_fees',
  /** Stripe's fees, and the taxes on them. */
  'stripe_fees',
  'stripe_taxes',
  'refunds',
  'disputes',
  'dispute_fees',
  'bank',
  'topups',
  'reserves',
  'adjustments',
  /** Loans, cards and other products that Stripe sells beside payments. */
  'stripe_products',
  'other',
] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

export const UNMATCHED_CHARGE_STATES = ['open', 'taken_in', 'ignored'] as const
export type UnmatchedChargeState = (typeof UNMATCHED_CHARGE_STATES)[number]

/** Outcomes of a reconciled charge: request settled, request recreated and settled, or nothing to settle. */
export const UNMATCHED_CHARGE_OUTCOMES = ['settled', 'rebuilt', 'noted'] as const
export type UnmatchedChargeOutcome = (typeof UNMATCHED_CHARGE_OUTCOMES)[number]
