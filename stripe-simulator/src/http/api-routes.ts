import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { readAccess, requireSecretKey } from '../core/access.ts'
import type { Access } from '../core/access.ts'
import { ApiError, createInvalidRequestError, createNoAccessError } from '../core/api-error.ts'
import type { Endpoint, Settings } from '../core/call.ts'
import type { Log } from '../core/log.ts'
import { createListSchema, readParameters, text } from '../core/parameters.ts'
import type { Transaction } from '../core/sql.ts'
import { API_VERSION } from '../core/version.ts'
import type { Database } from '../store/database.ts'
import { waitForFaultRelease, claimFault } from '../store/faults.ts'
import type { Fault } from '../store/faults.ts'
import { findObject, createId } from '../store/object-store.ts'
import { expandAnswer } from './expansion.ts'
import { refuseNullBytes } from './form-body.ts'
import { computeFingerprint, performRequestOnce } from './idempotency.ts'
import type { Answer } from './idempotency.ts'
import { toPublicView } from './public-view.ts'

export interface ApiDependencies {
  database: Database
  settings: Settings
  afterCommit: () => void
  log: Log
}

const UNEXPECTED = new ApiError(500, {
  type: 'api_error',
  message: 'An unknown error occurred in the simulator; its log tells more.',
})

export function registerEndpoints(
  server: FastifyInstance,
  endpoints: readonly Endpoint[],
  dependencies: ApiDependencies,
): void {
  for (const endpoint of endpoints) {
    server.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: (request, reply) => serveEndpoint(endpoint, dependencies, request, reply),
    })
  }
}

export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  return reply.code(error.status).type('application/json').send(formatError(error, 'secret'))
}

async function serveEndpoint(
  endpoint: Endpoint,
  { database, settings, afterCommit, log }: ApiDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const started = Date.now()
  const requestId = createId('req', 14)
  reply.header('request-id', requestId).header('stripe-version', readHeader(request, 'stripe-version') ?? API_VERSION)
  const path = request.url.split('?', 1)[0] ?? '/'
  const fault = await claimFault(database, request.method, path)
  if (fault?.mode === 'drop') return cutConnection(reply)
  const answer = await database
    .transaction((tx) => performRequest(endpoint, { tx, settings, request, requestId, path, fault }))
    .catch((error: unknown): Answer => {
      if (!(error instanceof ApiError)) {
        log({ requestId, path: endpoint.path, error: error instanceof Error ? error.stack : 'unknown' }, 'failed')
      }
      const known = error instanceof ApiError ? error : UNEXPECTED
      return { status: known.status, body: formatError(known, 'secret') }
    })
  afterCommit()
  log({ requestId, method: endpoint.method, path, status: answer.status, ms: Date.now() - started }, 'request')
  if (fault?.mode === 'drop_answer') return cutConnection(reply)
  if (fault?.mode === 'delay_answer') await sleep(Number(fault.ms))
  if (fault?.mode === 'hold_answer') await waitForFaultRelease(database, fault, () => !reply.raw.destroyed)
  const key = readHeader(request, 'idempotency-key')
  if (key !== undefined) reply.header('idempotency-key', key)
  if (answer.originalRequest !== undefined) {
    reply.header('idempotent-replayed', 'true').header('original-request', answer.originalRequest)
  }
  return reply.code(answer.status).type('application/json').send(answer.body)
}

interface Attempt {
  tx: Transaction
  settings: Settings
  request: FastifyRequest
  requestId: string
  path: string
  fault: Fault | undefined
}

async function performRequest(endpoint: Endpoint, attempt: Attempt): Promise<Answer> {
  const { tx, settings, request, requestId, path, fault } = attempt
  const access = readAccess(readHeader(request, 'authorization') ?? findKeyParameter(request), settings)
  if (endpoint.access === 'secret') requireSecretKey(access)
  const account = await findConnectedAccount(endpoint, attempt)
  const own = { ...attempt, tx: { ...tx, account } }
  const raw = readRawParameters(request)
  refuseNullBytes([request.params, raw])
  const key = endpoint.method === 'POST' ? readHeader(request, 'idempotency-key') : undefined
  if (key !== undefined && key.length > 255) {
    throw createInvalidRequestError('Idempotency keys must not be longer than 255 characters.')
  }
  const work = async (): Promise<Answer> => {
    const answer = await runEndpoint(endpoint, own, access, raw, key)
    if (fault?.mode === 'slow') await sleep(Number(fault.ms))
    return answer
  }
  if (key === undefined) return work()
  const fingerprint = computeFingerprint(request.method, `${access} ${path}`, raw)
  return performRequestOnce(own.tx, { key, fingerprint, requestId }, work)
}

async function runEndpoint(
  endpoint: Endpoint,
  { tx, settings, request, requestId, fault }: Attempt,
  access: Access,
  raw: Record<string, unknown>,
  key: string | undefined,
): Promise<Answer> {
  await tx.query('SAVEPOINT attempt')
  try {
    if (fault?.mode === 'refuse') throw toFaultError(fault)
    const { expand, ...params } = raw
    const id: unknown = Reflect.get(Object(request.params), 'id')
    const call = {
      tx,
      settings,
      access,
      id: typeof id === 'string' ? id : '',
      request: { id: requestId, idempotencyKey: key ?? null },
    }
    const isV1 = endpoint.path.startsWith('/v1/')
    const answer = await endpoint.perform(call, isV1 ? params : raw)
    const paths = isV1 ? readParameters(createListSchema(text).default([]), expand) : []
    const whole = await expandAnswer(tx, answer, paths)
    return { status: 200, body: JSON.stringify(access === 'secret' ? whole : toPublicView(whole), null, 2) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!error.isKept) await tx.query('ROLLBACK TO SAVEPOINT attempt')
    return { status: error.status, body: formatError(error, access) }
  }
}

function toFaultError({ status, code }: Fault): ApiError {
  const message = 'An error that the control API asked for.'
  if (code !== null) return new ApiError(status, { type: 'invalid_request_error', code, message })
  if (status === 429) {
    return new ApiError(429, {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Request rate limit exceeded.',
    })
  }
  return new ApiError(status, { type: 'api_error', message })
}

function formatError({ details }: ApiError, access: Access): string {
  const error = {
    ...details,
    ...(details.code === undefined
      ? {}
      : { doc_url: `https://stripe.com/docs/error-codes/${details.code.replaceAll('_', '-')}` }),
  }
  return JSON.stringify({ error: access === 'secret' ? error : toPublicView(error) }, null, 2)
}

function readRawParameters({ method, query, body }: FastifyRequest): Record<string, unknown> {
  const given = method === 'GET' ? query : body
  if (typeof given !== 'object' || given === null) return {}
  // Browsers may send the publishable key among the parameters, but the key is no parameter.
  return Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'key'))
}

/**
 * Reads `Stripe-Account`; null for the platform.
 * @throws ApiError 403 `account_invalid` if the account is not connected, 400 if only the platform may act
 */
async function findConnectedAccount(endpoint: Endpoint, { tx, request }: Attempt): Promise<string | null> {
  const account = readHeader(request, 'stripe-account')
  if (account === undefined && readHeader(request, 'stripe-context') === undefined) return null
  if (account === undefined || !endpoint.forAccounts) {
    throw createInvalidRequestError('This simulator does this for the platform only, not on behalf of an account.')
  }
  if (account === tx.platform) return null
  if ((await findObject(tx, 'v2.core.account', account)) !== undefined) return account
  throw createNoAccessError(account)
}

function findKeyParameter({ query, body }: FastifyRequest): string | undefined {
  for (const given of [body, query]) {
    const key: unknown = Reflect.get(Object(given), 'key')
    if (typeof key === 'string') return `Bearer ${key}`
  }
  return undefined
}

function readHeader({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

function cutConnection(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.socket?.destroy()
  return reply
}
