import { Refusal } from '@kundig/contract/errors'

import { toClientNetwork } from '../../platform/limits/client-network.ts'
import { DAY_S, HOUR_S, type Limits, MINUTE_S, createIpLimit, type SharedLimit } from '../../platform/limits/limits.ts'
import type { PasswordQueues } from './passwords/password-queue.ts'

/**
 * Maximum passwords hashed at the same time; each takes a processor for some 30 ms. The process's few threads also
 * serve files and resolve host names.
 */
const PASSWORD_SLOTS = 1
/** Each sign-in runs some ten queries, which must not take all database connections. */
const ENTRY_SLOTS = 3
const PASSWORD_WAITING_MAX = 64
const PASSWORD_WAITING_PER_KEY_MAX = 48

/** Only a failed attempt stays counted. */
export interface Attempt {
  succeeded: () => Promise<void>
  /** For a check that could not run: it counts against the client address, not against the account. */
  undecided: () => Promise<void>
}

export type AuthLimits = ReturnType<typeof createAuthLimits>

/**
 * Limits against guessing and flooding, per account by address or id, with or without an account. Each throws Refusal
 * TOO_MANY_ATTEMPTS (429) over the limit, and any error of an unavailable database.
 */
export function createAuthLimits({ shared }: Limits) {
  /** Reset and confirmation mails, sign-in codes and questions, together. */
  const mailPerIp = createIpLimit(shared('mailPerIp', { most: 10, windowS: HOUR_S }))
  const resetMailPerAccount = shared('resetMailPerAccount', { most: 3, windowS: HOUR_S })
  const verificationMailPerAccount = shared('verificationMailPerAccount', { most: 3, windowS: HOUR_S })
  const emailChangePerAccount = shared('emailChangePerAccount', { most: 5, windowS: HOUR_S })
  /** Counted apart from the owner's own mails, so that other people cannot use up the owner's limit. */
  const emailChangePerTarget = shared('emailChangePerTarget', { most: 2, windowS: HOUR_S })
  /** Mails per address; each known browser of its account has its own limit. */
  const signInCodePerAddress = shared('signInCodePerAddress', { most: 3, windowS: HOUR_S })
  /** With five tries a code, at most 50 guesses a day. */
  const signInCodePerDay = shared('signInCodePerDay', { most: 10, windowS: DAY_S })
  /** With five tries a code, at most 25 guesses a day. */
  const questionPerAddress = shared('questionPerAddress', { most: 5, windowS: DAY_S })
  const unknownPerAddress = shared('unknownPerAddress', { most: 1, windowS: DAY_S })
  const accountDataPerAccount = shared('accountDataPerAccount', { most: 5, windowS: DAY_S })
  const currentPasswordPerAccount = shared('currentPasswordPerAccount', { most: 10, windowS: 15 * MINUTE_S })

  return {
    /**
     * Counted before the password is checked, so that a parallel burst has the same limit.
     * @param knownDevice counted apart, so that strangers cannot lock the owner out
     */
    signIn: createSignInLimit(shared),

    signUp: createIpLimit(shared('signUpPerIp', { most: 20, windowS: HOUR_S })),

    resetRequest: async (clientAddress: string, email: string): Promise<void> => {
      await mailPerIp(clientAddress)
      await resetMailPerAccount.consume(email)
    },

    /** @param knownDevice counted apart, so that strangers cannot use up the owner's codes */
    signInCodeRequest: async (clientAddress: string, email: string, knownDevice: string | null): Promise<void> => {
      await mailPerIp(clientAddress)
      const key = knownDevice === null ? email : `${email} ${knownDevice}`
      await signInCodePerAddress.consume(key)
      await signInCodePerDay.consume(key)
    },

    question: async (clientAddress: string, email: string): Promise<void> => {
      await mailPerIp(clientAddress)
      await questionPerAddress.consume(email)
    },

    mayWriteToUnknown: (email: string): Promise<boolean> =>
      unknownPerAddress.consume(email).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Refusal) return false
          throw error
        },
      ),

    verificationRequest: async (clientAddress: string, email: string): Promise<void> => {
      await mailPerIp(clientAddress)
      await verificationMailPerAccount.consume(email)
    },

    emailChange: async (clientAddress: string, userId: string, target: string): Promise<void> => {
      await mailPerIp(clientAddress)
      await emailChangePerAccount.consume(userId)
      await emailChangePerTarget.consume(target)
    },

    accountData: (userId: string): Promise<void> => accountDataPerAccount.consume(userId),

    /** Counts every code, valid or not, when it is checked and when it is used. */
    codeAttempt: createIpLimit(shared('codePerIp', { most: 30, windowS: 10 * MINUTE_S })),

    commonPasswords: createIpLimit(shared('commonPasswordsPerIp', { most: 300, windowS: 10 * MINUTE_S })),

    /** Windows on their way to Google; returning windows have their own limit. */
    googleStart: createIpLimit(shared('googleStartPerIp', { most: 60, windowS: 10 * MINUTE_S })),
    googleReturn: createIpLimit(shared('googleReturnPerIp', { most: 60, windowS: 10 * MINUTE_S })),

    currentPassword: (userId: string): Promise<Attempt> => countAttempt([currentPasswordPerAccount, userId]),

    /** @param isLetIn true for a session with full access: strangers with the password have a separate limit */
    secondFactor: createSecondFactorLimit(shared),
  }
}

function createSignInLimit(shared: Limits['shared']) {
  /** Only failures count: people behind one address all log in at nine. */
  const signInPerIp = shared('signInPerIp', { most: 30, windowS: 10 * MINUTE_S })
  /** Failed sign-ins from browsers unknown to the account. */
  const signInPerAccount = shared('signInPerAccount', { most: 10, windowS: 15 * MINUTE_S })
  /** Failed sign-ins from one browser that the account knows. */
  const signInPerDevice = shared('signInPerDevice', { most: 10, windowS: 15 * MINUTE_S })
  return (clientAddress: string, email: string, knownDevice: string | null): Promise<Attempt> =>
    knownDevice === null
      ? countAttempt([signInPerIp, toClientNetwork(clientAddress)], [signInPerAccount, email])
      : countAttempt([signInPerDevice, `${email} ${knownDevice}`])
}

function createSecondFactorLimit(shared: Limits['shared']) {
  const secondFactorPerAccount = shared('secondFactorPerAccount', { most: 5, windowS: 10 * MINUTE_S })
  const secondFactorLetIn = shared('secondFactorLetIn', { most: 5, windowS: 10 * MINUTE_S })
  /** Limit for an attacker with the password who guesses day after day. */
  const secondFactorPerDay = shared('secondFactorPerDay', { most: 50, windowS: DAY_S })
  return (userId: string, isLetIn: boolean): Promise<Attempt> =>
    isLetIn
      ? countAttempt([secondFactorLetIn, userId])
      : countAttempt([secondFactorPerAccount, userId], [secondFactorPerDay, userId])
}

/** @param options.passwordWaitMs timeout of both queues (ms), instead of the factor's default */
export function createPasswordQueues(
  { fairQueue }: Limits,
  { passwordWaitMs }: { passwordWaitMs?: number | undefined },
): PasswordQueues {
  const waiting = {
    waitingMax: PASSWORD_WAITING_MAX,
    waitingPerKeyMax: PASSWORD_WAITING_PER_KEY_MAX,
    waitMs: passwordWaitMs,
  }
  return {
    entries: fairQueue({ ...waiting, slots: ENTRY_SLOTS }),
    hashes: fairQueue({ ...waiting, slots: PASSWORD_SLOTS }),
  }
}

/** @param counts the limits with their keys, the account last */
async function countAttempt(...counts: [SharedLimit, string][]): Promise<Attempt> {
  for (const [limit, key] of counts) await limit.consume(key)
  // If uncounting fails, the attempt counts until its window ends: no reason to fail a successful attempt.
  const refund = async (refunded: [SharedLimit, string][]): Promise<void> => {
    await Promise.allSettled(refunded.map(([limit, key]) => limit.refund(key)))
  }
  return {
    succeeded: () => refund(counts),
    undecided: () => refund(counts.slice(-1)),
  }
}
