/** What a movement of the Stripe balance is, in our words. What Stripe calls by a name that we do not know is `other`. */
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

/** The accounts that lines are posted to. A positive amount is a debit: of `stripe_balance` that is money that came in. */
export const LEDGER_ACCOUNTS = [
  'stripe_balance',
  /** What buyers paid. */
  'payments',
  /** What went on to sellers, less what was taken back from them. */
  'sellers',
  /** What the platform keeps. */
  'platform_fees',
  /** What Stripe takes, and the taxes on that. */
  'stripe_fees',
  'stripe_taxes',
  'refunds',
  'disputes',
  /** What Stripe takes for disputes. */
  'dispute_fees',
  /** What was paid out to the platform's bank, and what came from there. */
  'bank',
  'topups',
  'reserves',
  'adjustments',
  /** Loans, cards and the like, which Stripe sells beside payments. */
  'stripe_products',
  'other',
] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

/** What became of money that no payment here accounts for. */
export const UNKNOWN_PAYMENT_STATES = ['open', 'taken_in', 'ignored'] as const
export type UnknownPaymentState = (typeof UNKNOWN_PAYMENT_STATES)[number]

/** Of what was taken in: its request was settled, made anew and settled, or there was nothing to settle. */
export const UNKNOWN_PAYMENT_OUTCOMES = ['settled', 'rebuilt', 'noted'] as const
export type UnknownPaymentOutcome = (typeof UNKNOWN_PAYMENT_OUTCOMES)[number]
