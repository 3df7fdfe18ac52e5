import { isUtf8 } from 'node:buffer'

import { fastifyHelmet, type FastifyHelmetOptions } from '@fastify/helmet'
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
import { buildErrorBody } from '@kundig/contract/errors/error-body'

import { isDatabaseUnavailable, describeUnavailability } from '../database/database.ts'
import type { Logger } from '../logging/logger.ts'
import { omitParameters } from './answers.ts'
import { serveCookies } from './cookies.ts'
import { isForeign, type Origins } from './origins.ts'
import { buildPermissionsPolicy } from './permissions-policy.ts'
import { cutOffSlowReaders } from './slow-readers.ts'

/** Maximum size of a JSON body (bytes), much larger than a message of 2,000 characters. */
const BODY_LIMIT_BYTES = 64 * 1024
/** Maximum length of a URL (characters). Node limits URL and headers together. */
const MAX_ADDRESS_LENGTH = 16_384
const REQUEST_TIMEOUT_MS = 30_000
const IDLE_CHECK_MS = 100

export type HttpServer = FastifyInstance

export interface ContentSources {
  script: readonly string[]
  frame: readonly string[]
  connect: readonly string[]
}

export interface HttpServerOptions {
  logger: Logger
  origins: Origins
  inlineScripts: readonly string[]
  contentSources: ContentSources
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[]
}

export async function replyWithError(reply: FastifyReply, code: ErrorCode, field?: string): Promise<void> {
  const body = buildErrorBody(code, field)
  await reply.status(body.status).send(body)
}

export function isPageRequest({ method, url }: { method: string; url: string }): boolean {
  return (
    (method === 'GET' || method === 'HEAD') && !/^\/(?:api|rpc|live|assets|dev|stripe-simulator)(?:\/|\?|$)/u.test(url)
  )
}

export function asksForHtml({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /\btext\/html\b/iu.test(headers.accept ?? '')
}

function isHtmlPageRequest({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  return asksForHtml({ headers }) && isPageRequest({ method, url })
}

export function hasMalformedPath({ originalUrl }: { originalUrl: string }): boolean {
  try {
    decodeURIComponent(originalUrl.split('?')[0] ?? '')
    return false
  } catch {
    return true
  }
}

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

export function setRetryAfter(reply: FastifyReply, error: unknown): void {
  if (error instanceof Refusal && error.retryAfterS !== undefined)
    reply.header('retry-after', String(error.retryAfterS))
}

/** Creates a server with security headers, request limits and stable error codes. It refuses writes by other sites. */
export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { logger, origins, contentSources, trustedProxies } = options
  const server: HttpServer = fastify({
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- without it the instance is typed by pino's logger, which no plugin takes
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Limits that count clients use only `request.ip`, which depends on this list.
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Idle keep-alive connections must not delay a drain.
    forceCloseConnections: 'idle',
    // Requests during a drain are answered as usual, and their connections are then closed.
    return503OnClosing: false,
    // The router allows long parameters: handlers refuse them, and Node limits URLs.
    routerOptions: { maxParamLength: MAX_ADDRESS_LENGTH },
    // Undecodable URLs are escaped, because the router would answer them itself, without our headers.
    rewriteUrl: ({ url = '/' }) => (hasMalformedPath({ originalUrl: url }) ? url.replaceAll('%', '%25') : url),
  })

  cutOffSlowReaders(server.server)

  refuseInvalidUtf8(server)
  await server.register(fastifyHelmet, createSecurityHeaders(options))
  await serveCookies(server, origins)

  const permissions = buildPermissionsPolicy(contentSources.frame)
  server.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissions)
    if (
      isHtmlPageRequest(request) &&
      origins.isOtherName(request.headers.host) &&
      request.originalUrl.startsWith('/')
    ) {
      return reply.redirect(origins.base + request.originalUrl, 307)
    }
    if (/^\/(?:api|rpc)(?:\/|$|\?)/u.test(request.url)) reply.header('cache-control', 'no-store')
    if ((hasMalformedPath(request) || hasMalformedQuery(request)) && !isPageRequest(request))
      throw new Refusal('INVALID_INPUT')
    const writes = request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'OPTIONS'
    if (writes && isForeign(request.headers, origins)) throw new Refusal('FORBIDDEN')
    return undefined
  })

  // Closes connections that become idle during a drain: Fastify closes idle connections only when the drain begins.
  server.addHook('preClose', async () => {
    const idle = setInterval(() => server.server.closeIdleConnections(), IDLE_CHECK_MS)
    idle.unref()
    server.server.once('close', () => clearInterval(idle))
  })

  setErrorHandler(server, logger)
  return server
}

/** Fastify would replace invalid UTF-8 by U+FFFD, and handlers would store the replacement. */
function refuseInvalidUtf8(server: HttpServer): void {
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isUtf8(body)) return parseJson(request, body.toString('utf8'), done)
    return done(new Refusal('INVALID_INPUT'))
  })
}

function createSecurityHeaders({
  origins,
  inlineScripts,
  contentSources,
}: Pick<HttpServerOptions, 'origins' | 'inlineScripts' | 'contentSources'>): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts, ...contentSources.script],
        // React writes style attributes, and the toast library writes a style element. Neither can run code.
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
  }
}

function setErrorHandler(server: HttpServer, logger: Logger): void {
  server.setErrorHandler(async (error: FastifyError | Refusal, _request, reply) => {
    // Keeps the connection open for the rest of a refused body, because an early close often loses the answer.
    reply.removeHeader('connection')
    if (error instanceof Refusal) {
      setRetryAfter(reply, error)
      return replyWithError(reply, error.code, error.field)
    }
    if (error.statusCode === 413) return replyWithError(reply, 'TOO_LARGE')
    if (error.statusCode !== undefined && error.statusCode < 500) return replyWithError(reply, 'INVALID_INPUT')
    if (isDatabaseUnavailable(error)) {
      logger.warn({ reason: describeUnavailability(error) }, 'database unavailable')
      return replyWithError(reply, 'UNAVAILABLE')
    }
    logger.error({ err: omitParameters(error) }, 'unexpected error')
    return replyWithError(reply, 'UNEXPECTED')
  })
}
