import type { IncomingMessage } from 'node:http'

import proxyAddress from '@fastify/proxy-addr'

import { CONNECTION_REFUSED } from '@kundig/contract/live-events'

import { isForeign, type Origins } from '../http/origins.ts'
import { clientNetwork } from '../limits/client-network.ts'
import type { LiveLimits } from './live-limits.ts'

/** Decides who may hold a connection before its session is known. */
export interface LiveDoor {
  /** @returns why a new connection is refused, or null */
  refuse: (request: IncomingMessage) => string | null
  /** Counts connections among those that wait, until they have joined or are closed. */
  watch: (engine: Engine) => void
  /** A connection's session is known: it waits no longer. */
  join: (connection: object) => void
}

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
export function createLiveDoor({ origins, trustedProxies, limits }: LiveDoorOptions): LiveDoor {
  const isTrusted = proxyAddress.compile([...trustedProxies])
  /** Connections that have not joined, with the network of each. */
  const waiting = new Map<object, string>()
  const waitingOf = new Map<string, number>()

  function networkOf(request: IncomingMessage): string {
    // An address that no longer has a connection has nothing to be counted by.
    return request.socket.remoteAddress === undefined ? '' : clientNetwork(proxyAddress(request, isTrusted))
  }

  function add(connection: Connection): void {
    const network = networkOf(connection.request)
    waiting.set(connection, network)
    waitingOf.set(network, (waitingOf.get(network) ?? 0) + 1)
    connection.once('close', () => remove(connection))
  }

  function remove(connection: object): void {
    const network = waiting.get(connection)
    if (network === undefined) return
    waiting.delete(connection)
    const left = (waitingOf.get(network) ?? 0) - 1
    if (left > 0) waitingOf.set(network, left)
    else waitingOf.delete(network)
  }

  return {
    refuse: (request) => {
      if (isForeign(request.headers, origins)) return CONNECTION_REFUSED.origin
      const most = limits()
      if (!most) return 'UNAVAILABLE'
      const network = networkOf(request)
      const isFull = waiting.size >= most.waitingMax || (waitingOf.get(network) ?? 0) >= most.waitingPerNetworkMax
      return isFull || !most.mayOpen(network) ? CONNECTION_REFUSED.tooOften : null
    },
    watch: (engine) => void engine.on('connection', add),
    join: remove,
  }
}

/** The headers by which a connection's person is known: a browser's cookie, or a program's token. */
export function credentialsOf({ headers }: Pick<IncomingMessage, 'headers'>): Headers {
  return new Headers({
    ...(headers.cookie !== undefined && { cookie: headers.cookie }),
    ...(headers.authorization !== undefined && { authorization: headers.authorization }),
  })
}
