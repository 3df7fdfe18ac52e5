/** What can be looked at: so many days, or so many months. */
export const BOOK_RANGES = ['30_days', '90_days', '365_days', '12_months'] as const
export type BookRange = (typeof BOOK_RANGES)[number]

/** What moves the Stripe balance, in the order in which it is shown. */
export const BOOK_COLUMNS = [
  'payments',
  'fee',
  'stripe_cost',
  'refunds',
  'fee_returned',
  'disputes',
  'transfers',
  'payouts',
  'other',
] as const
export type BookColumn = (typeof BOOK_COLUMNS)[number]

/** So many payments that nobody here knows are shown. */
export const UNKNOWN_PAYMENTS_SHOWN = 50
