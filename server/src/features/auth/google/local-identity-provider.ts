import { createHash, randomBytes } from 'node:crypto'

import type { FastifyReply } from 'fastify'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { z } from 'zod'

import { Refusal } from '@kundig/contract/errors'

import type { HttpServer } from '../../../platform/http/http-server.ts'
import { isFromThisMachine } from '../../../platform/http/loopback.ts'
import type { Origins } from '../../../platform/http/origins.ts'
import { readPreferences } from '../../../platform/http/pages/preferences.ts'
import { fillHtml } from '../../../platform/settings/site-marks.ts'
import type { SiteSettingsStore } from '../../../platform/settings/site-settings.ts'
import { GOOGLE_CALLBACK_PATH, type IdentityProvider } from './google-provider.ts'
import { PRETEND_ACCOUNTS, type PretendAccount } from './local-identity-accounts.ts'
import { renderChooserPage, renderExpiredPage } from './local-identity-page.ts'

const MOUNT = '/dev/identity'
const CLIENT_ID = 'kundig'
const KEY = { alg: 'RS256', kid: 'local' } as const
/** Lifetime of a code and of an `id_token` (s). */
const GOOD_FOR_S = 60
/** Maximum stored codes. A further code replaces the oldest. */
const CODES_MAX = 1000

export interface LocalIdentityOptions {
  origins: Origins
  loopbackUrl: string
  siteSettings: Pick<SiteSettingsStore, 'read'>
}

interface Grant {
  account: PretendAccount
  nonce: string
  redirectUri: string
  /** SHA-256 of the verifier (PKCE). */
  challenge: string
  expiresAt: number
}

/**
 * Serves a development fake of Google to this machine only, at every address of the site. Our client verifies the
 * fake's answers like Google's.
 */
export async function serveLocalIdentity(server: HttpServer, options: LocalIdentityOptions): Promise<IdentityProvider> {
  const { origins, loopbackUrl, siteSettings } = options
  const issuer = `${origins.base}${MOUNT}`
  const clientSecret = randomToken()
  const { privateKey, publicKey } = await generateKeyPair(KEY.alg)
  const jwk = { ...(await exportJWK(publicKey)), ...KEY, use: 'sig' }
  const grants = new Grants(clientSecret)
  const sendPage = (reply: FastifyReply, status: number, html: string): FastifyReply =>
    reply
      .status(status)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(fillHtml(html, siteSettings.read().face))

  await server.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.addHook('onRequest', async (request) => {
      if (!isFromThisMachine(request)) throw new Refusal('NOT_FOUND')
    })
    serveChooser(scope, { origins, issuer, grants, sendPage })
    scope.post(`${MOUNT}/token`, async (request, reply) => {
      const grant = grants.take(request.body)
      if (!grant) return reply.status(400).send({ error: 'invalid_grant' })
      const idToken = await signIdToken(grant, issuer, privateKey)
      return reply.send({ token_type: 'Bearer', access_token: randomToken(), id_token: idToken })
    })
    scope.get(`${MOUNT}/jwks`, (_request, reply) => reply.send({ keys: [jwk] }))
  })

  return {
    clientId: CLIENT_ID,
    clientSecret,
    authorizationUrl: `${issuer}/auth`,
    tokenUrl: `${loopbackUrl}${MOUNT}/token`,
    jwksUrl: `${loopbackUrl}${MOUNT}/jwks`,
    issuers: [issuer],
  }
}

class Grants {
  readonly #grants = new Map<string, Grant>()
  readonly #exchange

  constructor(clientSecret: string) {
    this.#exchange = z.object({
      client_id: z.literal(CLIENT_ID),
      client_secret: z.literal(clientSecret),
      grant_type: z.literal('authorization_code'),
      code: z.string(),
      code_verifier: z.string(),
      redirect_uri: z.string(),
    })
  }

  /** Stores a grant. @returns its code */
  put(grant: Grant): string {
    const oldest = this.#grants.size >= CODES_MAX ? this.#grants.keys().next().value : undefined
    if (oldest !== undefined) this.#grants.delete(oldest)
    const code = randomToken()
    this.#grants.set(code, grant)
    return code
  }

  /** Consumes a code. Returns null if the code, the verifier or another part of the exchange does not match. */
  take(body: unknown): Grant | null {
    const read = this.#exchange.safeParse(body)
    if (!read.success) return null
    const { code, code_verifier: verifier, redirect_uri: redirectUri } = read.data
    const grant = this.#grants.get(code)
    this.#grants.delete(code)
    const fits =
      grant?.redirectUri === redirectUri &&
      grant.challenge === createHash('sha256').update(verifier).digest('base64url') &&
      grant.expiresAt > Date.now()
    return fits ? grant : null
  }
}

interface Chooser {
  origins: Origins
  issuer: string
  grants: Grants
  sendPage: (reply: FastifyReply, status: number, html: string) => FastifyReply
}

function serveChooser(scope: HttpServer, { origins, issuer, grants, sendPage }: Chooser): void {
  const redirectUris = origins.all.map((origin) => `${origin}${GOOGLE_CALLBACK_PATH}`)
  const question = z.object({
    client_id: z.literal(CLIENT_ID),
    response_type: z.literal('code'),
    redirect_uri: z.enum(redirectUris),
    state: z.string(),
    nonce: z.string(),
    code_challenge: z.string(),
    code_challenge_method: z.literal('S256'),
  })
  scope.get(`${MOUNT}/auth`, async (request, reply) => {
    const { language } = readPreferences(request)
    if (!question.safeParse(request.query).success) return sendPage(reply, 400, renderExpiredPage(language))
    const { search } = new URL(request.url, origins.base)
    return sendPage(
      reply,
      200,
      renderChooserPage((choice) => `${MOUNT}/choose/${choice}${search}`, language),
    )
  })

  scope.get<{ Params: { account: string } }>(`${MOUNT}/choose/:account`, async (request, reply) => {
    const asked = question.safeParse(request.query)
    const account = PRETEND_ACCOUNTS.find(({ id }) => id === request.params.account)
    if (!asked.success || (account === undefined && request.params.account !== 'cancel')) {
      return sendPage(reply, 404, renderExpiredPage(readPreferences(request).language))
    }
    const { redirect_uri: redirectUri, state, nonce, code_challenge: challenge } = asked.data
    const expiresAt = Date.now() + GOOD_FOR_S * 1000
    const result = account
      ? { code: grants.put({ account, nonce, redirectUri, challenge, expiresAt }) }
      : { error: 'access_denied' }
    const query = new URLSearchParams({ ...result, state, iss: issuer })
    return reply.redirect(`${redirectUri}?${query.toString()}`, 303)
  })
}

function signIdToken({ account, nonce }: Grant, issuer: string, key: CryptoKey): Promise<string> {
  return new SignJWT({
    nonce,
    name: account.name,
    email: account.email,
    email_verified: account.emailVerified,
    picture: `https://pictures.example/${account.id}.png`,
  })
    .setProtectedHeader(KEY)
    .setSubject(account.id)
    .setIssuer(issuer)
    .setAudience(CLIENT_ID)
    .setIssuedAt()
    .setExpirationTime(`${GOOD_FOR_S} s`)
    .sign(key)
}

const randomToken = (): string => randomBytes(32).toString('base64url')
