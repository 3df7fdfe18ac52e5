import { Refusal } from '@kundig/contract/errors'

import { toClientNetwork } from '../../platform/limits/client-network.ts'
import { DAY_S, HOUR_S, type Limits, MINUTE_S, createIpLimit, type SharedLimit } from '../../platform/limits/limits.ts'
import type { PasswordQueues } from './passwords/password-queue.ts'

/**
 * Maximum passwords hashed at the same time. Each hash takes a processor for some 30 ms. The process's few threads
 * also serve files and resolve host names.
 */
const PASSWORD_SLOTS = 1
/** Maximum concurrent sign-ins. Each runs some ten queries, which must not take all database connections. */
const ENTRY_SLOTS = 3
const PASSWORD_WAITING_MAX = 64
const PASSWORD_WAITING_PER_KEY_MAX = 48

/** Attempt that a limit has counted. It stays counted only if it fails. */
export interface Attempt {
  succeeded: () => Promise<void>
  /** Called when the check could not run. The attempt then counts against the client address, not the account. */
  undecided: () => Promise<void>
}

export type AuthLimits = ReturnType<typeof createAuthLimits>

/**
 * Limits against guessing and flooding. Limits per address also apply to addresses without an account. Each limit
 * throws Refusal TOO_MANY_ATTEMPTS (429), or the error of an unavailable database.
 */
export function createAuthLimits({ shared }: Limits) {
  /** One limit for all kinds of mail that a client can request. */
  const mailPerIp = createIpLimit(shared('mailPerIp', { most: 10, windowS: HOUR_S }))
  const resetMailPerAccount = shared('resetMailPerAccount', { most: 3, windowS: HOUR_S })
  const verificationMailPerAccount = shared('verificationMailPerAccount', { most: 3, windowS: HOUR_S })
  const emailChangePerAccount = shared('emailChangePerAccount', { most: 5, windowS: HOUR_S })
  /** A separate limit, so that other people cannot use up the limits of the address's owner. */
  const emailChangePerTarget = shared('emailChangePerTarget', { most: 2, windowS: HOUR_S })
  /** Limits sign-in codes per address. Each browser that the account knows has a separate limit. */
  const signInCodePerAddress = shared('signInCodePerAddress', { most: 3, windowS: HOUR_S })
  /** Each code allows five tries, so a day allows at most 50 guesses. */
  const signInCodePerDay = shared('signInCodePerDay', { most: 10, windowS: DAY_S })
  /** Each code allows five tries, so a day allows at most 25 guesses. */
  const questionPerAddress = shared('questionPerAddress', { most: 5, windowS: DAY_S })
  const unknownPerAddress = shared('unknownPerAddress', { most: 1, windowS: DAY_S })
  const accountDataPerAccount = shared('accountDataPerAccount', { most: 5, windowS: DAY_S })
  const currentPasswordPerAccount = shared('currentPasswordPerAccount', { most: 10, windowS: 15 * MINUTE_S })

  return {
    /**
     * Counts the attempt before the password is checked, so that parallel attempts have the same limit.
     * @param knownDevice has its own limit, so that strangers cannot lock the owner out
     */
    signIn: createSignInLimit(shared),

    signUp: createIpLimit(shared('signUpPerIp', { most: 20, windowS: HOUR_S })),

    resetRequest: async (clientAddress: string, email: string): Promise<void> => {
      await mailPerIp(clientAddress)
      await resetMailPerAccount.consume(email)
    },

    /** @param knownDevice has its own limit, so that strangers cannot use up the owner's codes */
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

    /** Counts every check and every use of a mailed code, valid or not. */
    codeAttempt: createIpLimit(shared('codePerIp', { most: 30, windowS: 10 * MINUTE_S })),

    commonPasswords: createIpLimit(shared('commonPasswordsPerIp', { most: 300, windowS: 10 * MINUTE_S })),

    /** Counts redirects to Google. Returns from Google have their own limit. */
    googleStart: createIpLimit(shared('googleStartPerIp', { most: 60, windowS: 10 * MINUTE_S })),
    googleReturn: createIpLimit(shared('googleReturnPerIp', { most: 60, windowS: 10 * MINUTE_S })),

    currentPassword: (userId: string): Promise<Attempt> => countAttempt([currentPasswordPerAccount, userId]),

    /** @param hasFullAccess false before the second factor is given; such attempts have a separate limit */
    secondFactor: createSecondFactorLimit(shared),
  }
}

function createSignInLimit(shared: Limits['shared']) {
  /** Only failures count, because many people behind one address may log in at the same time. */
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
  /** Limits an attacker who knows the password and guesses codes day after day. */
  const secondFactorPerDay = shared('secondFactorPerDay', { most: 50, windowS: DAY_S })
  return (userId: string, hasFullAccess: boolean): Promise<Attempt> =>
    hasFullAccess
      ? countAttempt([secondFactorLetIn, userId])
      : countAttempt([secondFactorPerAccount, userId], [secondFactorPerDay, userId])
}

/** @param options.passwordWaitMs timeout of both queues (ms); replaces the default */
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

/** @param counts limits with their keys; the account's limit comes last */
async function countAttempt(...counts: [SharedLimit, string][]): Promise<Attempt> {
  for (const [limit, key] of counts) await limit.consume(key)
  // A successful attempt must not fail, so failed refunds are ignored: the attempt then counts until its window ends.
  const refund = async (refunded: [SharedLimit, string][]): Promise<void> => {
    await Promise.allSettled(refunded.map(([limit, key]) => limit.refund(key)))
  }
  return {
    succeeded: () => refund(counts),
    undecided: () => refund(counts.slice(-1)),
  }
}
