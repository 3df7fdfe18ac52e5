export const BOOK_RANGES = ['30_days', '90_days', '365_days', '12_months'] as const
export type BookRange = (typeof BOOK_RANGES)[number]

/** Columns of the books, in display order. */
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

export const UNMATCHED_CHARGES_MAX = 50
