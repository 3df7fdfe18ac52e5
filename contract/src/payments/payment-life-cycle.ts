/** A payment request is pending, then completed or rejected for good (spec 4). */
export const PAYMENT_STATUSES = ['pending', 'completed', 'rejected'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** Reasons of a rejected request, shown in its texts. `cancelled` means that the contact ended. */
export const PAYMENT_ENDINGS = ['declined', 'withdrawn', 'cancelled', 'expired', 'failed'] as const
export type PaymentEnding = (typeof PAYMENT_ENDINGS)[number]

/** Reasons of a cancellation that the buyer did not cause. */
export type PaymentCancellation = Extract<PaymentEnding, 'withdrawn' | 'cancelled' | 'expired'>

/** Outcome that a buyer's client reports. The server checks the outcome at Stripe. */
export const PAYMENT_DECISIONS = ['completed', 'rejected'] as const satisfies readonly PaymentStatus[]
export type PaymentDecision = (typeof PAYMENT_DECISIONS)[number]

/** Life cycle of a seller: inactive, then in Stripe's onboarding, then able to receive money. */
export const SELLER_STATUSES = ['inactive', 'in_progress', 'ready'] as const
export type SellerStatus = (typeof SELLER_STATUSES)[number]

/** Stripe's requirements, in the detail that a seller needs. */
export const SELLER_DUE = ['identity', 'business', 'bank_account', 'terms', 'review', 'refused', 'other'] as const
export type SellerDue = (typeof SELLER_DUE)[number]

/** Capabilities that stop when a requirement passes its deadline: receiving payments, or payouts to the bank. */
export const SELLER_STAKES = ['transfers', 'payouts'] as const
export type SellerStake = (typeof SELLER_STAKES)[number]
