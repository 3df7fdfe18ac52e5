import { Resolver } from 'node:dns/promises'
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

import { isPublicAddress, isPublicName } from './public-addresses.ts'

/** Timeout of a whole request, with its name look-up (ms). */
const REQUEST_LIMIT_MS = 10_000
/** Timeout of one query to a name server (ms), and number of tries. */
const NAME_LIMIT_MS = 2000
const NAME_TRIES = 2
/** Maximum connections per host; further requests wait, within `REQUEST_LIMIT_MS`. */
const CONNECTIONS_PER_HOST = 20
/** Maximum size of an ignored body (bytes). A larger body closes its connection. */
const BODY_MAX_BYTES = 16_384
const RETRY_AFTER_MAX_S = 86_400

export type Resolve = (host: string) => Promise<readonly string[]>

/** Error for a refused address, to which no connection was made. */
export class AddressRefusedError extends Error {
  constructor() {
    super('The address is not on the public internet')
    this.name = 'AddressRefusedError'
  }
}

/** The server closed an idle connection just when it was reused: a new connection will work. */
class KeptConnectionLostError extends Error {}

export interface PostAnswer {
  status: number
  retryAfterS: number | undefined
}

interface GuardedPostOptions {
  allowedOrigin?: string | undefined
  resolve?: Resolve | undefined
}

/** Sends requests to addresses given by strangers, but only on the public internet. `allowedOrigin` is for tests. */
export class GuardedPost {
  readonly #deps: GuardedPostOptions
  readonly #resolve
  readonly #agents = {
    https: new HttpsAgent({ keepAlive: true, maxSockets: CONNECTIONS_PER_HOST }),
    http: new HttpAgent({ keepAlive: true, maxSockets: CONNECTIONS_PER_HOST }),
  }
  /** Look-up that Node calls for every new connection to a host name. */
  readonly #lookup: LookupFunction = (host, { all }, done) => {
    resolvePublicAddresses(this.#resolve, host).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        if (all === true) done(null, found)
        else done(null, found[0]?.address ?? '', found[0]?.family)
      },
      (error: unknown) => done(error instanceof Error ? error : new Error('no answer from any name server'), ''),
    )
  }

  constructor(deps: GuardedPostOptions) {
    this.#deps = deps
    this.#resolve = deps.resolve ?? createAddressResolver()
  }

  /**
   * True for an `https:` URL on the default port, in the URL standard's spelling, whose host has only public addresses.
   * Also true when name servers are silent, because each connection checks the addresses again.
   */
  async allows(address: string): Promise<boolean> {
    const url = readPublicUrl(address, this.#deps.allowedOrigin)
    if (url === null) return false
    if (url.origin === this.#deps.allowedOrigin) return true
    try {
      await resolvePublicAddresses(this.#resolve, url.hostname)
      return true
    } catch (error) {
      return !(error instanceof AddressRefusedError) && !isUnknownHostError(error)
    }
  }

  /**
   * Sends a POST without following redirects. Each connection checks the addresses that it uses, so a later DNS answer
   * cannot change them. Throws AddressRefusedError, or an Error after the timeout.
   */
  async post(address: string, headers: Readonly<Record<string, string | number>>, body: Buffer): Promise<PostAnswer> {
    const url = readPublicUrl(address, this.#deps.allowedOrigin)
    if (url === null) throw new AddressRefusedError()
    const isAllowed = url.origin === this.#deps.allowedOrigin
    const options = {
      method: 'POST',
      headers,
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
      ...(isAllowed ? {} : { lookup: this.#lookup }),
    }
    const postOnce = () =>
      new Promise<PostAnswer>((answer, fail) => {
        const request =
          url.protocol === 'http:'
            ? requestHttp(url, { ...options, agent: this.#agents.http })
            : requestHttps(url, { ...options, agent: this.#agents.https })
        request.once('response', (response) => {
          discardBody(response)
          answer({
            status: response.statusCode ?? 0,
            retryAfterS: parseRetryAfter(response.headers['retry-after'], Date.now()),
          })
        })
        // The listener stays, because a connection may break after the answer.
        request.on('error', (error) =>
          fail(request.reusedSocket && isConnectionLost(error) ? new KeptConnectionLostError() : error),
        )
        request.end(body)
      })
    for (;;) {
      try {
        return await postOnce()
      } catch (error) {
        // Each failed try uses up one kept connection, so the loop ends with a new connection.
        if (!(error instanceof KeptConnectionLostError)) throw error
      }
    }
  }

  close(): void {
    this.#agents.https.destroy()
    this.#agents.http.destroy()
  }
}

function readPublicUrl(address: string, allowedOrigin: string | undefined): URL | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  // Only the standard spelling is accepted: the same address in another spelling would count as another address.
  if (url.href !== address || url.username !== '' || url.password !== '' || url.hash !== '') return null
  if (url.origin === allowedOrigin) return url
  return url.protocol === 'https:' && url.port === '' && isPublicName(url.hostname) ? url : null
}

/** Throws AddressRefusedError when any address is not public. */
async function resolvePublicAddresses(resolve: Resolve, host: string): Promise<readonly string[]> {
  const addresses = await resolve(host)
  // All addresses must be public, because a connection may use any of them.
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) throw new AddressRefusedError()
  return addresses
}

/** Queries name servers directly: the system's look-up reads files, and blocks a thread while a server is silent. */
function createAddressResolver(): Resolve {
  const resolver = new Resolver({ timeout: NAME_LIMIT_MS, tries: NAME_TRIES })
  return async (host) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0 && four.status === 'rejected') throw four.reason
    return addresses
  }
}

function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
}

function isUnknownHostError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
}

function discardBody(response: IncomingMessage): void {
  let size = 0
  response.on('error', () => undefined)
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > BODY_MAX_BYTES) response.destroy()
  })
}

/** Parses a Retry-After header with seconds or a date (RFC 9110, 10.2.3). */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d+$/u.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), RETRY_AFTER_MAX_S)
}
