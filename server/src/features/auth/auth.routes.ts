import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { currentPassword, emailField, newPassword, typedCode } from '@kundig/contract/auth/auth-fields'
import { type ErrorCode, Refusal } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'
import { id } from '@kundig/contract/schemas'
import { invitationCode } from '@kundig/contract/waiting-list/waiting-list.contract'

import { implementation, requireViewer } from '../../implementation.ts'
import { createInputRefusal } from '../../platform/http/answers.ts'
import { openCookies } from '../../platform/http/cookies.ts'
import { type HttpServer, replyWithError } from '../../platform/http/http-server.ts'
import type { Origins } from '../../platform/http/origins.ts'
import { readMailLanguage } from '../../platform/http/pages/preferences.ts'
import type { AuthLimits } from './auth.limits.ts'
import { type Authentication, CLIENT_ADDRESS_HEADER } from './authentication.ts'
import type { KnownDevices } from './devices/known-devices.service.ts'
import type { InvitedSignUp } from './invited-sign-up.ts'
import { requireUncommonPassword } from './passwords/common-passwords.ts'
import { queueSignIn } from './passwords/password-queue.ts'
import type { PasswordSignIn } from './passwords/password-sign-in.service.ts'
import type { Terms } from './ports.ts'
import { isBearer, type SessionService } from './sessions/session.service.ts'
import type { SignInCodeService } from './sign-in-codes/sign-in-code.service.ts'

/** Maximum stored length of a user agent (characters). Cutting is safe: headers contain no surrogate pairs. */
const USER_AGENT_MAX = 400

const SIGN_UP = '/api/auth/sign-up/email'
export const SIGN_IN = '/api/auth/sign-in/email'
const SIGN_IN_BY_CODE = '/api/auth/sign-in/code'
const SIGN_OUT = '/api/auth/sign-out'
const TOKEN_HEADER = 'set-auth-token'

// Refuses unknown fields: better-auth would store some of them (`image`) unchecked.
const signUpBody = z
  .strictObject({
    email: emailField,
    password: newPassword,
    name: z.literal('').optional(),
    invitation: invitationCode.optional(),
  })
  .transform((body) => ({ ...body, name: '' }))
// A sign-in does not validate the password, because details of an invalid one would help a guesser.
const signInBody = z.strictObject({ email: emailField, password: currentPassword })
const signInByCodeBody = z.strictObject({ email: emailField, code: typedCode, question: id.optional() })
const signOutBody = z.strictObject({}).optional()
export const BODIES = { signUp: signUpBody, signIn: signInBody, signInByCode: signInByCodeBody, signOut: signOutBody }

export interface AuthenticationRoutes {
  authentication: Authentication
  sessions: SessionService
  limits: AuthLimits
  passwords: PasswordSignIn
  codes: SignInCodeService
  knownDevices: KnownDevices
  origins: Origins
  findAccount: (email: string) => Promise<string | null>
  recordLanguage: (userId: string, language: Language) => Promise<void>
  invited: InvitedSignUp
  /** Called after an account with an unconfirmed address is committed; never throws. */
  onSignedUp: (email: string, language: Language) => Promise<void>
}

export function serveAuthentication(server: HttpServer, options: AuthenticationRoutes): void {
  const { authentication, sessions, limits, passwords, codes, knownDevices, origins } = options
  const { findAccount, invited, onSignedUp } = options

  const recordLanguageByEmail = async (request: FastifyRequest, email: string): Promise<void> => {
    const userId = await findAccount(email)
    if (userId !== null) await options.recordLanguage(userId, readMailLanguage(request))
  }

  const hasSession = async (headers: Headers): Promise<boolean> => {
    const { viewer, waiting, restricted } = await sessions.identify(headers)
    return (viewer ?? waiting ?? restricted) !== null
  }

  const signUp = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { invitation, ...body } = readBody(signUpBody, request)
    requireUncommonPassword(body.password, 'password')
    await limits.signUp(request.ip)
    if (invitation !== undefined) await invited.require(invitation, body.email)
    const answer = await authentication.handler(toRequestWithoutCookies(request, origins, body))
    // The second of two simultaneous sign-ups fails with better-auth's own error, which becomes EMAIL_TAKEN.
    if (answer.status === 422 && (await findAccount(body.email)) !== null) throw new Refusal('EMAIL_TAKEN', 'email')
    if (!answer.ok) return sendAnswer(reply, answer)
    const isConfirmed = invitation !== undefined && (await invited.accept(invitation, body.email))
    if (!isConfirmed) await onSignedUp(body.email, readMailLanguage(request))
    addTokenHeader(request, reply, answer)
    await knownDevices.remember(openCookies(request, reply), body.email, readMailLanguage(request))
    await recordLanguageByEmail(request, body.email)
    return sendAnswer(reply, answer)
  }

  const completeSignIn = async (
    request: FastifyRequest,
    reply: FastifyReply,
    answer: Response,
    { email, ...result }: { email: string } & SignInResult,
  ): Promise<FastifyReply> => {
    addTokenHeader(request, reply, answer)
    if (await requiresSecondFactor(answer)) return sendAnswer(reply, answer, { second_factor: true })
    await knownDevices.remember(openCookies(request, reply), email, readMailLanguage(request))
    await recordLanguageByEmail(request, email)
    return sendAnswer(reply, answer, result)
  }

  const signIn = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const body = readBody(signInBody, request)
    const known = await knownDevices.find(openCookies(request, reply), body.email)
    const attempt = await limits.signIn(request.ip, body.email, known)
    const asked = toRequestWithoutCookies(request, origins, body)
    const answer = await passwords.signIn(body.email, asked).catch(async (error: unknown) => {
      await attempt.undecided()
      throw error
    })
    if (!answer) throw new Refusal('WRONG_CREDENTIALS')
    if (!answer.ok) return sendAnswer(reply, answer)
    await attempt.succeeded()
    return completeSignIn(request, reply, answer, { email: body.email })
  }

  const signInByCode = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const mailed = readBody(signInByCodeBody, request)
    const known = await knownDevices.find(openCookies(request, reply), mailed.email)
    const attempt = await limits.signIn(request.ip, mailed.email, known)
    const { headers } = toRequestWithoutCookies(request, origins, {})
    const signedIn = await codes.signIn(mailed, headers, readMailLanguage(request)).catch(async (error: unknown) => {
      if (!(error instanceof Refusal)) await attempt.undecided()
      throw error
    })
    await attempt.succeeded()
    const { answer, isReplaced } = signedIn
    return completeSignIn(request, reply, answer, { email: mailed.email, ...(isReplaced && { access_replaced: true }) })
  }

  server.post(SIGN_UP, (request, reply) => queueSignIn(() => signUp(request, reply)))
  server.post(SIGN_IN, (request, reply) => queueSignIn(() => signIn(request, reply)))

  server.post(SIGN_IN_BY_CODE, (request, reply) => queueSignIn(() => signInByCode(request, reply)))

  server.post(SIGN_OUT, async (request, reply) => {
    readBody(signOutBody, request)
    const { authorization } = request.headers
    // A request with a token ends the token's session, even if it also has cookies of another session.
    const asked = isBearer(authorization)
      ? toRequestWithoutCookies(request, origins, {})
      : toWebRequest(request, origins, {})
    if (isBearer(authorization)) asked.headers.set('authorization', authorization)
    const answer = await authentication.handler(asked)
    // better-auth reports success even if the session remains. A failed logout must not look successful.
    if (answer.ok && (await hasSession(asked.headers))) throw new Refusal('UNAVAILABLE')
    return sendAnswer(reply, answer)
  })

  server.all('/api/auth/*', async (_request, reply) => replyWithError(reply, 'NOT_FOUND'))
}

/** Returns the token only to programs. Browsers send an origin with every POST, and no script may read the token. */
function addTokenHeader(request: FastifyRequest, reply: FastifyReply, answer: Response): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  const token = answer.headers.get(TOKEN_HEADER)
  if (origin === undefined && site === undefined && token !== null) reply.header(TOKEN_HEADER, token)
}

/** Omits the cookies, so that no old session interferes. */
export function toRequestWithoutCookies(
  request: FastifyRequest,
  origins: Origins,
  body: Record<string, unknown>,
  path?: string,
): Request {
  const asked = toWebRequest(request, origins, body, path)
  asked.headers.delete('cookie')
  return asked
}

export function readBody<Body>(schema: z.ZodType<Body>, request: FastifyRequest): Body {
  const body = schema.safeParse(request.body ?? undefined)
  if (!body.success) throw createInputRefusal(body.error.issues)
  return body.data
}

/** Adds our origin if a program sent none, because better-auth would otherwise refuse the request's cookies. */
export function toWebRequest(
  request: FastifyRequest,
  origins: Origins,
  body?: Record<string, unknown>,
  path: string = request.url,
): Request {
  const headers = new Headers()
  for (const name of ['cookie', 'origin', 'user-agent', 'accept-language'] as const) {
    const value = request.headers[name]
    if (value !== undefined) headers.set(name, name === 'user-agent' ? value.slice(0, USER_AGENT_MAX) : value)
  }
  if (!headers.has('origin')) headers.set('origin', origins.base)
  headers.set(CLIENT_ADDRESS_HEADER, request.ip)
  if (body) headers.set('content-type', 'application/json')
  return new Request(new URL(path, 'http://internal'), {
    method: request.method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

interface SignInResult {
  second_factor?: true
  /** True when this sign-in confirmed the address, which ended every earlier way to log in. */
  access_replaced?: true
}

/** Forwards the cookies, but replaces a success's body: the body repeats the token, which no script may read. */
export async function sendAnswer(
  reply: FastifyReply,
  answer: Response,
  result: SignInResult = {},
): Promise<FastifyReply> {
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  if (answer.ok) return reply.send({ ok: true, ...result })
  const body = providerError.safeParse(await answer.json().catch(() => null))
  const meant = body.success && Object.hasOwn(REFUSALS, body.data.code) ? REFUSALS[body.data.code] : undefined
  if (meant) throw new Refusal(meant.code, meant.field)
  throw new Refusal(answer.status === 403 ? 'FORBIDDEN' : answer.status < 500 ? 'INVALID_INPUT' : 'UNEXPECTED')
}

export async function requiresSecondFactor(answer: Response): Promise<boolean> {
  return letIn.parse(await answer.clone().json()).user.twoFactorEnabled === true
}

const letIn = z.object({ user: z.object({ twoFactorEnabled: z.boolean().nullish() }) })

const providerError = z.object({ code: z.string() })

const REFUSALS: Record<string, { code: ErrorCode; field?: string }> = {
  INVALID_EMAIL_OR_PASSWORD: { code: 'WRONG_CREDENTIALS' },
  USER_ALREADY_EXISTS: { code: 'EMAIL_TAKEN', field: 'email' },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { code: 'EMAIL_TAKEN', field: 'email' },
  INVALID_EMAIL: { code: 'EMAIL_INVALID', field: 'email' },
  PASSWORD_TOO_SHORT: { code: 'PASSWORD_TOO_SHORT', field: 'password' },
  PASSWORD_TOO_LONG: { code: 'PASSWORD_TOO_LONG', field: 'password' },
}

export function createAuthProcedures({
  hasProfile,
  sessions,
  recordLanguage,
  terms,
}: {
  hasProfile: (userId: string) => Promise<boolean>
  sessions: SessionService
  recordLanguage: (userId: string, language: Language) => Promise<void>
  terms: Terms
}) {
  return {
    acceptTerms: implementation.auth.acceptTerms.handler(async ({ context, input }) => {
      await terms.accept(requireViewer(context).userId, input.version)
      return { ok: true as const }
    }),
    session: implementation.auth.session.handler(async ({ context: { viewer, pageLanguage } }) => {
      if (!viewer) return null
      if (pageLanguage !== null) await recordLanguage(viewer.userId, pageLanguage)
      const [account, has_profile] = await Promise.all([sessions.account(viewer.userId), hasProfile(viewer.userId)])
      if (!account) return null
      const owed = terms.findPendingTerms(account.acceptedTerms)
      return {
        user: {
          id: viewer.userId,
          email: viewer.email,
          email_verified: account.emailVerified,
          has_password: account.hasPassword,
          suggested_name: account.name,
        },
        session_id: viewer.sessionId,
        has_profile,
        expires_at: viewer.expiresAt.toISOString(),
        ...(account.role && { role: account.role }),
        ...(owed && { terms: { version: owed.version, gate_at: owed.gateAt.toISOString() } }),
      }
    }),
  }
}
