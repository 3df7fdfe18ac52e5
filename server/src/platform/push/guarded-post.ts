import { Resolver } from 'node:dns/promises'
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

import { isPublicAddress, isPublicName } from './public-addresses.ts'

/** All of a request, from the name to the answer (ms). */
const REQUEST_LIMIT_MS = 10_000
/** What a name server is given for one try, and how many it gets (ms). */
const NAME_LIMIT_MS = 2000
const NAME_TRIES = 2
/** Connections to one host at a time: the others wait, within the limit above. */
const CONNECTIONS_PER_HOST = 20
/** Nothing of an answer's body is of use; a connection on which more comes is not kept (bytes). */
const BODY_MAX_BYTES = 16_384
/** Nobody who answers has us wait longer (s). */
const RETRY_AFTER_MAX_S = 86_400

/** The addresses of a host, as a name server has them at this moment. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** An address to which nothing may be sent; no connection was made. */
export class AddressRefusedError extends Error {
  constructor() {
    super('The address is not on the public internet')
    this.name = 'AddressRefusedError'
  }
}

/** The other side had closed a connection that we had kept, at the moment at which we used it again: nothing is wrong with it. */
class KeptConnectionLostError extends Error {}

export interface PostAnswer {
  status: number
  /** When to come again, where the answer says so (s). */
  retryAfterS: number | undefined
}

interface GuardedPostOptions {
  allowedOrigin?: string | undefined
  resolve?: Resolve | undefined
}

/**
 * Sends to addresses that strangers give us, on the public internet alone.
 * @param options.allowedOrigin an origin that is let through whatever it is, for tests
 * @param options.resolve asks the name servers when left out
 */
export class GuardedPost {
  readonly #deps: GuardedPostOptions
  readonly #resolve
  readonly #agents = {
    https: new HttpsAgent({ keepAlive: true, maxSockets: CONNECTIONS_PER_HOST }),
    http: new HttpAgent({ keepAlive: true, maxSockets: CONNECTIONS_PER_HOST }),
  }
  /** Node asks this for every connection that it makes to a name. */
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
   * Whether something may be sent to an address: `https:` on its usual port, spelled in the one way in which the URL
   * standard spells it, with a public name for a host, of which all addresses are public now. A name server that does not
   * answer is no reason to refuse: what counts is asked again for each connection.
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
   * Posts something. Redirects are not followed. The addresses of the host are looked up by us and judged for the very
   * connection that is then made to them, so that another answer a moment later changes nothing.
   * @throws AddressRefusedError; Error when there was no answer in time
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
        // Each time one of the kept connections is gone, so at last there is a new one.
        if (!(error instanceof KeptConnectionLostError)) throw error
      }
    }
  }

  /** Ends the connections that were kept. */
  close(): void {
    this.#agents.https.destroy()
    this.#agents.http.destroy()
  }
}

/** The address, where it is one that can be public at all; null otherwise. */
function readPublicUrl(address: string, allowedOrigin: string | undefined): URL | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  // Another spelling would be the same address under another name.
  if (url.href !== address || url.username !== '' || url.password !== '' || url.hash !== '') return null
  if (url.origin === allowedOrigin) return url
  return url.protocol === 'https:' && url.port === '' && isPublicName(url.hostname) ? url : null
}

/** @throws AddressRefusedError where any address is not public; whatever the name server answers */
async function resolvePublic(resolve: Resolve, host: string): Promise<readonly string[]> {
  const addresses = await resolve(host)
  // One of them would do for whoever chose them: the next connection could take that one.
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) throw new AddressRefusedError()
  return addresses
}

/**
 * Asks name servers by itself. The system's own look-up takes names out of files, and one of the few threads that files
 * and passwords need as well, for as long as a stranger's name server keeps silent.
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

/** Lets go of an answer's body, so that the connection can be used again. */
function leaveUnread(response: IncomingMessage): void {
  let size = 0
  response.on('error', () => undefined)
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > BODY_MAX_BYTES) response.destroy()
  })
}

/** Seconds, or a date (RFC 9110, 10.2.3); undefined where it is neither. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d+$/u.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), RETRY_AFTER_MAX_S)
}
