import { randomBytes } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'
import { exportJWK, generateKeyPair } from 'jose'
import { interactionPolicy, Provider } from 'oidc-provider'

import { Refusal } from '@kundig/contract/errors'
import { isLanguage, type Language } from '@kundig/contract/languages'

import type { HttpServer } from '../../../platform/http/http-server.ts'
import { isFromHere } from '../../../platform/http/loopback.ts'
import type { Origins } from '../../../platform/http/origins.ts'
import { fillHtml } from '../../../platform/settings/site-marks.ts'
import type { SiteSettingsStore } from '../../../platform/settings/site-settings.ts'
import { GOOGLE_CALLBACK_PATH, type IdentityProvider } from './google-provider.ts'
import { PRETEND_ACCOUNTS } from './local-identity-accounts.ts'
import { chooserPage, overPage } from './local-identity-page.ts'
import { createMemoryAdapter } from './local-identity-store.ts'

const MOUNT = '/dev/identity'
/** What of the provider is served; it knows more endpoints than a sign-in needs. */
const ENDPOINTS = { authorization: '/auth', token: '/token', jwks: '/jwks' } as const
const CLIENT_ID = 'kundig'
/** How long a visitor may take to choose (s). */
const CHOICE_S = 600

export interface LocalIdentityOptions {
  origins: Origins
  /** Where this process reaches itself, such as http://127.0.0.1:3000. */
  backChannel: string
  siteSettings: Pick<SiteSettingsStore, 'read'>
}

/**
 * Stands in for Google where there is none: an OpenID provider with pretend accounts, for trying Kundig out.
 *
 * It is served by the same process under `/dev/identity`, not on a port of its own, so that the button works
 * wherever the site itself can be reached (another machine, a container, a tunnel). Keys, codes and choices
 * live in memory and are made anew at each start: nothing outlives a sign-in of a few seconds. It keeps no
 * session of its own, so that every sign-in asks again whom to be.
 * @returns the provider as our client sees it, the very kind of thing that Google is to us
 */
export async function serveLocalIdentity(server: HttpServer, options: LocalIdentityOptions): Promise<IdentityProvider> {
  const { origins, backChannel, siteSettings } = options
  const sendPage = (reply: FastifyReply, status: number, html: string): FastifyReply =>
    reply
      .status(status)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(fillHtml(html, siteSettings.read().face))
  const issuer = `${origins.base}${MOUNT}`
  const clientSecret = randomBytes(32).toString('base64url')
  const provider = await createProvider({
    issuer,
    clientSecret,
    redirectUris: origins.all.map((origin) => `${origin}${GOOGLE_CALLBACK_PATH}`),
  })
  const handle = provider.callback()

  await server.register(async (scope) => {
    // The provider parses bodies itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    // Only this machine may sign in here: anybody else could become anybody.
    scope.addHook('onRequest', async (request) => {
      if (!isFromHere(request)) throw new Refusal('NOT_FOUND')
    })

    for (const path of [ENDPOINTS.authorization, `${ENDPOINTS.authorization}/:uid`, ENDPOINTS.token, ENDPOINTS.jwks]) {
      scope.all(`${MOUNT}${path}`, async (request, reply) => {
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined) reply.raw.setHeader(name, value)
        }
        reply.hijack()
        await handle(mounted(request, origins), reply.raw)
      })
    }

    scope.get<{ Params: { uid: string } }>(`${MOUNT}/choose/:uid`, async (request, reply) => {
      const choice = await findChoice(provider, request, reply)
      if (choice === null) return sendPage(reply, 404, overPage(chooseLanguage(undefined)))
      return sendPage(reply, 200, chooserPage(`${MOUNT}/choose/${choice.uid}`, chooseLanguage(choice.params)))
    })

    scope.get<{ Params: { uid: string; account: string } }>(`${MOUNT}/choose/:uid/:account`, async (request, reply) => {
      const choice = await findChoice(provider, request, reply)
      const account = PRETEND_ACCOUNTS.find(({ id }) => id === request.params.account)
      if (choice === null || (account === undefined && request.params.account !== 'cancel')) {
        return sendPage(reply, 404, overPage(chooseLanguage(choice?.params)))
      }
      const result = account
        ? { login: { accountId: account.id, remember: false }, select_account: {} }
        : { error: 'access_denied' }
      return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303)
    })
  })

  return {
    clientId: CLIENT_ID,
    clientSecret,
    authorizationUrl: `${issuer}${ENDPOINTS.authorization}`,
    tokenUrl: `${backChannel}${MOUNT}${ENDPOINTS.token}`,
    jwksUrl: `${backChannel}${MOUNT}${ENDPOINTS.jwks}`,
    issuers: [issuer],
  }
}

async function createProvider({
  issuer,
  clientSecret,
  redirectUris,
}: {
  issuer: string
  clientSecret: string
  redirectUris: string[]
}): Promise<Provider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'local', use: 'sig', alg: 'RS256' }
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)

  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(32).toString('base64url')], long: { path: MOUNT }, short: { path: MOUNT } },
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    routes: ENDPOINTS,
    features: {
      devInteractions: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // As Google does: the claims are in the id_token itself.
    conformIdTokenClaims: false,
    expiresWithSession: () => false,
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Grant: 60, Interaction: CHOICE_S, Session: CHOICE_S },
    interactions: { policy, url: (_context, interaction) => `${MOUNT}/choose/${interaction.uid}` },
    findAccount: (_context, id) => {
      const known = PRETEND_ACCOUNTS.find((account) => account.id === id)
      return known && { accountId: id, claims: () => toClaims(known) }
    },
    // Our own site is the only client: nobody is asked whether it may know their address.
    loadExistingGrant: async (context) => {
      const grant = new provider.Grant({ clientId: CLIENT_ID, accountId: context.oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    renderError: (context) => {
      context.type = 'html'
      context.body = overPage(chooseLanguage(context.oidc.params))
    },
  })
  provider.proxy = true
  return provider
}

function toClaims({ id, name, email, emailVerified }: (typeof PRETEND_ACCOUNTS)[number]) {
  return { sub: id, name, email, email_verified: emailVerified, picture: `https://pictures.example/${id}.png` }
}

/** The request as the provider expects it: without the path that it is mounted on, at an address of ours. */
function mounted(request: FastifyRequest, origins: Origins): FastifyRequest['raw'] {
  const { raw } = request
  const protocol = origins.secure ? 'https' : 'http'
  const isOurs = origins.isOurs(`${protocol}://${request.headers.host ?? ''}`)
  raw.headers['x-forwarded-proto'] = protocol
  raw.headers['x-forwarded-host'] = isOurs ? request.headers.host : new URL(origins.base).host
  return Object.assign(raw, { originalUrl: request.url, url: request.url.slice(MOUNT.length) })
}

/** The sign-in that a visitor is asked about, if it is theirs (by cookie) and not over. */
async function findChoice(
  provider: Provider,
  request: FastifyRequest<{ Params: { uid: string } }>,
  reply: FastifyReply,
): Promise<{ uid: string; params: Record<string, unknown> } | null> {
  const found = await provider.interactionDetails(request.raw, reply.raw).catch(() => null)
  return found?.uid === request.params.uid ? found : null
}

function chooseLanguage(params: object | undefined): Language {
  const asked = params && 'ui_locales' in params ? params.ui_locales : undefined
  return isLanguage(asked) ? asked : 'en'
}
