import { AsyncLocalStorage } from 'node:async_hooks'

import { APIError } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { createRemoteJWKSet, decodeJwt } from 'jose'
import { z } from 'zod'

import { Refusal } from '@kundig/contract/errors'
import { checkFullName, cleanName } from '@kundig/contract/profiles/profile-rules'
import { RAW_LIMITS } from '@kundig/contract/raw-limits'

import type { GoogleIdentity } from './google-join.service.ts'

/** Timeout of the provider (ms), so that a hanging provider does not block a request for ever. */
const PROVIDER_TIMEOUT_MS = 8000

export const GOOGLE_CALLBACK_PATH = '/api/auth/callback/google'

export interface IdentityProvider {
  clientId: string
  clientSecret: string
  authorizationUrl: string
  tokenUrl: string
  jwksUrl: string
  /** Accepted issuers. The first issuer appears in the provider's responses; an `id_token` may name any of them. */
  issuers: [string, ...string[]]
}

/** The endpoints are constants, because their discovery at start or sign-in could hang. */
export function createGoogleProvider({
  clientId,
  clientSecret,
}: {
  clientId: string
  clientSecret: string
}): IdentityProvider {
  return {
    clientId,
    clientSecret,
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
    issuers: ['https://accounts.google.com', 'accounts.google.com'],
  }
}

interface Visit {
  /** Our origin in the visitor's request. */
  origin: string
  admit?: (identity: GoogleIdentity) => Promise<void>
}

const visits = new AsyncLocalStorage<Visit>()

/** Redirects visitors to the origin of their request: localhost and 127.0.0.1, for example, do not share cookies. */
export function runInVisitContext<T>(visit: Visit, work: () => Promise<T>): Promise<T> {
  return visits.run(visit, work)
}

const tokenAnswer = z.object({ id_token: z.string() })
const claims = z.object({
  // Visible ASCII, as OpenID requires.
  sub: z.string().regex(/^[!-~]{1,255}$/u),
  email: z.email().max(254),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  name: z.unknown().optional(),
})

/** Returns an empty text for a name that profiles do not permit (spec 5). */
function toUsableName(name: unknown): string {
  if (typeof name !== 'string' || name.length > RAW_LIMITS.name) return ''
  return checkFullName(name) === null ? cleanName(name) : ''
}

/**
 * Uses an authorization code with PKCE, state and nonce, and verifies the `id_token`'s signature, issuer, audience and
 * expiry. Stores no token of the provider. A sign-in succeeds with a missing or invalid name.
 * @throws APIError GOOGLE_EMAIL_UNVERIFIED, at sign-in, when the provider did not verify the address
 */
export function createGoogleSignIn(provider: IdentityProvider) {
  const plugin = genericOAuth({
    config: [
      {
        providerId: 'google',
        clientId: provider.clientId,
        clientSecret: provider.clientSecret,
        authorizationUrl: provider.authorizationUrl,
        tokenUrl: provider.tokenUrl,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        prompt: 'select_account',
        accountSubject: ({ profile }) => claims.parse(profile).sub,
        getToken: ({ code, codeVerifier, redirectURI }) =>
          redeemGrant(provider, { code, codeVerifier: codeVerifier ?? '', redirectUri: redirectURI }),
        getUserInfo: async ({ idToken }) => {
          const known = claims.safeParse(idToken === undefined ? null : decodeJwt(idToken))
          if (!known.success) return null
          const { sub, email, email_verified, name } = known.data
          if (email_verified !== true && email_verified !== 'true') {
            throw new APIError('FORBIDDEN', { code: 'GOOGLE_EMAIL_UNVERIFIED' })
          }
          await admitIdentity({ subject: sub, email: email.toLowerCase() })
          return { id: sub, sub, email, emailVerified: true, name: toUsableName(name) }
        },
      },
    ],
  })
  const idToken = {
    jwks: createRemoteJWKSet(new URL(provider.jwksUrl), { timeoutDuration: PROVIDER_TIMEOUT_MS }),
    issuer: provider.issuers,
    audience: provider.clientId,
    algorithms: ['RS256'],
  }
  return {
    ...plugin,
    init: async (context: Parameters<typeof plugin.init>[0]) => {
      const made = await plugin.init(context)
      for (const google of made.context.socialProviders.filter(({ id }) => id === 'google')) {
        // Without these fields, the plugin verifies tokens and nonces only for providers that it discovered.
        Object.assign(google, { idToken, issuer: provider.issuers[0], requiresIdTokenNonce: true })
        const { createAuthorizationURL, validateAuthorizationCode } = google
        google.createAuthorizationURL = (data) =>
          createAuthorizationURL({ ...data, redirectURI: chooseRedirectUri(data.redirectURI) })
        google.validateAuthorizationCode = (data) =>
          validateAuthorizationCode({ ...data, redirectURI: chooseRedirectUri(data.redirectURI) })
      }
      return made
    },
  }
}

function chooseRedirectUri(usual: string): string {
  const origin = visits.getStore()?.origin
  return origin === undefined ? usual : `${origin}${GOOGLE_CALLBACK_PATH}`
}

async function admitIdentity(identity: GoogleIdentity): Promise<void> {
  try {
    await visits.getStore()?.admit?.(identity)
  } catch (error) {
    const code = error instanceof Refusal ? error.code : 'GOOGLE_UNAVAILABLE'
    throw new APIError('FORBIDDEN', { code })
  }
}

async function redeemGrant(
  provider: IdentityProvider,
  grant: { code: string; codeVerifier: string; redirectUri: string },
): Promise<{ idToken: string }> {
  const answer = await fetch(provider.tokenUrl, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: grant.code,
      code_verifier: grant.codeVerifier,
      redirect_uri: grant.redirectUri,
      client_id: provider.clientId,
      client_secret: provider.clientSecret,
    }),
  })
  if (!answer.ok) throw new Error(`unexpected status from the identity provider: ${answer.status}`)
  return { idToken: tokenAnswer.parse(await answer.json()).id_token }
}
