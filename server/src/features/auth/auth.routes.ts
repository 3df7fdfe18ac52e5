import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { checkEmail, checkNewPassword, normaliseEmail } from '@kundig/contract/auth/credentials'
import { textField } from '@kundig/contract/schemas'

import { implementation } from '../../implementation.ts'
import { refusalOfInput } from '../../platform/http/answers.ts'
import { type HttpServer, replyWithError } from '../../platform/http/http-server.ts'
import { type Authentication, CLIENT_ADDRESS_HEADER } from './authentication.ts'

const email = textField(checkEmail, normaliseEmail)

/**
 * What each of better-auth's endpoints may be sent. Unknown fields are refused here: better-auth would
 * store some of them (`image`) as they come.
 */
const BODIES: Record<string, z.ZodType<Record<string, unknown>>> = {
  '/api/auth/sign-up/email': z
    .strictObject({
      email,
      password: textField(checkNewPassword, (password) => password),
      name: z.literal('').optional(),
    })
    .transform((body) => ({ ...body, name: '' })),
  // A sign-in is judged by whether it matches: telling what is wrong with the password would help a guesser.
  '/api/auth/sign-in/email': z.strictObject({
    email,
    password: z.string().min(1, { error: 'FIELD_REQUIRED' }).max(1000),
  }),
  '/api/auth/sign-out': z
    .strictObject({})
    .optional()
    .transform(() => ({})),
}

/** Serves sign-up, sign-in and sign-out under `/api/auth`. */
export function serveAuthentication(server: HttpServer, authentication: Authentication): void {
  for (const [path, schema] of Object.entries(BODIES)) {
    server.post(path, async (request, reply) => {
      const body = schema.safeParse(request.body ?? undefined)
      if (!body.success) throw refusalOfInput(body.error.issues)
      const answer = await authentication.handler(asWebRequest(request, body.data))
      return send(reply, answer)
    })
  }
  server.all('/api/auth/*', async (_request, reply) => replyWithError(reply, 'NOT_FOUND'))
}

function asWebRequest(request: FastifyRequest, body?: Record<string, unknown>): Request {
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
async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  if (answer.ok) return reply.send({ ok: true })
  return reply
    .status(answer.status)
    .type('application/json; charset=utf-8')
    .send(await answer.text())
}

/** The session procedure of the contract. */
export function authProcedures({ hasProfile }: { hasProfile: (userId: string) => Promise<boolean> }) {
  return {
    session: implementation.auth.session.handler(async ({ context: { viewer } }) => {
      if (!viewer) return null
      return {
        user: { id: viewer.userId, email: viewer.email },
        has_profile: await hasProfile(viewer.userId),
        expires_at: viewer.expiresAt.toISOString(),
      }
    }),
  }
}
