import type { IncomingMessage } from 'node:http'

import proxyAddress from '@fastify/proxy-addr'

import { CONNECTION_REFUSED } from '@kundig/contract/live/live-events'

import { isForeign, type Origins } from '../http/origins.ts'
import { clientNetwork } from '../limits/client-network.ts'
import type { LiveLimits } from './live-limits.ts'

/** The part of Engine.IO's server that the limiter listens to. */
interface Engine {
  on: (event: 'connection', listener: (connection: Connection) => void) => unknown
}

interface Connection {
  request: IncomingMessage
  once: (event: 'close', listener: () => void) => unknown
}

export interface ConnectionLimiterOptions {
  origins: Origins
  /** Addresses of proxies whose `x-forwarded-for` is trusted. */
  trustedProxies: readonly string[]
  /** Undefined before the server admits connections. */
  limits: () => Pick<LiveLimits, 'waitingMax' | 'waitingPerNetworkMax' | 'mayOpen'> | undefined
}

/**
 * Limits the memory that a stranger can use. A connection without a session costs memory until it is closed, up to 18
 * seconds over long polling. So each network has a share of the connections that wait to join. A cookie does not help:
 * a stranger can invent one, and a tab without its cookie must receive NO_SESSION.
 */
export class ConnectionLimiter {
  readonly #deps: ConnectionLimiterOptions
  readonly #isTrusted
  /** Connections that have not joined, with their networks. */
  readonly #waiting = new Map<object, string>()
  readonly #waitingOf = new Map<string, number>()

  constructor(deps: ConnectionLimiterOptions) {
    this.#deps = deps
    this.#isTrusted = proxyAddress.compile([...deps.trustedProxies])
  }

  #networkOf(request: IncomingMessage): string {
    // A closed connection has no address to count by.
    return request.socket.remoteAddress === undefined ? '' : clientNetwork(proxyAddress(request, this.#isTrusted))
  }

  #add(connection: Connection): void {
    const network = this.#networkOf(connection.request)
    this.#waiting.set(connection, network)
    this.#waitingOf.set(network, (this.#waitingOf.get(network) ?? 0) + 1)
    connection.once('close', () => this.join(connection))
  }

  /** Ends a connection's wait, once its session is known. */
  join(connection: object): void {
    const network = this.#waiting.get(connection)
    if (network === undefined) return
    this.#waiting.delete(connection)
    const left = (this.#waitingOf.get(network) ?? 0) - 1
    if (left > 0) this.#waitingOf.set(network, left)
    else this.#waitingOf.delete(network)
  }

  /** @returns the reason for refusing a new connection, or null */
  refuse(request: IncomingMessage): string | null {
    if (isForeign(request.headers, this.#deps.origins)) return CONNECTION_REFUSED.origin
    const most = this.#deps.limits()
    if (!most) return 'UNAVAILABLE'
    const network = this.#networkOf(request)
    const isFull =
      this.#waiting.size >= most.waitingMax || (this.#waitingOf.get(network) ?? 0) >= most.waitingPerNetworkMax
    return isFull || !most.mayOpen(network) ? CONNECTION_REFUSED.tooOften : null
  }

  /** Counts connections as waiting, until they have joined or are closed. */
  watch(engine: Engine): void {
    void engine.on('connection', (connection) => this.#add(connection))
  }
}

/** Returns the headers that identify a connection's person: a browser's cookie, or a program's token. */
export function readCredentials({ headers }: Pick<IncomingMessage, 'headers'>): Headers {
  return new Headers({
    ...(headers.cookie !== undefined && { cookie: headers.cookie }),
    ...(headers.authorization !== undefined && { authorization: headers.authorization }),
  })
}
