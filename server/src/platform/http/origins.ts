import type { IncomingHttpHeaders } from 'node:http'

import { isLoopback } from './loopback.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Origins of the site's own pages: writes from other origins are refused. */
export interface Origins {
  /** Public address of the site, used in links. Never taken from a request. */
  base: string
  isOurs: (origin: string) => boolean
  all: readonly string[]
  secure: boolean
  /**
   * True when a Host header names this machine by another name than `base`. Browsers keep cookies by name: a person who
   * begins under one name, and returns from Stripe, a mail or Google under the other, is logged out.
   */
  isOtherName: (host: string | undefined) => boolean
}

/**
 * @param publicUrl the configured address; without one the site is reached on loopback only
 * @param port the listening port
 */
export function createOrigins(publicUrl: string | undefined, port: number): Origins {
  const addresses = publicUrl === undefined ? LOOPBACK.map((host) => `http://${host}:${port}`) : [publicUrl]
  // In the browsers' form: without a default port.
  const all = addresses.map((address) => new URL(address).origin)
  const base = all[0] ?? ''
  const home = new URL(base)
  // With another port or TLS, a proxy stands in front and may set its own Host header: redirecting its visitors would
  // loop for ever.
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
 * True when a writing request comes from a foreign page: it may change nothing and open no socket. Browsers always send
 * the origin of such requests; other clients send none.
 */
export function isForeign(headers: IncomingHttpHeaders, origins: Origins): boolean {
  if (headers.origin !== undefined) return !origins.isOurs(headers.origin)
  return headers['sec-fetch-site'] === 'cross-site'
}
