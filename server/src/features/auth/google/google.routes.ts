import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { currentPassword } from '@kundig/contract/auth/auth-fields'
import {
  GOOGLE_JOIN_PATH,
  GOOGLE_JOIN_QUERY,
  GOOGLE_RETURN_PATH,
  GOOGLE_START_PATH,
  type GoogleRefusal,
  isGoogleRefusal,
} from '@kundig/contract/auth/google-sign-in'
import { Refusal } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'
import { createRawTextSchema } from '@kundig/contract/schemas'

import { implementation } from '../../../implementation.ts'
import { toHostCookieName, openCookies } from '../../../platform/http/cookies.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import type { Origins } from '../../../platform/http/origins.ts'
import { readPreferences } from '../../../platform/http/pages/preferences.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import type { AuthLimits } from '../auth.limits.ts'
import {
  toWebRequest,
  requiresSecondFactor,
  readBody,
  sendAnswer,
  SIGN_IN,
  toRequestWithoutCookies,
} from '../auth.routes.ts'
import type { Authentication } from '../authentication.ts'
import type { KnownDevices } from '../devices/known-devices.service.ts'
import { queueSignIn } from '../passwords/password-queue.ts'
import type { PasswordSignIn } from '../passwords/password-sign-in.service.ts'
import type { SessionService } from '../sessions/session.service.ts'
import { ASKED_FOR_S, type GoogleIdentity, type GoogleJoinService } from './google-join.service.ts'
import { GOOGLE_CALLBACK_PATH, runInVisitContext } from './google-provider.ts'

const REFUSALS: Record<string, GoogleRefusal> = {
  access_denied: 'GOOGLE_CANCELLED',
  // A concurrent sign-in changed the account.
  account_not_linked: 'AUTHENTICATION_FAILED',
  // The provider did not answer, or answered without a token.
  invalid_code: 'GOOGLE_UNAVAILABLE',
  server_error: 'GOOGLE_UNAVAILABLE',
  temporarily_unavailable: 'GOOGLE_UNAVAILABLE',
}

/** Query of the callback. A visitor can forge every value. */
export const callbackQuery = z.object({
  state: createRawTextSchema(200).min(1),
  code: createRawTextSchema(2000).optional(),
  error: createRawTextSchema(200).optional(),
  iss: createRawTextSchema(200).optional(),
})

export interface GoogleOptions {
  authentication: Authentication
  sessions: SessionService
  limits: AuthLimits
  passwords: PasswordSignIn
  joins: GoogleJoinService
  knownDevices: KnownDevices
  recordLanguage: (userId: string, language: Language) => Promise<void>
  origins: Origins
  logger: Logger
  available: boolean
}

/**
 * Each route redirects the browser to the provider, or to one fixed page of ours that may ask for a password. A request
 * cannot change these targets.
 */
export function serveGoogleSignIn(server: HttpServer, options: GoogleOptions): void {
  const { authentication, sessions, limits, passwords, joins, knownDevices, origins, logger, available } = options
  const questionCookie = toHostCookieName('kundig.google_join', origins)

  server.get(GOOGLE_START_PATH, async (request, reply) => {
    if (!available) return redirectWithOutcome(reply, 'GOOGLE_UNAVAILABLE')
    // A page of another site must not start a sign-in.
    if (request.headers['sec-fetch-site'] === 'cross-site') return redirectWithOutcome(reply, 'AUTHENTICATION_FAILED')
    if (await isOverLimit(limits.googleStart(request.ip))) return redirectWithOutcome(reply, 'TOO_MANY_ATTEMPTS')
    const { language } = readPreferences(request)
    const answer = await runInVisitContext({ origin: chooseOrigin(request, origins) }, () =>
      authentication.signInSocial({
        body: {
          provider: 'google',
          callbackURL: GOOGLE_RETURN_PATH,
          errorCallbackURL: GOOGLE_RETURN_PATH,
          // Language of the provider's pages: `ui_locales` is the standard's parameter, `hl` is Google's own.
          additionalParams: { ui_locales: language, hl: language },
        },
        headers: new Headers({ cookie: request.headers.cookie ?? '' }),
        asResponse: true,
      }),
    )
    const location = answer.headers.get('location')
    if (location === null) {
      logger.error({ part: 'auth', status: answer.status }, 'starting Google sign-in failed')
      return redirectWithOutcome(reply, 'GOOGLE_UNAVAILABLE')
    }
    return reply.header('set-cookie', answer.headers.getSetCookie()).redirect(location, 302)
  })

  server.get(GOOGLE_CALLBACK_PATH, async (request, reply) => {
    if (!available) return redirectWithOutcome(reply, 'GOOGLE_UNAVAILABLE')
    const query = callbackQuery.safeParse(request.query)
    if (!query.success) return redirectWithOutcome(reply, 'AUTHENTICATION_FAILED')
    if (await isOverLimit(limits.googleReturn(request.ip))) return redirectWithOutcome(reply, 'TOO_MANY_ATTEMPTS')
    let question: string | null = null
    const admit = async (identity: GoogleIdentity): Promise<void> => {
      question = await joins.prepare(identity, readPreferences(request).language)
      // Google alone does not prove this account, so the window asks for the password.
      if (question !== null) throw new Refusal('PASSWORD_NEEDED')
    }
    const answer = await runInVisitContext({ origin: chooseOrigin(request, origins), admit }, () =>
      authentication.handler(toWebRequest(request, origins)),
    )
    if (question !== null) {
      openCookies(request, reply).write(questionCookie, question, ASKED_FOR_S)
      return reply.redirect(`${GOOGLE_RETURN_PATH}${GOOGLE_JOIN_QUERY}`, 302)
    }
    const cookies = answer.headers.getSetCookie()
    const refusal = await readRefusal(answer)
    if (refusal === null) {
      const { viewer: known, restricted } = await sessions.identify(toCookieHeader(cookies))
      const viewer = known ?? restricted?.viewer
      if (viewer) {
        const { language } = readPreferences(request)
        await knownDevices.remember(openCookies(request, reply), viewer.email, language)
        await options.recordLanguage(viewer.userId, language)
      }
    }
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    return redirectWithOutcome(reply, refusal)
  })

  server.get(GOOGLE_JOIN_PATH, async (request, reply) => {
    const { email } = await joins.read(openCookies(request, reply).read(questionCookie))
    return reply.send({ email })
  })

  const join = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { password } = readBody(joinBody, request)
    const cookies = openCookies(request, reply)
    const question = await joins.read(cookies.read(questionCookie))
    const { email } = question
    const attempt = await limits.signIn(request.ip, email, await knownDevices.find(cookies, email))
    const asked = toRequestWithoutCookies(request, origins, { email, password }, SIGN_IN)
    const answer = await passwords.signIn(email, asked).catch(async (error: unknown) => {
      await attempt.undecided()
      throw error
    })
    if (!answer?.ok) throw new Refusal('WRONG_PASSWORD', 'password')
    await attempt.succeeded()
    const { language } = readPreferences(request)
    await joins.finish(question, language)
    if (!(await requiresSecondFactor(answer))) await knownDevices.remember(cookies, email, language)
    cookies.write(questionCookie, '', 0)
    return sendAnswer(reply, answer)
  }

  server.post(GOOGLE_JOIN_PATH, (request, reply) => queueSignIn(() => join(request, reply)))
}

export const joinBody = z.strictObject({ password: currentPassword })

export function createGoogleProcedures({ available, showsMail }: { available: boolean; showsMail: boolean }) {
  return {
    providers: implementation.auth.providers.handler(async ({ context }) => ({
      google: available,
      dev_mail: showsMail && context.isFromHere,
    })),
  }
}

async function isOverLimit(attempt: Promise<void>): Promise<boolean> {
  try {
    await attempt
    return false
  } catch (error) {
    if (error instanceof Refusal && error.code === 'TOO_MANY_ATTEMPTS') return true
    throw error
  }
}

function toCookieHeader(setCookies: readonly string[]): Headers {
  return new Headers({ cookie: setCookies.map((line) => line.split(';')[0]).join('; ') })
}

async function readRefusal(answer: Response): Promise<GoogleRefusal | null> {
  const location = answer.headers.get('location')
  if (location === null) {
    const body: unknown = await answer.json().catch(() => null)
    const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
    return isGoogleRefusal(code) ? code : 'AUTHENTICATION_FAILED'
  }
  if (location === GOOGLE_RETURN_PATH) return null
  const error = new URL(location, 'http://internal').searchParams.get('error') ?? ''
  return (Object.hasOwn(REFUSALS, error) ? REFUSALS[error] : undefined) ?? 'AUTHENTICATION_FAILED'
}

function redirectWithOutcome(reply: FastifyReply, refusal: GoogleRefusal | null): FastifyReply {
  return reply.redirect(refusal === null ? GOOGLE_RETURN_PATH : `${GOOGLE_RETURN_PATH}?error=${refusal}`, 302)
}

/** Uses the configured origin if the Host header does not name one of ours. */
function chooseOrigin(request: FastifyRequest, origins: Origins): string {
  const claimed = `${origins.secure ? 'https' : 'http'}://${request.headers.host ?? ''}`
  return origins.isOurs(claimed) ? claimed : origins.base
}
