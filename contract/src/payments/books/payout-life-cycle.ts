/**
 * How far a payout to a seller's bank is, by Stripe's names. One that is paid can still fail, for some days, when the bank sends it
 * back.
 */
export const PAYOUT_STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]
