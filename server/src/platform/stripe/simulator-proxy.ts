import { Refusal } from '@kundig/contract/errors'

import type { HttpServer } from '../http/http-server.ts'
import type { Origins } from '../http/origins.ts'

export const SIMULATOR_PATH = '/stripe-simulator'
/** Maximum body: card forms and pages with two buttons send less. */
const BODY_LIMIT_BYTES = 16 * 1024

/** The only type that passes: its content can be checked. */
const FORM = 'application/x-www-form-urlencoded'

/** Calls that a publishable key permits, and pages that Stripe would host. */
const ROUTES = [
  '/v1/payment_methods',
  '/v1/setup_intents/:id',
  '/v1/setup_intents/:id/confirm',
  '/v1/payment_intents/:id',
  '/v1/payment_intents/:id/confirm',
  '/hosted/*',
]

/** Passes requests to the loopback simulator without cookies or secret keys. Its pages redirect only to `origins`. */
export async function serveSimulator(server: HttpServer, upstream: string, origins: Origins): Promise<void> {
  // Loaded only when used.
  const { fastifyHttpProxy } = await import('@fastify/http-proxy')
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(FORM, { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    await scope.register(fastifyHttpProxy, {
      upstream,
      prefix: SIMULATOR_PATH,
      routes: ROUTES,
      httpMethods: ['GET', 'POST'],
      proxyPayloads: false,
      // Addresses contain one-time codes.
      disableRequestLogging: true,
      contentTypesToEncode: [],
      retryMethods: [],
      // Its relative addresses stay valid.
      internalRewriteLocationHeader: false,
      preHandler: (request, reply, done) => {
        const { authorization } = request.headers
        if ((authorization !== undefined && !/^Bearer pk_/iu.test(authorization)) || leadsAway(request.body, origins)) {
          done(new Refusal('FORBIDDEN'))
          return
        }
        // Its answers contain client secrets.
        reply.header('cache-control', 'no-store')
        // Its own policies decide who may frame its pages.
        reply.removeHeader('x-frame-options')
        done()
      },
      replyOptions: {
        // The simulator would also accept a key among the parameters.
        rewriteRequestHeaders: (_request, { cookie: _ours, ...headers }) => ({ authorization: 'Bearer', ...headers }),
        // Removes the simulator's permission for pages of other sites, which Kundig does not give.
        rewriteHeaders: (headers) =>
          Object.fromEntries(
            Object.entries(headers).filter(([name]) => !/^(?:access-control-|set-cookie$)/u.test(name)),
          ),
      },
    })
  })
}

/** True when the page would redirect to a foreign address. */
function leadsAway(body: unknown, origins: Origins): boolean {
  if (!Buffer.isBuffer(body)) return false
  return [...new URLSearchParams(body.toString())].some(
    // The simulator reads `[return_url]` as the same name.
    ([name, address]) =>
      name.includes('return_url') && !(URL.canParse(address) && origins.isOurs(new URL(address).origin)),
  )
}
