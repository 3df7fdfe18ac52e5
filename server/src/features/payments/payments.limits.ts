import { DAY_S, HOUR_S, type Limits, MINUTE_S } from '../../platform/limits/limits.ts'

export type PaymentLimits = ReturnType<typeof createPaymentLimits>

/** Maximum declined cards within a period (ms), and the length of the block that follows (ms). */
export const CARD_TESTING = { declines: 5, withinMs: HOUR_S * 1000, blockMs: DAY_S * 1000 }

/** Limits of our requests and of calls to Stripe. Each limit throws Refusal TOO_MANY_ATTEMPTS. */
export function createPaymentLimits({ shared }: Pick<Limits, 'shared'>) {
  const secretPerPair = shared('paymentSecretPerPair', { most: 60, windowS: DAY_S }).consume
  return {
    /** Payment requests of a seller, including refused ones. */
    paymentRequest: shared('paymentRequestPerAccount', { most: 20, windowS: MINUTE_S }).consume,
    /** A buyer's calls about payment requests, and a seller's withdrawals. */
    payment: shared('paymentPerAccount', { most: 60, windowS: MINUTE_S }).consume,
    provider: shared('providerPerAccount', { most: 120, windowS: MINUTE_S }).consume,
    onboarding: shared('onboardingPerAccount', { most: 20, windowS: HOUR_S }).consume,
    /** Started card setups, limited against tests of stolen cards. */
    cardSetup: shared('cardSetupPerAccount', { most: 20, windowS: HOUR_S }).consume,
    /** Client secrets of all requests that a person receives, or that the person's program makes. */
    secret: shared('paymentSecretPerAccount', { most: 200, windowS: DAY_S }).consume,
    /** Client secrets per buyer and seller, to limit one person with two accounts. */
    secretOfPair: (buyerId: string, sellerId: string) => secretPerPair(`${buyerId} ${sellerId}`),
  }
}
