import type { Locale } from './intents.ts'

export interface OfferedCard {
  number: string
  name: Record<Locale, string>
}

/** Common test cards, successful ones first (https://docs.stripe.com/testing). */
export const OFFERED_CARDS: readonly OfferedCard[] = [
  { number: '4242424242424242', name: { en: 'Succeeds', nl: 'Lukt' } },
  { number: '4000002500003155', name: { en: '3-D Secure when present', nl: '3-D Secure als je erbij bent' } },
  { number: '4000002760003184', name: { en: '3-D Secure every time', nl: '3-D Secure, elke keer' } },
  { number: '4000000000000341', name: { en: 'Saves, then declines', nl: 'Weigert na het bewaren' } },
  { number: '4000000000000002', name: { en: 'Declined', nl: 'Geweigerd' } },
  { number: '4000000000009995', name: { en: 'Insufficient funds', nl: 'Te weinig saldo' } },
  { number: '4000000000000069', name: { en: 'Expired', nl: 'Verlopen' } },
  { number: '4000000000000127', name: { en: 'Wrong code', nl: 'Verkeerde code' } },
]

const OTHERS = [
  '2223003122003222',
  '371449635398431',
  '378282246310005',
  '4000000000000119',
  '4000000000000259',
  '4000000000002685',
  '4000000000005126',
  '4000000000005423',
  '4000000000006975',
  '4000000000007726',
  '4000000000009979',
  '4000000000009987',
  '4000003800000446',
  '4000008260003178',
  '4000008400001629',
  '5200828282828210',
  '5555555555554444',
]

export const PUBLISHED_NUMBERS: ReadonlySet<string> = new Set([...OFFERED_CARDS.map(({ number }) => number), ...OTHERS])

/** True for a published test card. Other numbers could be real, so they never leave the browser. */
export function isPublishedTestCard(digits: string): boolean {
  return PUBLISHED_NUMBERS.has(digits)
}
