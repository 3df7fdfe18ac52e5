import { Refusal } from '@kundig/contract/errors'

import type { HttpServer } from '../http/http-server.ts'
import type { Origins } from '../http/origins.ts'

export const SIMULATOR_PATH = '/stripe-simulator'
/** Maximum body (bytes): card forms and the simulator's pages send less. */
const BODY_LIMIT_BYTES = 16 * 1024

/** Only permitted content type, because its content can be checked. */
const FORM = 'application/x-www-form-urlencoded'

/** Permitted routes: calls for which a publishable key suffices, and pages that Stripe would host. */
const ROUTES = [
  '/v1/payment_methods',
  '/v1/setup_intents/:id',
  '/v1/setup_intents/:id/confirm',
  '/v1/payment_intents/:id',
  '/v1/payment_intents/:id/confirm',
  '/hosted/*',
]

/** Proxies requests to the simulator, without cookies or secret keys. Its pages may redirect only to `origins`. */
export async function serveSimulator(server: HttpServer, upstream: string, origins: Origins): Promise<void> {
  // The proxy is loaded only when the simulator is used.
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
      // Requests are not logged, because their URLs contain one-time codes.
      disableRequestLogging: true,
      contentTypesToEncode: [],
      retryMethods: [],
      // The simulator's redirects are relative, and stay valid without rewriting.
      internalRewriteLocationHeader: false,
      preHandler: (request, reply, done) => {
        const { authorization } = request.headers
        if (
          (authorization !== undefined && !/^Bearer pk_/iu.test(authorization)) ||
          hasForeignReturnUrl(request.body, origins)
        ) {
          done(new Refusal('FORBIDDEN'))
          return
        }
        // The simulator's answers contain client secrets, so they are not cached.
        reply.header('cache-control', 'no-store')
        // The simulator's own policies decide which pages may frame its pages.
        reply.removeHeader('x-frame-options')
        done()
      },
      replyOptions: {
        // An empty bearer token keeps the simulator from accepting a key among the parameters.
        rewriteRequestHeaders: (_request, { cookie: _ours, ...headers }) => ({ authorization: 'Bearer', ...headers }),
        // Kundig removes the simulator's CORS headers, which would permit calls by pages of other sites.
        rewriteHeaders: (headers) =>
          Object.fromEntries(
            Object.entries(headers).filter(([name]) => !/^(?:access-control-|set-cookie$)/u.test(name)),
          ),
      },
    })
  })
}

function hasForeignReturnUrl(body: unknown, origins: Origins): boolean {
  if (!Buffer.isBuffer(body)) return false
  return [...new URLSearchParams(body.toString())].some(
    // `includes` also finds `[return_url]`, which the simulator parses as the same name.
    ([name, address]) =>
      name.includes('return_url') && !(URL.canParse(address) && origins.isOurs(new URL(address).origin)),
  )
}
