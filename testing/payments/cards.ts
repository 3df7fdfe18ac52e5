/** Stripe's published test cards, by result (https://docs.stripe.com/testing). */
export const CARDS = {
  visa: '4242424242424242',
  otherVisa: '4000003800000446',
  declined: '4000000000000002',
  declinedOncePaidWith: '4000000000000341',
  insufficientFunds: '4000000000009995',
  limitReached: '4000000000006975',
  stolen: '4000000000009979',
  expired: '4000000000000069',
  wrongCvc: '4000000000000127',
  processingError: '4000000000000119',
  asks3dSecure: '4000002760003184',
  asks3dSecureThenInsufficient: '4000008260003178',
  disputed: '4000000000000259',
} as const

/** Ready-made payment methods of Stripe, without card numbers. */
export const READY_CARDS = {
  good: 'pm_card_visa',
  declined: 'pm_card_visa_chargeDeclined',
  asksFor3dSecure: 'pm_card_authenticationRequired',
} as const
