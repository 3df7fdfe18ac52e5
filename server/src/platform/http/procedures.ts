import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import { fastifySwagger } from '@fastify/swagger'
import { fastifySwaggerUi } from '@fastify/swagger-ui'
import type { OpenAPI } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import { OpenAPIHandler } from '@orpc/openapi/fastify'
import { type Context, ORPCError, type Router } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fastify'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { Refusal } from '@kundig/contract/errors'

import type { Logger } from '../logging/logger.ts'
import { toErrorAnswer, findIssues } from './answers.ts'
import { matchesEntityTag } from './files/entity-tag.ts'
import { createPathUpgrade, describeFormerPaths } from './former-paths.ts'
import { type HttpServer, replyWithError, setRetryAfter } from './http-server.ts'
import { chooseEncoding } from './pages/preferences.ts'
import { dropUnknownFields } from './unknown-fields.ts'

const DOCUMENT_PATH = '/api/openapi.json'
const PAGE_PATH = '/api/docs'

export interface ProceduresOptions<C extends Context> {
  // oxlint-disable-next-line typescript/no-explicit-any -- a router of any shape is served alike
  router: Router<any, C>
  createContext: (request: FastifyRequest, reply: FastifyReply) => Promise<C>
  logger: Logger
  info: { version: string; description: string }
  readTitle: () => string
  /** Documented routes other than procedures, below `/api` or at their own `servers`. */
  otherPaths: OpenAPI.PathsObject
  /** Map from former to present paths below `/api`. Former paths are served, and deprecated in the document. */
  formerPaths: Readonly<Record<string, string>>
  /** Counts a request for the document. Throws the refusal TOO_MANY_ATTEMPTS. */
  countDocument: (clientAddress: string) => void
  nameCall?: ((request: FastifyRequest, prefix: string, procedure: string) => void) | undefined
}

/** Methods that call procedures. `/rpc` would execute HEAD and OPTIONS without a check of the origin. */
const CALLED_BY: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** Serves every procedure as REST below `/api`, and below `/rpc` for web clients, which may be of a later release. */
export async function serveProcedures<C extends Context>(
  server: HttpServer,
  options: ProceduresOptions<C>,
): Promise<void> {
  const { createContext, logger, readTitle, countDocument } = options
  const replies = new AsyncLocalStorage<FastifyReply>()
  const handlers = createHandlers(options, replies)
  const generate = () => generateDocument(options)
  await serveApiDescription(server, { generate, readTitle, count: countDocument })

  for (const { prefix, handler } of handlers) {
    server.all(`${prefix}/*`, async (request, reply) => {
      // HEAD is handled as GET, and Node then sends no body.
      if (prefix === '/api' && request.method === 'HEAD') request.raw.method = 'GET'
      if (!CALLED_BY.has(request.method)) {
        await replyWithError(reply, 'NOT_FOUND')
        return reply
      }
      let context: C
      try {
        context = await createContext(request, reply)
      } catch (error) {
        const { code, status, message, data } = toErrorAnswer(error, logger, { route: prefix })
        return reply.status(status).send({ defined: true, code, status, message, data })
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-assertion -- oRPC leaves `context` out of its options' type for a context that may be empty, and C may be
      const { matched } = await replies.run(reply, () => handler.handle(request, reply, { prefix, context } as never))
      if (!matched) await replyWithError(reply, 'NOT_FOUND')
      return reply
    })
  }
}

function createHandlers<C extends Context>(options: ProceduresOptions<C>, replies: AsyncLocalStorage<FastifyReply>) {
  const { router, formerPaths } = options
  const upgradePath = createPathUpgrade('/api', formerPaths)
  const forOurTabs = createInterceptors('/rpc', options, replies)
  forOurTabs.clientInterceptors.push(retryWithoutUnknownFields)
  const forPrograms = createInterceptors('/api', options, replies)
  return [
    { prefix: '/rpc', handler: new RPCHandler<C>(router, forOurTabs) },
    {
      prefix: '/api',
      handler: new OpenAPIHandler<C>(router, {
        ...forPrograms,
        interceptors: [
          (step) => step.next({ ...step, request: { ...step.request, url: upgradePath(step.request.url) } }),
          ...forPrograms.interceptors,
        ],
      }),
    },
  ] as const
}

interface Call<C> {
  next: () => Promise<unknown>
  path: readonly string[]
  context: C
  input: unknown
}

/** Interceptors convert errors of procedures and unreadable input. Each handler gets its own lists, which it extends. */
function createInterceptors<C extends Context>(
  prefix: string,
  { logger, nameCall }: Pick<ProceduresOptions<C>, 'logger' | 'nameCall'>,
  replies: AsyncLocalStorage<FastifyReply>,
) {
  const answering = async <T>({ next }: { next: () => Promise<T> }, context: Record<string, unknown>): Promise<T> => {
    try {
      return await next()
    } catch (error) {
      const reply = replies.getStore()
      if (reply) setRetryAfter(reply, error)
      throw toErrorAnswer(error, logger, context)
    }
  }
  // Contexts of calls that reached their procedure. A call that fails earlier could not be parsed, and gets a 400.
  const reached = new WeakSet<object>()
  const reading = async <T>(next: () => Promise<T>, context: object): Promise<T> => {
    try {
      return await next()
    } catch (error) {
      throw reached.has(context) || error instanceof ORPCError ? error : new Refusal('INVALID_INPUT')
    }
  }
  return {
    clientInterceptors: [
      (step: Call<C>) => {
        reached.add(step.context)
        const reply = nameCall && replies.getStore()
        if (reply) nameCall(reply.request, prefix, step.path.join('.'))
        return answering(step, { procedure: step.path.join('.') })
      },
    ],
    interceptors: [
      <T>(step: { next: () => Promise<T>; context: C }) =>
        answering({ next: () => reading(step.next, step.context) }, {}),
    ],
  }
}

/** `/rpc` drops unknown fields, which tabs of a later release send. `/api` refuses unknown fields as misspellings. */
async function retryWithoutUnknownFields({ next, input }: Pick<Call<unknown>, 'next' | 'input'>): Promise<unknown> {
  try {
    return await next()
  } catch (error) {
    if (dropUnknownFields(input, findIssues(error))) return next()
    throw error
  }
}

/** Generates the OpenAPI document. This takes long, because it converts every schema. */
async function generateDocument<C extends Context>({
  router,
  info,
  formerPaths,
  otherPaths,
}: Pick<ProceduresOptions<C>, 'router' | 'info' | 'formerPaths' | 'otherPaths'>) {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const { paths, ...rest } = await generator.generate(router, {
    info: { title: '', ...info },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'kundig.session_token' },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
    security: [{ session: [] }, { token: [] }],
  })
  return { ...rest, paths: { ...describeFormerPaths(paths ?? {}, formerPaths), ...otherPaths } }
}

interface DescriptionOptions {
  generate: () => Promise<{ info: object }>
  readTitle: () => string
  count: (clientAddress: string) => void
}

/** Serves the OpenAPI document, generated once per title, and a page to read it. */
async function serveApiDescription(
  server: HttpServer,
  { generate, readTitle, count }: DescriptionOptions,
): Promise<void> {
  let generated: ReturnType<typeof generate> | undefined
  let made: { title: string; copies: ReturnType<typeof encodeApiDocument> } | undefined

  async function encodeApiDocument(title: string) {
    const document = await (generated ??= generate())
    const content = Buffer.from(JSON.stringify({ ...document, info: { ...document.info, title } }))
    const etag = `"${createHash('sha256').update(content).digest('base64url')}"`
    return { etag, content, gzipped: await promisify(gzip)(content) }
  }

  server.get(DOCUMENT_PATH, async (request, reply) => {
    count(request.ip)
    const title = readTitle()
    if (made?.title !== title) made = { title, copies: encodeApiDocument(title) }
    const { etag, content, gzipped } = await made.copies
    reply.header('cache-control', 'public, no-cache').header('vary', 'accept-encoding').header('etag', etag)
    if (matchesEntityTag(request, etag)) return reply.status(304).send()
    reply.type('application/json; charset=utf-8')
    if (chooseEncoding(request, ['gzip']) === null) return reply.send(content)
    return reply.header('content-encoding', 'gzip').send(gzipped)
  })

  await server.register(async (docs) => {
    // Without this hook, the package of the page would serve its own copies of the document.
    docs.addHook('onRequest', async (request, reply) => {
      const path = request.url.split('?')[0]
      if (path === `${PAGE_PATH}/json`) return reply.redirect(DOCUMENT_PATH, 301)
      if (path === `${PAGE_PATH}/yaml`) throw new Refusal('NOT_FOUND')
      return undefined
    })
    await docs.register(fastifySwagger, {
      mode: 'static',
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is served is made above
      specification: { document: {} as never },
    })
    await docs.register(fastifySwaggerUi, { routePrefix: PAGE_PATH, staticCSP: true, theme: { title: 'API' } })
  })
}
