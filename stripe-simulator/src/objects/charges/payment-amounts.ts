import { createInvalidRequestError } from '../../core/api-error.ts'

/** Minimum charges (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const MINIMUM = new Map([
  ['aud', 50],
  ['brl', 50],
  ['cad', 50],
  ['chf', 50],
  ['dkk', 250],
  ['eur', 50],
  ['gbp', 30],
  ['jpy', 50],
  ['nok', 300],
  ['pln', 200],
  ['sek', 300],
  ['usd', 50],
])
const MAXIMUM = 99_999_999

/** @throws ApiError 400 `amount_too_small`, `amount_too_large`, `parameter_invalid_integer`, or an unknown currency */
export function requireValidAmount(amount: number, currency: string): void {
  const minimum = MINIMUM.get(currency)
  if (minimum === undefined) {
    throw createInvalidRequestError(
      `Invalid currency: ${currency}. Stripe currently supports these currencies: ${[...MINIMUM.keys()].join(', ')}`,
      { param: 'currency' },
    )
  }
  if (amount < 1) {
    throw createInvalidRequestError('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  }
  if (amount < minimum) {
    throw createInvalidRequestError(`Amount must be at least ${formatAmount(minimum, currency)}`, {
      code: 'amount_too_small',
      param: 'amount',
    })
  }
  if (amount > MAXIMUM) {
    throw createInvalidRequestError(`Amount must be no more than ${formatAmount(MAXIMUM, currency)}`, {
      code: 'amount_too_large',
      param: 'amount',
    })
  }
}

/** @throws ApiError 400 for a fee without a connected account, or above the amount */
export function requireValidFee(fee: number | undefined, amount: number, destination: object | undefined): void {
  if (fee === undefined) return
  const param = 'application_fee_amount'
  if (destination === undefined) {
    throw createInvalidRequestError(
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
      { param },
    )
  }
  if (fee < 0 || fee > amount) {
    throw createInvalidRequestError('The application_fee_amount must be between 0 and the amount.', { param })
  }
}

/** Formats an amount as in Stripe's messages, such as `€0.50 eur`. */
export function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return `${format.format(amount / 10 ** maximumFractionDigits)} ${currency}`
}
