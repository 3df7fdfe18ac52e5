import { Refusal } from '@kundig/contract/errors'

import type { HttpServer } from '../http/http-server.ts'
import type { Origins } from '../http/origins.ts'

/** Where a browser reaches the simulator. */
export const SIMULATOR_PATH = '/stripe-simulator'
/** Card forms and pages with two buttons send less. */
const BODY_LIMIT_BYTES = 16 * 1024

/** The only kind of body that is passed on: what is in it can be looked at. */
const FORM = 'application/x-www-form-urlencoded'

/** What a browser needs of it: the calls that a publishable key may make, and the pages that Stripe would host. */
const ROUTES = [
  '/v1/payment_methods',
  '/v1/setup_intents/:id',
  '/v1/setup_intents/:id/confirm',
  '/v1/payment_intents/:id',
  '/v1/payment_intents/:id/confirm',
  '/hosted/*',
]

/**
 * Passes on what browsers send to the simulator, which itself listens on loopback only. It gets none of our cookies,
 * and no key from outside that could do more than a browser may.
 * @param upstream where it listens, such as `http://127.0.0.1:40123`
 * @param origins where its pages may send people back to, and nowhere else: they have our address
 */
export async function serveSimulator(server: HttpServer, upstream: string, origins: Origins): Promise<void> {
  // Loaded only where it is used.
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
      // Addresses carry what is good once.
      disableRequestLogging: true,
      contentTypesToEncode: [],
      retryMethods: [],
      // Its pages lead on by relative addresses, which hold as they are.
      internalRewriteLocationHeader: false,
      preHandler: (request, reply, done) => {
        const { authorization } = request.headers
        if ((authorization !== undefined && !/^Bearer pk_/iu.test(authorization)) || leadsAway(request.body, origins)) {
          done(new Refusal('FORBIDDEN'))
          return
        }
        // Its answers hold client secrets.
        reply.header('cache-control', 'no-store')
        // Its own policies say who may frame its pages, and no others.
        reply.removeHeader('x-frame-options')
        done()
      },
      replyOptions: {
        // It would take a key among the parameters, too, unless there is one here.
        rewriteRequestHeaders: (_request, { cookie: _ours, ...headers }) => ({ authorization: 'Bearer', ...headers }),
        // Other sites' pages are let in there, where nothing but the key counts; here they are not.
        rewriteHeaders: (headers) =>
          Object.fromEntries(
            Object.entries(headers).filter(([name]) => !/^(?:access-control-|set-cookie$)/u.test(name)),
          ),
      },
    })
  })
}

/** Whether a page that would be made of this request sends people on to an address that is not ours. */
function leadsAway(body: unknown, origins: Origins): boolean {
  if (!Buffer.isBuffer(body)) return false
  return [...new URLSearchParams(body.toString())].some(
    // It reads `[return_url]` as the same name.
    ([name, address]) =>
      name.includes('return_url') && !(URL.canParse(address) && origins.isOurs(new URL(address).origin)),
  )
}
