import formBody from '@fastify/formbody'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'

import { ApiError, createInvalidRequestError } from '../core/api-error.ts'
import type { Log } from '../core/log.ts'
import { createId } from '../store/object-store.ts'
import { sendError } from './api-routes.ts'
import { decodeForm } from './form-body.ts'

const BODY_BYTES = 1024 * 1024
const IDLE_CHECK_MS = 100

/** Known operations of Stripe that are not implemented. */
const NOT_YET = /^\/v1\/(refunds\/[^/]+\/cancel|charges\/[^/]+\/refund|payouts|topups)/

export function createServer(log: Log): FastifyInstance {
  const server = fastify({
    bodyLimit: BODY_BYTES,
    routerOptions: { querystringParser: decodeForm, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
  })
  server.register(formBody, { parser: decodeForm })
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body.length === 0 ? {} : JSON.parse(body.toString()))
    } catch {
      done(createInvalidRequestError('Invalid JSON: the body could not be read.'))
    }
  })

  // Fastify closes idle connections only once, at the start. Connections that become idle later are closed here.
  server.addHook('preClose', async () => {
    const idle = setInterval(() => server.server.closeIdleConnections(), IDLE_CHECK_MS)
    idle.unref()
    server.server.once('close', () => clearInterval(idle))
  })

  // Browsers call the API with the publishable key. Every origin is allowed, because each call needs a key.
  server.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/v1/')) return
    reply
      .header('access-control-allow-origin', '*')
      .header('access-control-expose-headers', 'Request-Id, Stripe-Should-Retry, Idempotent-Replayed')
    if (request.method !== 'OPTIONS') return
    await reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'Authorization, Content-Type, Idempotency-Key, Stripe-Version')
      .header('access-control-max-age', '600')
      .send()
  })

  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const message = NOT_YET.test(path)
      ? `Not supported by this simulator yet (${request.method}: ${path}).`
      : `Unrecognized request URL (${request.method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`
    return sendError(
      reply.header('request-id', createId('req', 14)),
      new ApiError(404, { type: 'invalid_request_error', message }),
    )
  })
  server.setErrorHandler((error, _request, reply) => {
    reply.header('request-id', createId('req', 14))
    if (error instanceof ApiError) return sendError(reply, error)
    const status = readStatus(error)
    if (status < 500)
      return sendError(reply, new ApiError(status, { type: 'invalid_request_error', message: describeError(error) }))
    log({ error: error instanceof Error ? error.stack : 'unknown' }, 'failed')
    return sendError(reply, new ApiError(500, { type: 'api_error', message: 'An unknown error occurred.' }))
  })
  return server
}

function readStatus(error: unknown): number {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : 'Invalid request.'
}
