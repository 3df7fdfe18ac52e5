/** State of a challenge. An open challenge can be shown again, even after a restart. */
export type ChallengeState = 'open' | 'passed' | 'failed' | 'canceled'

export interface Challenge {
  id: string
  state: ChallengeState
  kind: 'setup' | 'payment'
  amount: number | null
  currency: string | null
  brand: string
  last4: string
  returnUrl: string | null
}

export interface Onboarding {
  accountId: string
  displayName: string | null
  email: string | null
  country: string
  due: readonly string[]
}

export type OnboardingOutcome = 'complete' | 'incomplete' | 'reject'

export type RefundChange =
  | {
      do: 'refund'
      id: string
      amount: number
      /** Refundable amount that the page showed. A second click sends an outdated amount, so it refunds nothing. */
      left: number
    }
  | { do: 'fail' | 'succeed'; id: string }

export interface Dashboard {
  accountId: string
  displayName: string | null
  balances: readonly { currency: string; amount: number }[]
  transfers: readonly {
    id: string
    amount: number
    currency: string
    description: string | null
    created: number
    left: number
    refunds: readonly { id: string; amount: number; status: string }[]
  }[]
}

/** Actions of the hosted pages. Each uses stored state only, so that open pages survive a restart. */
export interface HostedActions {
  challenge: (id: string) => Promise<Challenge | undefined>
  /** Decides an open challenge; a decided challenge stays unchanged. */
  decideChallenge: (id: string, outcome: 'pass' | 'fail') => Promise<Challenge | undefined>
  /** Opens a link once. Returns undefined for an unknown link, and the refresh address for a used or expired link. */
  openOnboarding: (
    token: string,
  ) => Promise<{ onboarding: Onboarding; session: string } | { refreshUrl: string } | undefined>
  /** Ends an opened onboarding. Returns undefined for an unknown session. */
  decideOnboarding: (session: string, outcome: OnboardingOutcome) => Promise<{ returnUrl: string } | undefined>
  /** Opens the dashboard of a login link; undefined for an unknown, used or expired link. */
  dashboard: (token: string) => Promise<{ dashboard: Dashboard; session: string } | undefined>
  /** Makes, fails or completes a refund, but ignores outdated changes. Returns undefined for an unknown session. */
  changeRefunds: (session: string, change: RefundChange) => Promise<Dashboard | undefined>
}
