/** How far a 3-D Secure challenge is. An open one may be looked at again, also after a restart. */
export type ChallengeState = 'open' | 'passed' | 'failed' | 'canceled'

/** What a person sees of a 3-D Secure challenge. */
export interface Challenge {
  id: string
  state: ChallengeState
  /** What it is for: a card that is being saved, or a payment. */
  kind: 'setup' | 'payment'
  /** Amount in the smallest unit of the currency; null for a setup. */
  amount: number | null
  /** ISO code in lower case, as Stripe writes it; null for a setup. */
  currency: string | null
  brand: string
  last4: string
  /** Where a person who came by a redirect goes afterwards, with the result; null inside a frame. */
  returnUrl: string | null
}

/** What a person sees of an onboarding, while its single-use link is good. */
export interface Onboarding {
  accountId: string
  displayName: string | null
  email: string | null
  country: string
  /** What is still asked for, in Stripe's names. */
  due: readonly string[]
}

/** How a person can leave the onboarding. */
export type OnboardingOutcome = 'complete' | 'incomplete' | 'reject'

/** What can be done to refunds at a dashboard. */
export type RefundChange =
  | {
      do: 'refund'
      /** The transfer that a payment made. */
      id: string
      /** In the smallest unit. */
      amount: number
      /** What the page showed as left: pressed twice, it is refunded once. */
      left: number
    }
  | { do: 'fail' | 'succeed'; /** The refund. */ id: string }

/** What a seller sees in the Express dashboard. */
export interface Dashboard {
  accountId: string
  displayName: string | null
  /** What was transferred to the seller, per currency, in the smallest unit. */
  balances: readonly { currency: string; amount: number }[]
  transfers: readonly {
    id: string
    amount: number
    currency: string
    description: string | null
    created: number
    /** What of the payment can still be refunded. */
    left: number
    refunds: readonly { id: string; amount: number; status: string }[]
  }[]
}

/**
 * What the hosted pages ask of the simulator. Each call stands on the stored state alone, so that a page that was
 * opened before a restart works after it.
 */
export interface HostedActions {
  challenge: (id: string) => Promise<Challenge | undefined>
  /** Decides an open challenge; one that is decided already stays as it is. */
  decideChallenge: (id: string, outcome: 'pass' | 'fail') => Promise<Challenge | undefined>
  /**
   * Opens an onboarding by the token of its link, once.
   * @returns undefined for an unknown link; for one that was used or has expired, where to get a fresh one
   */
  openOnboarding: (
    token: string,
  ) => Promise<{ onboarding: Onboarding; session: string } | { refreshUrl: string } | undefined>
  /** Ends an onboarding that was opened; returns the address to go to, or undefined for an unknown session. */
  decideOnboarding: (session: string, outcome: OnboardingOutcome) => Promise<{ returnUrl: string } | undefined>
  /** The dashboard behind a login link's token; undefined when it is unknown, used, or expired. */
  dashboard: (token: string) => Promise<{ dashboard: Dashboard; session: string } | undefined>
  /**
   * Refunds a payment from a dashboard that was opened, or ends a refund of it; what the page no longer shows rightly stays.
   * @returns the dashboard as it is then; undefined for an unknown session
   */
  changeRefunds: (session: string, change: RefundChange) => Promise<Dashboard | undefined>
}
