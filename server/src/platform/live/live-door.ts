import type { IncomingMessage } from 'node:http'

import proxyAddress from '@fastify/proxy-addr'

import { CONNECTION_REFUSED } from '@kundig/contract/live/live-events'

import { isForeign, type Origins } from '../http/origins.ts'
import { clientNetwork } from '../limits/client-network.ts'
import type { LiveLimits } from './live-limits.ts'

/** The part of Engine.IO's server that the door listens to. */
interface Engine {
  on: (event: 'connection', listener: (connection: Connection) => void) => unknown
}

interface Connection {
  request: IncomingMessage
  once: (event: 'close', listener: () => void) => unknown
}

export interface LiveDoorOptions {
  origins: Origins
  /** Addresses of proxies whose `x-forwarded-for` counts. */
  trustedProxies: readonly string[]
  /** Undefined before the server lets anyone in. */
  limits: () => Pick<LiveLimits, 'waitingMax' | 'waitingPerNetworkMax' | 'mayOpen'> | undefined
}

/**
 * Bounds what a stranger makes the server hold. A connection without a session costs memory until it is closed, up to 18
 * seconds over long polling. So each network has a share of those that wait to join. A cookie does not help: a stranger
 * makes one up, and a tab whose cookie is gone has to hear NO_SESSION.
 */
export class LiveDoor {
  readonly #deps: LiveDoorOptions
  readonly #isTrusted
  /** Connections that have not joined, with the network of each. */
  readonly #waiting = new Map<object, string>()
  readonly #waitingOf = new Map<string, number>()

  constructor(deps: LiveDoorOptions) {
    this.#deps = deps
    this.#isTrusted = proxyAddress.compile([...deps.trustedProxies])
  }

  #networkOf(request: IncomingMessage): string {
    // An address that no longer has a connection has nothing to be counted by.
    return request.socket.remoteAddress === undefined ? '' : clientNetwork(proxyAddress(request, this.#isTrusted))
  }

  #add(connection: Connection): void {
    const network = this.#networkOf(connection.request)
    this.#waiting.set(connection, network)
    this.#waitingOf.set(network, (this.#waitingOf.get(network) ?? 0) + 1)
    connection.once('close', () => this.join(connection))
  }

  /** A connection's session is known: it waits no longer. */
  join(connection: object): void {
    const network = this.#waiting.get(connection)
    if (network === undefined) return
    this.#waiting.delete(connection)
    const left = (this.#waitingOf.get(network) ?? 0) - 1
    if (left > 0) this.#waitingOf.set(network, left)
    else this.#waitingOf.delete(network)
  }

  /** @returns why a new connection is refused, or null */
  refuse(request: IncomingMessage): string | null {
    if (isForeign(request.headers, this.#deps.origins)) return CONNECTION_REFUSED.origin
    const most = this.#deps.limits()
    if (!most) return 'UNAVAILABLE'
    const network = this.#networkOf(request)
    const isFull =
      this.#waiting.size >= most.waitingMax || (this.#waitingOf.get(network) ?? 0) >= most.waitingPerNetworkMax
    return isFull || !most.mayOpen(network) ? CONNECTION_REFUSED.tooOften : null
  }

  /** Counts connections among those that wait, until they have joined or are closed. */
  watch(engine: Engine): void {
    void engine.on('connection', (connection) => this.#add(connection))
  }
}

/** The headers by which a connection's person is known: a browser's cookie, or a program's token. */
export function credentialsOf({ headers }: Pick<IncomingMessage, 'headers'>): Headers {
  return new Headers({
    ...(headers.cookie !== undefined && { cookie: headers.cookie }),
    ...(headers.authorization !== undefined && { authorization: headers.authorization }),
  })
}
