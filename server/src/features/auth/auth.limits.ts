import { Refusal } from '@kundig/contract/errors'

import { clientNetwork } from '../../platform/limits/client-network.ts'
import { DAY_S, HOUR_S, type Limits, MINUTE_S, perIp, type SharedLimit } from '../../platform/limits/limits.ts'
import type { PasswordTurns } from './passwords/password-turns.ts'

/**
 * Passwords are hashed by the process's few worker threads, which files and names of hosts need as well: one at a time
 * takes a processor for some 30 ms.
 */
const PASSWORD_PLACES = 1
/** Each sign-in also asks the database some ten things, which must not take all its connections either. */
const ENTRY_PLACES = 3
const PASSWORD_WAITING_MAX = 64
const PASSWORD_WAITING_PER_KEY_MAX = 48

/** An attempt that was let through; only a failed one stays counted. */
export interface Attempt {
  succeeded: () => Promise<void>
  /** Nobody looked whether it was right: it counts against the client address, and against no account. */
  undecided: () => Promise<void>
}

export type AuthLimits = ReturnType<typeof createAuthLimits>

/**
 * How often may be tried what a guesser or a flooder would try. "Per account" is by email address or id, whether or not
 * there is such an account. Each throws Refusal TOO_MANY_ATTEMPTS (429) over the limit, and whatever the database throws
 * when it is away.
 */
export function createAuthLimits({ shared }: Limits) {
  /** Reset and confirmation mails, codes that sign in and questions, together. */
  const mailPerIp = perIp(shared('mailPerIp', { most: 10, windowS: HOUR_S }))
  const resetMailPerAccount = shared('resetMailPerAccount', { most: 3, windowS: HOUR_S })
  const verificationMailPerAccount = shared('verificationMailPerAccount', { most: 3, windowS: HOUR_S })
  /** Mails that change an address, per account that asks. */
  const emailChangePerAccount = shared('emailChangePerAccount', { most: 5, windowS: HOUR_S })
  /** The same per address that they go to; counted apart from its owner's own mails, which nobody can use up. */
  const emailChangePerTarget = shared('emailChangePerTarget', { most: 2, windowS: HOUR_S })
  /** Mails with a code that signs in, per address, and apart per known browser of its account. */
  const signInCodePerAddress = shared('signInCodePerAddress', { most: 3, windowS: HOUR_S })
  /** With five tries a code, at most 50 guesses a day. */
  const signInCodePerDay = shared('signInCodePerDay', { most: 10, windowS: DAY_S })
  /** Mails that confirm a question, per address: with five tries a code, at most 25 guesses a day. */
  const questionPerAddress = shared('questionPerAddress', { most: 5, windowS: DAY_S })
  /** Mails to an address without an account. */
  const unknownPerAddress = shared('unknownPerAddress', { most: 1, windowS: DAY_S })
  const accountDataPerAccount = shared('accountDataPerAccount', { most: 5, windowS: DAY_S })
  /** Wrong current passwords when changing it. */
  const currentPasswordPerAccount = shared('currentPasswordPerAccount', { most: 10, windowS: 15 * MINUTE_S })

  return {
    /**
     * A sign-in, counted before the password is looked at, so that a parallel burst gets no further.
     * @param knownDevice which of the account's known browsers it comes from; it is counted apart from
     *   everybody else's, so that strangers cannot lock the owner out
     */
    signIn: limitSignIns(shared),

    signUp: perIp(shared('signUpPerIp', { most: 20, windowS: HOUR_S })),

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

    /** False where an address without an account had its mail of the day. */
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

    /** Files with everything that is kept of a person: each reads all of it. */
    accountData: (userId: string): Promise<void> => accountDataPerAccount.consume(userId),

    /** Codes from mails, good or not, checked or used. */
    codeAttempt: perIp(shared('codePerIp', { most: 30, windowS: 10 * MINUTE_S })),

    /** Looks at the common passwords, of which somebody who types makes some. */
    commonPasswords: perIp(shared('commonPasswordsPerIp', { most: 300, windowS: 10 * MINUTE_S })),

    /** Browser windows on their way to Google, and those on their way back, are counted apart. */
    googleStart: perIp(shared('googleStartPerIp', { most: 60, windowS: 10 * MINUTE_S })),
    googleReturn: perIp(shared('googleReturnPerIp', { most: 60, windowS: 10 * MINUTE_S })),

    currentPassword: (userId: string): Promise<Attempt> => attempt([currentPasswordPerAccount, userId]),

    /** @param isLetIn counted apart from strangers, who can only wait to be let in */
    secondFactor: limitSecondFactors(shared),
  }
}

function limitSignIns(shared: Limits['shared']) {
  /** Failed sign-ins. A success is not counted: people behind one address all log in at nine. */
  const signInPerIp = shared('signInPerIp', { most: 30, windowS: 10 * MINUTE_S })
  /** Failed sign-ins from browsers in which the account has not been used before. */
  const signInPerAccount = shared('signInPerAccount', { most: 10, windowS: 15 * MINUTE_S })
  /** Failed sign-ins per account and known browser: strangers' failures are not counted here. */
  const signInPerDevice = shared('signInPerDevice', { most: 10, windowS: 15 * MINUTE_S })
  return (clientAddress: string, email: string, knownDevice: string | null): Promise<Attempt> =>
    knownDevice === null
      ? attempt([signInPerIp, clientNetwork(clientAddress)], [signInPerAccount, email])
      : attempt([signInPerDevice, `${email} ${knownDevice}`])
}

function limitSecondFactors(shared: Limits['shared']) {
  /** Wrong codes of second factors, of those who wait to be let in and of those who are. */
  const secondFactorPerAccount = shared('secondFactorPerAccount', { most: 5, windowS: 10 * MINUTE_S })
  const secondFactorLetIn = shared('secondFactorLetIn', { most: 5, windowS: 10 * MINUTE_S })
  /** Whoever knows the password and guesses day after day. */
  const secondFactorPerDay = shared('secondFactorPerDay', { most: 50, windowS: DAY_S })
  return (userId: string, isLetIn: boolean): Promise<Attempt> =>
    isLetIn
      ? attempt([secondFactorLetIn, userId])
      : attempt([secondFactorPerAccount, userId], [secondFactorPerDay, userId])
}

/**
 * Turns at signing in and at hashing passwords, per IP.
 * @param options.passwordWaitMs how long either may wait (ms), instead of what the factor gives
 */
export function createPasswordTurns(
  { turns }: Limits,
  { passwordWaitMs }: { passwordWaitMs?: number | undefined },
): PasswordTurns {
  const waiting = {
    waitingMax: PASSWORD_WAITING_MAX,
    waitingPerKeyMax: PASSWORD_WAITING_PER_KEY_MAX,
    waitMs: passwordWaitMs,
  }
  return {
    entries: turns({ ...waiting, places: ENTRY_PLACES }),
    hashes: turns({ ...waiting, places: PASSWORD_PLACES }),
  }
}

/** @param counts what it is counted by, the account last */
async function attempt(...counts: [SharedLimit, string][]): Promise<Attempt> {
  for (const [limit, key] of counts) await limit.consume(key)
  // What cannot be refunded stays counted until its window ends: no reason to fail what succeeded.
  const refund = async (refunded: [SharedLimit, string][]): Promise<void> => {
    await Promise.allSettled(refunded.map(([limit, key]) => limit.refund(key)))
  }
  return {
    succeeded: () => refund(counts),
    undecided: () => refund(counts.slice(-1)),
  }
}
