/** The life of a payment request (spec 4): pending, then decided for good. */
export const PAYMENT_STATUSES = ['pending', 'completed', 'rejected'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/**
 * What ended a rejected request, beside its status: its buyer declined it, its seller withdrew it, contact between the two
 * ended (`cancelled`), its time was over, or the payment failed. It decides the words.
 */
export const PAYMENT_ENDINGS = ['declined', 'withdrawn', 'cancelled', 'expired', 'failed'] as const
export type PaymentEnding = (typeof PAYMENT_ENDINGS)[number]

/** Why a payment is cancelled when that is not its buyer's doing. */
export type PaymentCancellation = Extract<PaymentEnding, 'withdrawn' | 'cancelled' | 'expired'>

/** What a buyer may claim a request has become; the server looks for itself. */
export const PAYMENT_DECISIONS = ['completed', 'rejected'] as const satisfies readonly PaymentStatus[]
export type PaymentDecision = (typeof PAYMENT_DECISIONS)[number]

/** The life of a seller: inactive, then on the way through Stripe's questions, then able to receive money. */
export const SELLER_STATUSES = ['inactive', 'in_progress', 'ready'] as const
export type SellerStatus = (typeof SELLER_STATUSES)[number]

/** What Stripe may still want of a seller, in as many words as a person needs. */
export const SELLER_DUE = ['identity', 'business', 'bank_account', 'terms', 'review', 'refused', 'other'] as const
export type SellerDue = (typeof SELLER_DUE)[number]

/** What stops when a seller does not bring in time what Stripe wants: being paid, or getting the money out to the bank. */
export const SELLER_STAKES = ['transfers', 'payouts'] as const
export type SellerStake = (typeof SELLER_STAKES)[number]
