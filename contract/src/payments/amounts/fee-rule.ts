import { PAYMENTS } from '../../limits.ts'

export interface FeeRule {
  /** In basis points: 500 are 5 %. */
  percent_bp: number
  fixed_cents: number
  /** In cents. */
  least_cents: number
}

export const NO_FEE: FeeRule = { percent_bp: 0, fixed_cents: 0, least_cents: 0 }

/** Maximum fee settings: half of a payment, and €100 for each fixed amount. */
export const FEE_LIMITS = { percentBpMax: 5000, centsMax: 10_000 } as const

/**
 * Computes the fee in cents: a percentage (half a cent rounds up) plus the fixed part, at least the minimum.
 * For small amounts, the fee can exceed the amount. From `computeSmallestValidAmount` on, the fee is lower.
 */
export function computeFee(
  amount: number,
  { percent_bp: percent, fixed_cents: fixed, least_cents: least }: FeeRule,
): number {
  return Math.max(least, Math.floor((amount * percent + 5000) / 10_000) + fixed)
}

/**
 * Computes the minimum amount of a payment request in cents. The seller keeps something, and the amount is neither
 * below the owner's minimum nor below Stripe's. The seller's share never falls as the amount rises, so every higher
 * amount is valid too.
 * @param minimum the owner's minimum, in cents
 */
export function computeSmallestValidAmount(rule: FeeRule, minimum: number): number {
  let below = Math.max(minimum, PAYMENTS.cardCentsMin) - 1
  let enough: number = PAYMENTS.centsMax
  while (enough - below > 1) {
    const middle = Math.floor((below + enough) / 2)
    if (computeFee(middle, rule) < middle) enough = middle
    else below = middle
  }
  return enough
}
