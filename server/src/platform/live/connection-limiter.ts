import type { IncomingMessage } from 'node:http'

import proxyAddress from '@fastify/proxy-addr'

import { CONNECTION_REFUSED } from '@kundig/contract/live/live-events'

import { isForeign, type Origins } from '../http/origins.ts'
import { toClientNetwork } from '../limits/client-network.ts'
import type { LiveLimits } from './live-limits.ts'

interface Engine {
  on: (event: 'connection', listener: (connection: Connection) => void) => unknown
}

interface Connection {
  request: IncomingMessage
  once: (event: 'close', listener: () => void) => unknown
}

export interface ConnectionLimiterOptions {
  origins: Origins
  trustedProxies: readonly string[]
  /** Returns undefined before the server admits connections. */
  limits: () => Pick<LiveLimits, 'waitingMax' | 'waitingPerNetworkMax' | 'mayOpen'> | undefined
}

/**
 * Limits each network's connections that have not joined, which cost memory for up to 18 seconds. Cookies do not exempt
 * a connection: cookies can be invented, and a tab without a cookie must receive NO_SESSION.
 */
export class ConnectionLimiter {
  readonly #deps: ConnectionLimiterOptions
  readonly #isTrusted
  readonly #waiting = new Map<object, string>()
  readonly #waitingOf = new Map<string, number>()

  constructor(deps: ConnectionLimiterOptions) {
    this.#deps = deps
    this.#isTrusted = proxyAddress.compile([...deps.trustedProxies])
  }

  #networkOf(request: IncomingMessage): string {
    // A closed connection has no client address.
    return request.socket.remoteAddress === undefined ? '' : toClientNetwork(proxyAddress(request, this.#isTrusted))
  }

  #add(connection: Connection): void {
    const network = this.#networkOf(connection.request)
    this.#waiting.set(connection, network)
    this.#waitingOf.set(network, (this.#waitingOf.get(network) ?? 0) + 1)
    connection.once('close', () => this.join(connection))
  }

  join(connection: object): void {
    const network = this.#waiting.get(connection)
    if (network === undefined) return
    this.#waiting.delete(connection)
    const left = (this.#waitingOf.get(network) ?? 0) - 1
    if (left > 0) this.#waitingOf.set(network, left)
    else this.#waitingOf.delete(network)
  }

  refuse(request: IncomingMessage): string | null {
    if (isForeign(request.headers, this.#deps.origins)) return CONNECTION_REFUSED.origin
    const most = this.#deps.limits()
    if (!most) return 'UNAVAILABLE'
    const network = this.#networkOf(request)
    const isFull =
      this.#waiting.size >= most.waitingMax || (this.#waitingOf.get(network) ?? 0) >= most.waitingPerNetworkMax
    return isFull || !most.mayOpen(network) ? CONNECTION_REFUSED.tooOften : null
  }

  watch(engine: Engine): void {
    void engine.on('connection', (connection) => this.#add(connection))
  }
}

/** Reads the credentials of a live connection: a browser's cookie, or a program's token. */
export function readCredentials({ headers }: Pick<IncomingMessage, 'headers'>): Headers {
  return new Headers({
    ...(headers.cookie !== undefined && { cookie: headers.cookie }),
    ...(headers.authorization !== undefined && { authorization: headers.authorization }),
  })
}
