import { DAY_S, HOUR_S, type Limits, MINUTE_S } from '../../platform/limits/limits.ts'

export type PaymentLimits = ReturnType<typeof createPaymentLimits>

/** So many declined cards within this time (ms) block whose they are for so long (ms). */
export const CARD_TESTING = { declines: 5, withinMs: HOUR_S * 1000, blockMs: DAY_S * 1000 }

/**
 * How often one account may have us ask something of Stripe, which counts our requests, too. Each throws Refusal
 * TOO_MANY_ATTEMPTS over its limit.
 */
export function createPaymentLimits({ shared }: Pick<Limits, 'shared'>) {
  const secretPerPair = shared('paymentSecretPerPair', { most: 60, windowS: DAY_S }).consume
  return {
    /** Payment requests, made or refused, of the seller. */
    paymentRequest: shared('paymentRequestPerAccount', { most: 20, windowS: MINUTE_S }).consume,
    /** What a buyer has us ask about payment requests, and a seller who withdraws them. */
    payment: shared('paymentPerAccount', { most: 60, windowS: MINUTE_S }).consume,
    /** Whatever else somebody has us ask about their own cards and account. */
    provider: shared('providerPerAccount', { most: 120, windowS: MINUTE_S }).consume,
    /** Links into Stripe's onboarding. */
    onboarding: shared('onboardingPerAccount', { most: 20, windowS: HOUR_S }).consume,
    /** Cards that somebody begins to save: whoever tries out stolen ones does it here. */
    cardSetup: shared('cardSetupPerAccount', { most: 20, windowS: HOUR_S }).consume,
    /** What somebody can pay with, of all that they are asked for, or that their program asks for. */
    secret: shared('paymentSecretPerAccount', { most: 200, windowS: DAY_S }).consume,
    /** The same of one buyer and one seller: what two accounts of one person do together. */
    secretOfPair: (buyerId: string, sellerId: string) => secretPerPair(`${buyerId} ${sellerId}`),
  }
}
