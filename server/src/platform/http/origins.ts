import type { IncomingHttpHeaders } from 'node:http'

import { isLoopback } from './loopback.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** The addresses under which our own pages are served: whoever else asks a browser to write is refused. */
export interface Origins {
  /** Where people reach us; made into links. Never taken from a request. */
  base: string
  isOurs: (origin: string) => boolean
  all: readonly string[]
  secure: boolean
  /**
   * Whether a Host header names this machine otherwise than `base` does. A browser keeps cookies by name: who begins under
   * one and comes back from Stripe, a mail or Google under the other is logged out.
   */
  isOtherName: (host: string | undefined) => boolean
}

/**
 * @param publicUrl the configured address; without one we are reached on loopback only
 * @param port the port that we listen on
 */
export function createOrigins(publicUrl: string | undefined, port: number): Origins {
  const addresses = publicUrl === undefined ? LOOPBACK.map((host) => `http://${host}:${port}`) : [publicUrl]
  // As browsers name them: without a port that goes without saying.
  const all = addresses.map((address) => new URL(address).origin)
  const base = all[0] ?? ''
  const home = new URL(base)
  // On another port, or behind TLS, something stands before us that may write a Host of its own: whoever is led away by that
  // would come back for ever.
  const isOurOwn = isLoopback(home.hostname) && home.protocol === 'http:' && Number(home.port || 80) === port
  return {
    base,
    all,
    isOurs: (origin) => all.includes(origin),
    secure: base.startsWith('https:'),
    isOtherName: (host) => {
      const asked = `http://${host ?? ''}`
      if (!isOurOwn || !URL.canParse(asked)) return false
      const { hostname, port: askedPort, origin } = new URL(asked)
      return origin !== base && askedPort === home.port && isLoopback(hostname)
    },
  }
}

/**
 * Whether a request that changes something comes from a page of someone else: nothing
 * may be changed by it, and no socket opened. Browsers always name the origin of such requests; other clients name none.
 */
export function isForeign(headers: IncomingHttpHeaders, origins: Origins): boolean {
  if (headers.origin !== undefined) return !origins.isOurs(headers.origin)
  return headers['sec-fetch-site'] === 'cross-site'
}
