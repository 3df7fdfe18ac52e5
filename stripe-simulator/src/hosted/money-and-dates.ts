import type { Language } from './reader-language.ts'

const REGIONS = { en: 'en-GB', nl: 'nl-NL' } as const

/** Currencies without decimals that Stripe still counts in hundredths (docs.stripe.com/currencies). */
const COUNTED_IN_HUNDREDTHS = ['isk', 'ugx']

/** Formats an amount, such as `€12.50`. @param amount in Stripe's smallest unit */
export function formatMoney(language: Language, amount: number, currency: string): string {
  const format = new Intl.NumberFormat(REGIONS[language], { style: 'currency', currency })
  const digits = COUNTED_IN_HUNDREDTHS.includes(currency) ? 2 : (format.resolvedOptions().maximumFractionDigits ?? 2)
  return format.format(amount / 10 ** digits)
}

/** Formats a day, such as `21 Nov 2026`, in UTC. @param seconds since 1970 */
export function formatDay(language: Language, seconds: number): string {
  return new Intl.DateTimeFormat(REGIONS[language], { dateStyle: 'medium', timeZone: 'UTC' }).format(seconds * 1000)
}

/** Returns the name of a country with an ISO code of two letters; returns other codes unchanged. */
export function formatCountry(language: Language, code: string): string {
  if (!/^[a-z]{2}$/iu.test(code)) return code
  return new Intl.DisplayNames(REGIONS[language], { type: 'region' }).of(code.toUpperCase()) ?? code
}

/** Returns a currency's name, such as `Euro`. Returns unknown ISO codes unchanged. */
export function formatCurrency(language: Language, code: string): string {
  const name = new Intl.DisplayNames(REGIONS[language], { type: 'currency' }).of(code.toUpperCase()) ?? code
  return name.charAt(0).toUpperCase() + name.slice(1)
}
