import { Refusal } from '@kundig/contract/errors'

import { clientNetwork } from '../../platform/limits/client-network.ts'
import type { Limit, MakeLimit, Rule } from '../../platform/limits/limits.ts'

const MINUTE_S = 60
const HOUR_S = 3600
const DAY_S = 86_400

/**
 * How often may be tried what a guesser or a flooder would try, counted for all servers together. Every number is here;
 * ATTEMPT_LIMIT_FACTOR multiplies them all. What people do all the time is counted by `use-limits.ts`, without a store.
 * "By address" is by client address (an IPv6 /64), "by account" by email address or id,
 * whether or not there is such an account.
 */
export const ATTEMPT_RULES = {
  /** Failed sign-ins by address. A success is not counted: people behind one address all log in at nine. */
  signInByAddress: { most: 30, windowS: 10 * MINUTE_S },
  /** Failed sign-ins by account, from browsers in which it has not been used before. */
  signInByAccount: { most: 10, windowS: 15 * MINUTE_S },
  /** Failed sign-ins by account and known browser: strangers' failures are not counted here. */
  signInByDevice: { most: 10, windowS: 15 * MINUTE_S },
  signUpByAddress: { most: 20, windowS: HOUR_S },
  /** Reset and confirmation mails together. */
  mailByAddress: { most: 10, windowS: HOUR_S },
  resetMailByAccount: { most: 3, windowS: HOUR_S },
  verificationMailByAccount: { most: 3, windowS: HOUR_S },
  /** Mails that change an address, by the account that asks. */
  emailChangeByAccount: { most: 5, windowS: HOUR_S },
  /** The same by the address that they go to; counted apart from its owner's own mails, which nobody can use up. */
  emailChangeByTarget: { most: 2, windowS: HOUR_S },
  /** Codes from mails, good or not, checked or used. */
  codeByAddress: { most: 30, windowS: 10 * MINUTE_S },
  /** Looks at the common passwords, of which somebody who types makes some, by address. */
  commonPasswordsByAddress: { most: 300, windowS: 10 * MINUTE_S },
  /** Windows that set out for Google, and those that come back, each by address and apart. */
  googleStartByAddress: { most: 60, windowS: 10 * MINUTE_S },
  googleReturnByAddress: { most: 60, windowS: 10 * MINUTE_S },
  /** Wrong current passwords when changing it, by account. */
  currentPasswordByAccount: { most: 10, windowS: 15 * MINUTE_S },
  /** Pictures sent, good or not, by account: each takes a moment of a processor. */
  pictureByAccount: { most: 30, windowS: HOUR_S },
  /** Files sent in chats, good or not, by account; how many of them become messages is counted by those. */
  chatFileByAccount: { most: 60, windowS: MINUTE_S },
  /** Payment requests, made or refused, by account of the seller. */
  paymentRequestByAccount: { most: 20, windowS: MINUTE_S },
  /** What a buyer has us ask of Stripe about payment requests, by account: Stripe counts our requests, too. */
  paymentByAccount: { most: 60, windowS: MINUTE_S },
  /** Whatever else somebody has us ask of Stripe about their own cards and account, by account, for the same reason. */
  providerByAccount: { most: 120, windowS: MINUTE_S },
  /** Links into Stripe's onboarding, by account. */
  onboardingByAccount: { most: 20, windowS: HOUR_S },
  /** Cards that somebody begins to save, by account: whoever tries out stolen ones does it here. */
  cardSetupByAccount: { most: 20, windowS: HOUR_S },
  /** Connection requests sent, or refused, by account: more is advertising. */
  introductionByAccount: { most: 40, windowS: DAY_S },
  waitingListByAddress: { most: 20, windowS: HOUR_S },
} as const satisfies Record<string, Rule>

/** An attempt that was let through; only a failed one stays counted. */
export interface Attempt {
  succeeded: () => Promise<void>
  /** Nobody looked whether it was right: it counts against the client address, and against no account. */
  undecided: () => Promise<void>
}

export type AttemptLimits = ReturnType<typeof createAttemptLimits>

/** Each throws Refusal TOO_MANY_ATTEMPTS (429) over the limit, and whatever the database throws when it is away. */
export function createAttemptLimits(makeLimit: MakeLimit) {
  const made = (name: keyof typeof ATTEMPT_RULES): Limit => makeLimit(name, ATTEMPT_RULES[name])
  const limit = {
    signInByAddress: made('signInByAddress'),
    signInByAccount: made('signInByAccount'),
    signInByDevice: made('signInByDevice'),
    signUpByAddress: made('signUpByAddress'),
    mailByAddress: made('mailByAddress'),
    resetMailByAccount: made('resetMailByAccount'),
    verificationMailByAccount: made('verificationMailByAccount'),
    emailChangeByAccount: made('emailChangeByAccount'),
    emailChangeByTarget: made('emailChangeByTarget'),
    codeByAddress: made('codeByAddress'),
    commonPasswordsByAddress: made('commonPasswordsByAddress'),
    googleStartByAddress: made('googleStartByAddress'),
    googleReturnByAddress: made('googleReturnByAddress'),
    currentPasswordByAccount: made('currentPasswordByAccount'),
    pictureByAccount: made('pictureByAccount'),
    chatFileByAccount: made('chatFileByAccount'),
    paymentRequestByAccount: made('paymentRequestByAccount'),
    paymentByAccount: made('paymentByAccount'),
    providerByAccount: made('providerByAccount'),
    onboardingByAccount: made('onboardingByAccount'),
    cardSetupByAccount: made('cardSetupByAccount'),
    introductionByAccount: made('introductionByAccount'),
    waitingListByAddress: made('waitingListByAddress'),
  } satisfies Record<keyof typeof ATTEMPT_RULES, Limit>

  return {
    /**
     * A sign-in, counted before the password is looked at, so that a parallel burst gets no further.
     * @param knownDevice which of the account's known browsers it comes from; it is counted apart from
     *   everybody else's, so that strangers cannot lock the owner out
     */
    signIn: (clientAddress: string, email: string, knownDevice: string | null): Promise<Attempt> =>
      knownDevice === null
        ? attempt([limit.signInByAddress, clientNetwork(clientAddress)], [limit.signInByAccount, email])
        : attempt([limit.signInByDevice, `${email} ${knownDevice}`]),

    signUp: (clientAddress: string): Promise<void> => take(limit.signUpByAddress, clientNetwork(clientAddress)),

    resetRequest: async (clientAddress: string, email: string): Promise<void> => {
      await take(limit.mailByAddress, clientNetwork(clientAddress))
      await take(limit.resetMailByAccount, email)
    },

    verificationRequest: async (clientAddress: string, email: string): Promise<void> => {
      await take(limit.mailByAddress, clientNetwork(clientAddress))
      await take(limit.verificationMailByAccount, email)
    },

    emailChange: async (clientAddress: string, userId: string, target: string): Promise<void> => {
      await take(limit.mailByAddress, clientNetwork(clientAddress))
      await take(limit.emailChangeByAccount, userId)
      await take(limit.emailChangeByTarget, target)
    },

    codeAttempt: (clientAddress: string): Promise<void> => take(limit.codeByAddress, clientNetwork(clientAddress)),

    commonPasswords: (clientAddress: string): Promise<void> =>
      take(limit.commonPasswordsByAddress, clientNetwork(clientAddress)),

    googleStart: (clientAddress: string): Promise<void> =>
      take(limit.googleStartByAddress, clientNetwork(clientAddress)),

    googleReturn: (clientAddress: string): Promise<void> =>
      take(limit.googleReturnByAddress, clientNetwork(clientAddress)),

    currentPassword: (userId: string): Promise<Attempt> => attempt([limit.currentPasswordByAccount, userId]),

    picture: (userId: string): Promise<void> => take(limit.pictureByAccount, userId),

    chatFile: (userId: string): Promise<void> => take(limit.chatFileByAccount, userId),

    paymentRequest: (userId: string): Promise<void> => take(limit.paymentRequestByAccount, userId),

    payment: (userId: string): Promise<void> => take(limit.paymentByAccount, userId),

    provider: (userId: string): Promise<void> => take(limit.providerByAccount, userId),

    onboarding: (userId: string): Promise<void> => take(limit.onboardingByAccount, userId),

    cardSetup: (userId: string): Promise<void> => take(limit.cardSetupByAccount, userId),

    introduction: (userId: string): Promise<void> => take(limit.introductionByAccount, userId),

    waitingList: (clientAddress: string): Promise<void> =>
      take(limit.waitingListByAddress, clientNetwork(clientAddress)),
  }
}

async function take(limit: Limit, key: string): Promise<void> {
  const waitS = await limit.take(key)
  if (waitS !== null) throw new Refusal('TOO_MANY_ATTEMPTS', undefined, waitS)
}

/** @param counts what it is counted by, the account last */
async function attempt(...counts: [Limit, string][]): Promise<Attempt> {
  for (const [limit, key] of counts) await take(limit, key)
  // What cannot be given back stays counted until its window ends: no reason to fail what succeeded.
  const giveBack = async (given: [Limit, string][]): Promise<void> => {
    await Promise.allSettled(given.map(([limit, key]) => limit.giveBack(key)))
  }
  return {
    succeeded: () => giveBack(counts),
    undecided: () => giveBack(counts.slice(-1)),
  }
}
