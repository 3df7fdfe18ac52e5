import type { ErrorCode } from '@kundig/contract/errors'
import { computeFee, type FeeRule, computeSmallestValidAmount } from '@kundig/contract/payments/amounts/fee-rule'
import type { SiteSettings } from '@kundig/contract/site/site-settings'

export interface Fee {
  /** In cents. */
  feeAmount: number
  feeRule: FeeRule
}

/** Refuses an amount below the minimum (cents). */
export function findAmountRefusal(amount: number, settings: SiteSettings['fee']): ErrorCode | null {
  return amount < computeSmallestValidAmount(settings, settings.minimum_cents) ? 'AMOUNT_BELOW_LEAST' : null
}

export function computeCurrentFee(
  amount: number,
  { percent_bp, fixed_cents, least_cents }: Pick<SiteSettings['fee'], keyof FeeRule>,
): Fee {
  const feeRule = { percent_bp, fixed_cents, least_cents }
  return { feeAmount: computeFee(amount, feeRule), feeRule }
}
