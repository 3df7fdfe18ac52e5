import type { ErrorCode } from '@kundig/contract/errors'
import { computeFee, type FeeRule, leastAmount } from '@kundig/contract/payments/amounts/fee-rule'
import type { SiteSettings } from '@kundig/contract/site/site-settings'

/** Fee of a request, fixed at its creation. */
export interface Fee {
  /** In cents. */
  feeAmount: number
  feeRule: FeeRule
}

/** Returns the refusal of an amount below the minimum, or null. @param amount in cents */
export function amountRefusal(amount: number, settings: SiteSettings['fee']): ErrorCode | null {
  return amount < leastAmount(settings, settings.minimum_cents) ? 'AMOUNT_BELOW_LEAST' : null
}

/** Returns the current fee of an amount. @param amount in cents */
export function feeNow(
  amount: number,
  { percent_bp, fixed_cents, least_cents }: Pick<SiteSettings['fee'], keyof FeeRule>,
): Fee {
  const feeRule = { percent_bp, fixed_cents, least_cents }
  return { feeAmount: computeFee(amount, feeRule), feeRule }
}
