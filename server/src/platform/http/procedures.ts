import { AsyncLocalStorage } from 'node:async_hooks'

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
import { answerTo, findIssues } from './answers.ts'
import { type HttpServer, replyWithError, sayWhenToRetry } from './http-server.ts'
import { dropUnknownFields } from './unknown-fields.ts'

export interface ProceduresOptions<C extends Context> {
  // oxlint-disable-next-line typescript/no-explicit-any -- a router of any shape is served alike
  router: Router<any, C>
  createContext: (request: FastifyRequest, reply: FastifyReply) => Promise<C>
  logger: Logger
  /** What the OpenAPI document says of itself. */
  info: { version: string; description: string }
  /** Whose document it is, at that time. */
  readTitle: () => string
  /** What is served besides procedures, for the OpenAPI document: below `/api`, or where its own `servers` say. */
  otherPaths: OpenAPI.PathsObject
  /** Told which procedure a request calls, and under which prefix. */
  nameCall?: ((request: FastifyRequest, prefix: string, procedure: string) => void) | undefined
}

/**
 * The methods by which procedures are called. `/rpc` would also execute HEAD and OPTIONS, whose origin nobody checks.
 */
const CALLED_BY: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Serves every procedure of a router twice: as plain REST under `/api` (with its OpenAPI document and a
 * page to read it), where unknown fields are refused, and under `/rpc` for our own client, which derives its types from
 * the contract and may be of a later release.
 */
export async function serveProcedures<C extends Context>(
  server: HttpServer,
  options: ProceduresOptions<C>,
): Promise<void> {
  const { router, createContext, logger, info, readTitle, otherPaths, nameCall } = options
  const replies = new AsyncLocalStorage<FastifyReply>()
  const answering = async <T>({ next }: { next: () => Promise<T> }, context: Record<string, unknown>): Promise<T> => {
    try {
      return await next()
    } catch (error) {
      const reply = replies.getStore()
      if (reply) sayWhenToRetry(reply, error)
      throw answerTo(error, logger, context)
    }
  }
  // A call that fails before its procedure is reached could not be parsed: the client's mistake, so a 400.
  const reached = new WeakSet<object>()
  const reading = async <T>(next: () => Promise<T>, context: object): Promise<T> => {
    try {
      return await next()
    } catch (error) {
      throw reached.has(context) || error instanceof ORPCError ? error : new Refusal('INVALID_INPUT')
    }
  }
  // Around the procedure, for what it refuses, and around the handler, for what cannot even be read. Made
  // anew for each handler: handlers add their own to the lists that they are given.
  interface Call {
    next: () => Promise<unknown>
    path: readonly string[]
    context: C
    input: unknown
  }
  const interceptors = (prefix: string) => ({
    clientInterceptors: [
      (step: Call) => {
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
  })
  // A tab of a later release sends our own client's calls with fields that this server does not know: the rest counts. A
  // program that sends them to `/api` has misspelt one, and is told.
  const droppingUnknown = async ({ next, input }: Call): Promise<unknown> => {
    try {
      return await next()
    } catch (error) {
      if (dropUnknownFields(input, findIssues(error))) return next()
      throw error
    }
  }
  const forOurTabs = interceptors('/rpc')
  forOurTabs.clientInterceptors.push(droppingUnknown)
  const handlers = [
    { prefix: '/rpc', handler: new RPCHandler<C>(router, forOurTabs) },
    { prefix: '/api', handler: new OpenAPIHandler<C>(router, interceptors('/api')) },
  ] as const

  // Made when somebody asks for it, once: converting every schema takes longer than all else that is done here.
  const generate = async () => {
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
    return { ...rest, paths: { ...paths, ...otherPaths } }
  }
  let generated: ReturnType<typeof generate> | undefined
  const readDocument = async () => {
    generated ??= generate()
    const document = await generated
    return { ...document, info: { ...document.info, title: readTitle() } }
  }
  await server.register(async (docs) => {
    // The page's package asks for the document, and would not wait for it.
    let latest: object = {}
    docs.addHook('preHandler', async () => {
      latest = await readDocument()
    })
    await docs.register(fastifySwagger, {
      mode: 'static',
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is served is made by the transformation below
      specification: { document: {} as never },
    })
    await docs.register(fastifySwaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      theme: { title: 'API' },
      transformSpecification: () => latest,
      transformSpecificationClone: false,
    })
    docs.get('/api/openapi.json', async () => latest)
  })

  for (const { prefix, handler } of handlers) {
    server.all(`${prefix}/*`, async (request, reply) => {
      if (!CALLED_BY.has(request.method)) {
        await replyWithError(reply, 'NOT_FOUND')
        return reply
      }
      let context: C
      try {
        context = await createContext(request, reply)
      } catch (error) {
        const { code, status, message, data } = answerTo(error, logger, { route: prefix })
        return reply.status(status).send({ defined: true, code, status, message, data })
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-assertion -- oRPC leaves `context` out of its options' type for a context that may be empty, and C may be
      const { matched } = await replies.run(reply, () => handler.handle(request, reply, { prefix, context } as never))
      if (!matched) await replyWithError(reply, 'NOT_FOUND')
      return reply
    })
  }
}
