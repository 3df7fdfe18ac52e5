import { createHash } from 'node:crypto'

import type { BetterAuthOptions } from 'better-auth'
import { betterAuth } from 'better-auth/minimal'
import { bearer } from 'better-auth/plugins/bearer'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'

import { LIMITS } from '@kundig/contract/limits'

import { type Database, isUniqueViolation } from '../../platform/database/database.ts'
import type { Origins } from '../../platform/http/origins.ts'
import { describeError, type Logger } from '../../platform/logging/logger.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { SiteSettingsStore } from '../../platform/settings/site-settings.ts'
import { createAuthAdapter, saveConfirmation } from './auth.repository.ts'
import { createGoogleSignIn, type IdentityProvider } from './google/google-provider.ts'
import { hashPassword, verifyPassword } from './passwords/password-hash.ts'
import {
  SecondFactorProvider,
  SECOND_FACTOR_PATHS,
  createSecondFactorPlugin,
} from './second-factor/second-factor-provider.ts'
import { renewSignatures } from './sessions/key-rotation.ts'
import { createSessionOpenerPlugin } from './sign-in-codes/session-opener.ts'

const DAY_S = 86_400
/** Header with the connection's address on every request to better-auth. It replaces a client's own header. */
export const CLIENT_ADDRESS_HEADER = 'x-kundig-client-address'

const REFUSED_LOG_INS: ReadonlyMap<string, string> = new Map([
  ['User not found', 'no account has that address'],
  ['Password not found', 'the account has no password, only Google'],
  ['Invalid password', 'wrong password'],
])

/** True for the error that better-auth logs for the second of two simultaneous sign-ups. */
const isTakenAddress = (message: string, cause: unknown): boolean =>
  message === 'Failed to create user' && isUniqueViolation(cause, 'user_email_key')

const DISABLED_PATHS = [
  '/account-info',
  '/change-email',
  '/change-password',
  '/delete-user',
  '/delete-user/callback',
  '/get-access-token',
  '/link-social',
  '/list-accounts',
  '/list-sessions',
  '/refresh-token',
  '/request-password-reset',
  '/reset-password',
  '/revoke-other-sessions',
  '/revoke-session',
  '/revoke-sessions',
  '/send-verification-email',
  '/sign-in/social',
  '/unlink-account',
  '/update-session',
  '/update-user',
  '/verify-email',
  '/verify-password',
] as const

export interface AuthenticationOptions {
  db: Database
  origins: Origins
  secrets: Secrets
  logger: Logger
  google: IdentityProvider | null
  siteSettings: Pick<SiteSettingsStore, 'read'>
  onSessionEnded: (sessionId: string) => void
  /** Called after the commit of every sign-up; never throws. */
  onSignedUp: (userId: string) => Promise<void>
  currentTerms: () => number | null
}

export function createAuthentication(options: AuthenticationOptions) {
  const { db, origins, secrets, logger, google } = options
  // Requires signed tokens, because an unsigned token would equal the token in the database.
  const tokens = bearer({ requireSignature: true })
  const plugins = [tokens, createSecondFactorPlugin(), createSessionOpenerPlugin()] as const
  const provider = betterAuth({
    baseURL: origins.base,
    basePath: '/api/auth',
    secrets: secrets.map((value) => ({ version: toSecretVersion(value), value })),
    trustedOrigins: [...origins.all],
    database: createAuthAdapter(db),
    telemetry: { enabled: false },
    logger: { log: createAuthLogger(logger) },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: LIMITS.passwordMin,
      maxPasswordLength: LIMITS.passwordMax,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    // Without a cache, because a cached session would stay valid after its end.
    session: { expiresIn: 30 * DAY_S, updateAge: DAY_S, cookieCache: { enabled: false } },
    rateLimit: { enabled: false },
    // Errors are thrown, because better-auth would log a failed query with its values.
    onAPIError: { throw: true },
    plugins: google ? [...plugins, createGoogleSignIn(google)] : [...plugins],
    // Users cannot set these fields. The database sets restrictions, and a hook sets accepted terms.
    user: {
      additionalFields: {
        isRestricted: { type: 'boolean', required: false, input: false },
        acceptedTerms: { type: 'number', required: false, input: false },
      },
    },
    account: {
      // The state is in an encrypted cookie, because unfinished sign-ins must not fill a table.
      storeStateStrategy: 'cookie',
      updateAccountOnSignIn: false,
      // google-join.service.ts decides which accounts are joined. An equal address alone is not enough.
      accountLinking: { disableImplicitLinking: true, allowDifferentEmails: false },
    },
    disabledPaths: [...SECOND_FACTOR_PATHS, ...DISABLED_PATHS],
    advanced: createAdvancedOptions(origins),
    databaseHooks: createDatabaseHooks(options),
  })
  const { signInSocial, getSession, openSession } = provider.api
  return {
    secondFactor: new SecondFactorProvider({
      api: provider.api,
      secrets,
      readBranding: () => options.siteSettings.read().face,
      keys: async () => (await provider.$context).secretConfig,
    }),
    handler: (request: Request): Promise<Response> => {
      renewSignatures(request.headers, secrets)
      return provider.handler(request)
    },
    signInSocial,
    openSession,
    findSession: (headers: Headers, query: { disableRefresh: boolean }) => {
      renewSignatures(headers, secrets)
      return getSession({ headers, query, returnHeaders: true })
    },
  }
}

export const signedIn = z.object({ token: z.string() })

/** Derives a version from the secret, independent of the secret's position in the list. */
function toSecretVersion(secret: string): number {
  return createHash('sha256').update(`version ${secret}`).digest().readUIntBE(0, 6)
}

export type Authentication = ReturnType<typeof createAuthentication>

function createAuthLogger(logger: Logger): NonNullable<NonNullable<BetterAuthOptions['logger']>['log']> {
  return (level, message, cause: unknown) => {
    const reason = REFUSED_LOG_INS.get(message)
    if (reason !== undefined) logger[level]({ part: 'auth', reason }, 'log-in refused')
    else if (isTakenAddress(message, cause)) logger.info({ part: 'auth', reason: 'taken address' }, 'sign-up refused')
    else logger[level]({ part: 'auth' }, message.slice(0, 200))
  }
}

function createAdvancedOptions(origins: Origins) {
  return {
    cookiePrefix: 'kundig',
    // Keeps better-auth from adding its prefix __Secure-. Behind TLS, our cookies have the stricter prefix __Host-.
    useSecureCookies: false,
    defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: origins.secure },
    ...(origins.secure
      ? {
          cookies: {
            session_token: { name: '__Host-kundig.session_token' },
            oauth_state: { name: '__Host-kundig.oauth_state' },
          },
        }
      : {}),
    database: { generateId: () => uuidv7(), joins: true },
    ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
  } satisfies BetterAuthOptions['advanced']
}

function createDatabaseHooks({ db, logger, onSessionEnded, onSignedUp, currentTerms }: AuthenticationOptions) {
  /** Never throws, because a missing record is harmless: it gives the account no additional permissions. */
  const recordGoogleConfirmation = (owner: { userId: string; email: string }): Promise<void> =>
    saveConfirmation(db, owner, 'google').catch((error: unknown) =>
      logger.warn({ part: 'auth', reason: describeError(error) }, 'recording a confirmation by Google failed'),
    )
  return {
    user: {
      // The provider's picture is not stored. The provider's name is only a suggestion for the profile.
      create: {
        before: async (user) => ({ data: { ...user, image: null, acceptedTerms: currentTerms() } }),
        after: async (user) => {
          if (user.emailVerified) await recordGoogleConfirmation({ userId: user.id, email: user.email })
          await onSignedUp(user.id)
        },
      },
    },
    account: {
      // The provider's tokens are not needed after the sign-in.
      create: {
        before: async (account) => ({ data: { ...account, accessToken: null, refreshToken: null, idToken: null } }),
      },
    },
    session: {
      delete: {
        after: async (session) => {
          onSessionEnded(session.id)
        },
      },
    },
  } satisfies BetterAuthOptions['databaseHooks']
}
