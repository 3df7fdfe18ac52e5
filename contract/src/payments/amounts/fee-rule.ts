import { PAYMENTS } from '../../limits.ts'

/** How the platform's fee is found: a percentage and a fixed part, and no less than the least fee. */
export interface FeeRule {
  /** In basis points: 500 are 5 %. */
  percent_bp: number
  /** Added to the percentage, in cents. */
  fixed_cents: number
  /** In cents. */
  least_cents: number
}

/** No fee. */
export const NO_FEE: FeeRule = { percent_bp: 0, fixed_cents: 0, least_cents: 0 }

/** What can be set: half of a payment, and €100. */
export const FEE_LIMITS = { percentBpMax: 5000, centsMax: 10_000 } as const

/**
 * The platform's fee of a payment in cents: the percentage, rounded to the nearest cent (half a cent up), and the fixed part;
 * no less than the least fee. It may reach the amount: `leastAmount` says from where on it does not.
 * @param amount what the buyer pays, in cents
 */
export function feeOf(
  amount: number,
  { percent_bp: percent, fixed_cents: fixed, least_cents: least }: FeeRule,
): number {
  return Math.max(least, Math.floor((amount * percent + 5000) / 10_000) + fixed)
}

/**
 * The least amount that can be asked for, in cents: something is left for the seller, and it is neither below the owner's
 * minimum nor below Stripe's.
 * What the seller receives never falls as the amount rises, so all from there on can be asked for.
 * @param minimum the owner's minimum, in cents
 */
export function leastAmount(rule: FeeRule, minimum: number): number {
  let below = Math.max(minimum, PAYMENTS.cardCentsMin) - 1
  let enough: number = PAYMENTS.centsMax
  while (enough - below > 1) {
    const middle = Math.floor((below + enough) / 2)
    if (feeOf(middle, rule) < middle) enough = middle
    else below = middle
  }
  return enough
}
