import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { checkEmail, checkNewPassword, normaliseEmail } from '@kundig/contract/auth/credentials'
import { firstLanguage, type Language, LOCALE_HEADER } from '@kundig/contract/languages'
import { textField } from '@kundig/contract/schemas'

import { implementation } from '../../implementation.ts'
import { refusalOfInput } from '../../platform/http/answers.ts'
import { type HttpServer, replyWithError } from '../../platform/http/http-server.ts'
import type { Logger } from '../../platform/logging/logger.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import { type Authentication, CLIENT_ADDRESS_HEADER } from './authentication.ts'
import type { KnownDevices } from './known-devices.service.ts'
import type { SessionService } from './session.service.ts'

const SIGN_UP = '/api/auth/sign-up/email'
const SIGN_IN = '/api/auth/sign-in/email'
const SIGN_OUT = '/api/auth/sign-out'

const email = textField(checkEmail, normaliseEmail)

// What each of better-auth's endpoints may be sent. Unknown fields are refused here: better-auth would store
// some of them (`image`) as they come.
const signUpBody = z
  .strictObject({
    email,
    password: textField(checkNewPassword, (password) => password),
    name: z.literal('').optional(),
  })
  .transform((body) => ({ ...body, name: '' }))
// A sign-in is judged by whether it matches: telling what is wrong with the password would help a guesser.
const signInBody = z.strictObject({ email, password: z.string().min(1, { error: 'FIELD_REQUIRED' }).max(1000) })
const signOutBody = z.strictObject({}).optional()

export interface AuthenticationRoutes {
  authentication: Authentication
  limits: AttemptLimits
  devices: KnownDevices
  logger: Logger
  /** Called when an account has been made and committed; never throws. */
  onSignedUp: (email: string, language: Language) => Promise<void>
}

/** Serves sign-up, sign-in and sign-out under `/api/auth`. */
export function serveAuthentication(server: HttpServer, options: AuthenticationRoutes): void {
  const { authentication, limits, devices, logger, onSignedUp } = options

  /** Whoever logs in shows a password: their cookies are left out, so that no old one gets in its way. */
  const logIn = (request: FastifyRequest, body: Record<string, unknown>): Promise<Response> => {
    const asked = asWebRequest(request, body)
    asked.headers.delete('cookie')
    return authentication.handler(asked)
  }

  /** The cookie that names the browser. What is done already must not fail for want of it. */
  const remember = async (request: FastifyRequest, owner: string): Promise<string[]> => {
    try {
      return [await devices.remember(request.headers.cookie, owner)]
    } catch (error) {
      logger.warn({ part: 'auth', reason: error instanceof Error ? error.name : '' }, 'browser not remembered')
      return []
    }
  }

  server.post(SIGN_UP, async (request, reply) => {
    const body = read(signUpBody, request)
    await limits.signUp(request.ip)
    const answer = await logIn(request, body)
    if (!answer.ok) return send(reply, answer)
    await onSignedUp(body.email, firstLanguage(request.headers[LOCALE_HEADER], request.headers['accept-language']))
    return send(reply, answer, await remember(request, body.email))
  })

  server.post(SIGN_IN, async (request, reply) => {
    const body = read(signInBody, request)
    const known = await devices.find(request.headers.cookie, body.email)
    const attempt = await limits.signIn(request.ip, body.email, known)
    const answer = await logIn(request, body)
    if (!answer.ok) return send(reply, answer)
    await attempt.succeeded()
    return send(reply, answer, await remember(request, body.email))
  })

  server.post(SIGN_OUT, async (request, reply) => {
    read(signOutBody, request)
    return send(reply, await authentication.handler(asWebRequest(request, {})))
  })

  server.all('/api/auth/*', async (_request, reply) => replyWithError(reply, 'NOT_FOUND'))
}

function read<Body>(schema: z.ZodType<Body>, request: FastifyRequest): Body {
  const body = schema.safeParse(request.body ?? undefined)
  if (!body.success) throw refusalOfInput(body.error.issues)
  return body.data
}

/** The request for better-auth, with what it may know of the client's. */
export function asWebRequest(request: FastifyRequest, body?: Record<string, unknown>): Request {
  const headers = new Headers()
  for (const name of ['cookie', 'origin', 'user-agent', 'accept-language'] as const) {
    const value = request.headers[name]
    if (value !== undefined) headers.set(name, value)
  }
  headers.set(CLIENT_ADDRESS_HEADER, request.ip)
  if (body) headers.set('content-type', 'application/json')
  return new Request(new URL(request.url, 'http://internal'), {
    method: request.method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

/**
 * Hands better-auth's answer on. Of a success only the cookie: its body repeats the session's token, which
 * no script of the page may ever see.
 */
async function send(reply: FastifyReply, answer: Response, moreCookies: string[] = []): Promise<FastifyReply> {
  const cookies = [...answer.headers.getSetCookie(), ...moreCookies]
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  if (answer.ok) return reply.send({ ok: true })
  return reply
    .status(answer.status)
    .type('application/json; charset=utf-8')
    .send(await answer.text())
}

/** The session procedure of the contract. */
export function authProcedures({
  hasProfile,
  sessions,
}: {
  hasProfile: (userId: string) => Promise<boolean>
  sessions: SessionService
}) {
  return {
    session: implementation.auth.session.handler(async ({ context: { viewer } }) => {
      if (!viewer) return null
      const [account, has_profile] = await Promise.all([sessions.account(viewer.userId), hasProfile(viewer.userId)])
      if (!account) return null
      return {
        user: {
          id: viewer.userId,
          email: viewer.email,
          email_verified: account.emailVerified,
          has_password: account.hasPassword,
        },
        session_id: viewer.sessionId,
        has_profile,
        expires_at: viewer.expiresAt.toISOString(),
      }
    }),
  }
}
