import { isUtf8 } from 'node:buffer'

import { fastifyHelmet } from '@fastify/helmet'
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'

import { type ErrorCode, Refusal } from '@kundig/contract/errors'
import { errorBody } from '@kundig/contract/errors/error-body'

import { isDatabaseUnavailable, describeUnavailability } from '../database/database.ts'
import type { Logger } from '../logging/logger.ts'
import { withoutParameters } from './answers.ts'
import { serveCookies } from './cookies.ts'
import { isForeign, type Origins } from './origins.ts'
import { permissionsPolicy } from './permissions-policy.ts'
import { cutOffSlowReaders } from './slow-readers.ts'

/** The largest JSON body (bytes): a message of 2,000 characters fits many times over. */
const BODY_LIMIT_BYTES = 64 * 1024
/** Node refuses longer ones, with all headers (characters). */
const MAX_ADDRESS_LENGTH = 16_384
/** A client that has not sent its request by then is cut off (ms). */
const REQUEST_TIMEOUT_MS = 30_000
/** How often a drain looks for connections that have become idle (ms). */
const IDLE_CHECK_MS = 100

export type HttpServer = FastifyInstance

/** Sources of the Content-Security-Policy, such as `https://js.stripe.com`. */
export interface ContentSources {
  script: readonly string[]
  frame: readonly string[]
  connect: readonly string[]
}

export interface HttpServerOptions {
  logger: Logger
  origins: Origins
  /** CSP hashes of the inline scripts in our own pages, such as `'sha256-…'`. */
  inlineScripts: readonly string[]
  /** Whose scripts and frames our pages may show besides our own, and whom they may ask. */
  contentSources: ContentSources
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For is believed; anybody else's changes nothing. */
  trustedProxies: readonly string[]
}

/** Answers with one of the catalogue's errors, in the shape that every API error has. */
export async function replyWithError(reply: FastifyReply, code: ErrorCode, field?: string): Promise<void> {
  const body = errorBody(code, field)
  await reply.status(body.status).send(body)
}

/** Whether a page belongs at an address, whatever comes of it: for a browser, or for a program that looks whether it is there. */
export function isForPages({ method, url }: { method: string; url: string }): boolean {
  return (
    (method === 'GET' || method === 'HEAD') && !/^\/(?:api|rpc|live|assets|dev|stripe-simulator)(?:\/|\?|$)/u.test(url)
  )
}

/** Whether a client names HTML among what it takes, as browsers do when somebody goes to an address. */
export function asksForHtml({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /\btext\/html\b/iu.test(headers.accept ?? '')
}

/** Whether somebody goes to a page, or looks where it is. */
function isVisit({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  return asksForHtml({ headers }) && isForPages({ method, url })
}

/** Whether an address cannot be read, as its percent signs stand for no text. */
export function isMalformed({ originalUrl }: { originalUrl: string }): boolean {
  try {
    decodeURIComponent(originalUrl.split('?')[0] ?? '')
    return false
  } catch {
    return true
  }
}

/** Whether a query's percent signs stand for no text. */
function hasMalformedQuery({ originalUrl }: { originalUrl: string }): boolean {
  const start = originalUrl.indexOf('?')
  if (start === -1) return false
  try {
    decodeURIComponent(originalUrl.slice(start))
    return false
  } catch {
    return true
  }
}

/** Tells a client that was refused for now how long to wait, where that is known. */
export function sayWhenToRetry(reply: FastifyReply, error: unknown): void {
  if (error instanceof Refusal && error.retryAfterS !== undefined)
    reply.header('retry-after', String(error.retryAfterS))
}

/**
 * The HTTP server with what every answer needs: security headers, limits on what a client may send, no
 * writing from foreign pages, no caching of API answers, and errors as stable codes.
 */
export async function createHttpServer({
  logger,
  origins,
  inlineScripts,
  contentSources,
  trustedProxies,
}: HttpServerOptions): Promise<HttpServer> {
  const server: HttpServer = fastify({
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- without it the instance is typed by pino's logger, which no plugin takes
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // `request.ip` is the only address that anything is counted by.
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Keep-alive connections that do nothing must not hold up a drain.
    forceCloseConnections: 'idle',
    // A request that arrives during a drain is answered, and its connection closed: clients do not notice the drain.
    return503OnClosing: false,
    // The handler refuses a parameter that is too long; Node bounds the whole address.
    routerOptions: { maxParamLength: MAX_ADDRESS_LENGTH },
    // The router would answer an address that it cannot decode by itself, without our headers and in a shape of its own. It
    // gets one that it can decode and that no route serves; `isMalformed` tells the two apart.
    rewriteUrl: ({ url = '/' }) => (isMalformed({ originalUrl: url }) ? url.replaceAll('%', '%25') : url),
  })

  cutOffSlowReaders(server.server)

  // Fastify would replace bytes that are no text by U+FFFD, which would be stored as if somebody had written it.
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isUtf8(body)) return parseJson(request, body.toString('utf8'), done)
    return done(new Refusal('INVALID_INPUT'))
  })

  await server.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts, ...contentSources.script],
        // React writes style attributes, and the toast library a style element; neither can run code.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", ...contentSources.connect],
        frameSrc: ["'self'", ...contentSources.frame],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: origins.secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  })

  await serveCookies(server, origins)

  const permissions = permissionsPolicy(contentSources.frame)
  server.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissions)
    if (isVisit(request) && origins.isOtherName(request.headers.host) && request.originalUrl.startsWith('/')) {
      return reply.redirect(origins.base + request.originalUrl, 307)
    }
    if (/^\/(?:api|rpc)(?:\/|$|\?)/u.test(request.url)) reply.header('cache-control', 'no-store')
    if ((isMalformed(request) || hasMalformedQuery(request)) && !isForPages(request)) throw new Refusal('INVALID_INPUT')
    const writes = request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'OPTIONS'
    if (writes && isForeign(request.headers, origins)) throw new Refusal('FORBIDDEN')
    return undefined
  })

  // Fastify closes what is idle when a drain begins; a request that is under way then leaves one more.
  server.addHook('preClose', async () => {
    const idle = setInterval(() => server.server.closeIdleConnections(), IDLE_CHECK_MS)
    idle.unref()
    server.server.once('close', () => clearInterval(idle))
  })

  server.setErrorHandler(async (error: FastifyError | Refusal, _request, reply) => {
    // Fastify would close the connection of a client that still sends a refused body, and often the answer would be lost
    // with it. The rest is read and dropped, for no longer than a request may take.
    reply.removeHeader('connection')
    if (error instanceof Refusal) {
      sayWhenToRetry(reply, error)
      return replyWithError(reply, error.code, error.field)
    }
    if (error.statusCode === 413) return replyWithError(reply, 'TOO_LARGE')
    if (error.statusCode !== undefined && error.statusCode < 500) return replyWithError(reply, 'INVALID_INPUT')
    if (isDatabaseUnavailable(error)) {
      logger.warn({ reason: describeUnavailability(error) }, 'database unavailable')
      return replyWithError(reply, 'UNAVAILABLE')
    }
    logger.error({ err: withoutParameters(error) }, 'unexpected error')
    return replyWithError(reply, 'UNEXPECTED')
  })

  return server
}
