import { Resolver } from 'node:dns/promises'
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

import { isPublicAddress, isPublicName } from './public-addresses.ts'

/** Timeout of a whole request, from the name to the answer (ms). */
const REQUEST_LIMIT_MS = 10_000
/** Timeout of one try at a name server (ms), and the number of tries. */
const NAME_LIMIT_MS = 2000
const NAME_TRIES = 2
/** Maximum connections to one host: further requests wait, within the limit above. */
const CONNECTIONS_PER_HOST = 20
/** Maximum answer body of a kept connection (bytes): the body is not used. */
const BODY_MAX_BYTES = 16_384
/** Maximum retry delay that an answer can set (s). */
const RETRY_AFTER_MAX_S = 86_400

/** Returns the addresses of a host, from a name server at this moment. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** Address to which nothing may be sent; no connection was made. */
export class AddressRefusedError extends Error {
  constructor() {
    super('The address is not on the public internet')
    this.name = 'AddressRefusedError'
  }
}

/** The other side had closed a kept connection at the moment of its reuse: nothing is wrong with the host. */
class KeptConnectionLostError extends Error {}

export interface PostAnswer {
  status: number
  /** Retry delay from the answer (s). */
  retryAfterS: number | undefined
}

interface GuardedPostOptions {
  allowedOrigin?: string | undefined
  resolve?: Resolve | undefined
}

/**
 * Sends to addresses from strangers, only on the public internet.
 * @param options.allowedOrigin an origin that is always allowed, for tests
 * @param options.resolve default: queries the name servers
 */
export class GuardedPost {
  readonly #deps: GuardedPostOptions
  readonly #resolve
  readonly #agents = {
    https: new HttpsAgent({ keepAlive: true, maxSockets: CONNECTIONS_PER_HOST }),
    http: new HttpAgent({ keepAlive: true, maxSockets: CONNECTIONS_PER_HOST }),
  }
  /** Node calls this for every connection to a name. */
  readonly #lookup: LookupFunction = (host, { all }, done) => {
    resolvePublic(this.#resolve, host).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        if (all === true) done(null, found)
        else done(null, found[0]?.address ?? '', found[0]?.family)
      },
      (error: unknown) => done(error instanceof Error ? error : new Error('No name server answered'), ''),
    )
  }

  constructor(deps: GuardedPostOptions) {
    this.#deps = deps
    this.#resolve = deps.resolve ?? createResolve()
  }

  /**
   * True when something may be sent to an address. It must be `https:` on its default port, in the URL standard's own
   * spelling, with a public host name whose addresses are all public now. A name server without an answer is no reason
   * to refuse: each connection checks again.
   */
  async allows(address: string): Promise<boolean> {
    const url = readPublicUrl(address, this.#deps.allowedOrigin)
    if (url === null) return false
    if (url.origin === this.#deps.allowedOrigin) return true
    try {
      await resolvePublic(this.#resolve, url.hostname)
      return true
    } catch (error) {
      return !(error instanceof AddressRefusedError) && !isUnknownName(error)
    }
  }

  /**
   * Sends a POST. Redirects are not followed. The host's addresses are looked up and checked for the very connection
   * that uses them, so that another answer a moment later changes nothing.
   * @throws AddressRefusedError; Error without an answer in time
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
          leaveUnread(response)
          answer({
            status: response.statusCode ?? 0,
            retryAfterS: parseRetryAfter(response.headers['retry-after'], Date.now()),
          })
        })
        // Stays: a connection may break after the answer, too.
        request.on('error', (error) =>
          fail(request.reusedSocket && isConnectionLost(error) ? new KeptConnectionLostError() : error),
        )
        request.end(body)
      })
    for (;;) {
      try {
        return await postOnce()
      } catch (error) {
        // Each try uses up one kept connection, so in the end there is a new one.
        if (!(error instanceof KeptConnectionLostError)) throw error
      }
    }
  }

  /** Closes the kept connections. */
  close(): void {
    this.#agents.https.destroy()
    this.#agents.http.destroy()
  }
}

/** Returns the parsed address when it can be public; null otherwise. */
function readPublicUrl(address: string, allowedOrigin: string | undefined): URL | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  // Another spelling would be the same address under another name.
  if (url.href !== address || url.username !== '' || url.password !== '' || url.hash !== '') return null
  if (url.origin === allowedOrigin) return url
  return url.protocol === 'https:' && url.port === '' && isPublicName(url.hostname) ? url : null
}

/** @throws AddressRefusedError when any address is not public; also the name server's errors */
async function resolvePublic(resolve: Resolve, host: string): Promise<readonly string[]> {
  const addresses = await resolve(host)
  // One private address would be enough for an attacker: the next connection could use that one.
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) throw new AddressRefusedError()
  return addresses
}

/**
 * Queries name servers directly. The system's look-up also reads files, and blocks one of the few threads that files
 * and passwords need, for as long as a stranger's name server stays silent.
 */
function createResolve(): Resolve {
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

function isUnknownName(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
}

/** Discards an answer's body, so that the connection can be used again. */
function leaveUnread(response: IncomingMessage): void {
  let size = 0
  response.on('error', () => undefined)
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > BODY_MAX_BYTES) response.destroy()
  })
}

/** Parses seconds, or a date (RFC 9110, 10.2.3); undefined for other values. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d+$/u.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), RETRY_AFTER_MAX_S)
}
