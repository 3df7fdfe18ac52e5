/**
 * Life cycle of a payout to a seller's bank, in Stripe's names. A paid payout can still fail for some days, when the
 * bank returns it.
 */
export const PAYOUT_STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]
