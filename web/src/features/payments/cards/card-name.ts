import type { Card } from '@kundig/contract/payments/payments.contract'

/** Names of card networks, by Stripe's name for them. */
const BRANDS = new Map([
  ['amex', 'American Express'],
  ['cartes_bancaires', 'Cartes Bancaires'],
  ['diners', 'Diners Club'],
  ['discover', 'Discover'],
  ['eftpos_au', 'Eftpos'],
  ['jcb', 'JCB'],
  ['link', 'Link'],
  ['mastercard', 'Mastercard'],
  ['unionpay', 'UnionPay'],
  ['visa', 'Visa'],
])

/** How many months before its last month a card expires soon. */
const SOON_MONTHS = 1

/** @returns the name of a card's network; null where Stripe does not name one */
export function formatBrand({ brand }: Pick<Card, 'brand'>): string | null {
  return BRANDS.get(brand ?? '') ?? null
}

/** A card's last month, such as 04/2029; null for what has none. */
export function formatExpiry({ exp_month, exp_year }: Pick<Card, 'exp_month' | 'exp_year'>): string | null {
  if (exp_month === null || exp_year === null) return null
  return `${String(exp_month).padStart(2, '0')}/${exp_year}`
}

/** A card is valid until its last month has passed, and always where it has none. */
export function checkExpiry(
  { exp_month, exp_year }: Pick<Card, 'exp_month' | 'exp_year'>,
  now: Date = new Date(),
): 'expired' | 'soon' | 'valid' {
  if (exp_month === null || exp_year === null) return 'valid'
  const monthsLeft = (exp_year - now.getFullYear()) * 12 + exp_month - (now.getMonth() + 1)
  if (monthsLeft < 0) return 'expired'
  return monthsLeft <= SOON_MONTHS ? 'soon' : 'valid'
}
