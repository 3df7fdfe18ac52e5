import type { ErrorCode } from '@kundig/contract/errors'
import { feeOf, type FeeRule, leastAmount } from '@kundig/contract/payments/amounts/fee-rule'
import type { SiteSettings } from '@kundig/contract/site/site-settings'

/** What a request keeps of the fee from when it is made on. */
export interface Fee {
  /** In cents. */
  feeAmount: number
  feeRule: FeeRule
}

/** May so little be asked for? Null: yes. @param amount in cents */
export function amountRefusal(amount: number, settings: SiteSettings['fee']): ErrorCode | null {
  return amount < leastAmount(settings, settings.minimum_cents) ? 'AMOUNT_BELOW_LEAST' : null
}

/** The fee of what is asked for now. @param amount in cents */
export function feeNow(
  amount: number,
  { percent_bp, fixed_cents, least_cents }: Pick<SiteSettings['fee'], keyof FeeRule>,
): Fee {
  const feeRule = { percent_bp, fixed_cents, least_cents }
  return { feeAmount: feeOf(amount, feeRule), feeRule }
}
