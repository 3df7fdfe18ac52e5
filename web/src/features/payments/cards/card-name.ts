import type { Card } from '@kundig/contract/payments/payments.contract'

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

/** A card counts as expiring soon from this number of months before its last month. */
const SOON_MONTHS = 1

export function formatBrand({ brand }: Pick<Card, 'brand'>): string | null {
  return BRANDS.get(brand ?? '') ?? null
}

/** Formats a card's last month, such as 04/2029. Returns null without an expiry. */
export function formatExpiry({ exp_month, exp_year }: Pick<Card, 'exp_month' | 'exp_year'>): string | null {
  if (exp_month === null || exp_year === null) return null
  return `${String(exp_month).padStart(2, '0')}/${exp_year}`
}

/** Checks a card's expiry. A card is valid until the end of its last month, and always without an expiry. */
export function checkExpiry(
  { exp_month, exp_year }: Pick<Card, 'exp_month' | 'exp_year'>,
  now: Date = new Date(),
): 'expired' | 'soon' | 'valid' {
  if (exp_month === null || exp_year === null) return 'valid'
  const monthsLeft = (exp_year - now.getFullYear()) * 12 + exp_month - (now.getMonth() + 1)
  if (monthsLeft < 0) return 'expired'
  return monthsLeft <= SOON_MONTHS ? 'soon' : 'valid'
}
