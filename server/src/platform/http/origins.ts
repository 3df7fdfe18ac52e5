import type { IncomingHttpHeaders } from 'node:http'

import { isLoopback } from './loopback.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Writes from other origins are refused. */
export interface Origins {
  /** Public address for links. Never taken from a request. */
  base: string
  isOurs: (origin: string) => boolean
  all: readonly string[]
  secure: boolean
  /** True for another name of this machine, under which browsers send no session cookie: cookies belong to a name. */
  isOtherName: (host: string | undefined) => boolean
}

/** Without a public URL, the site is reached on loopback only. */
export function createOrigins(publicUrl: string | undefined, port: number): Origins {
  const addresses = publicUrl === undefined ? LOOPBACK.map((host) => `http://${host}:${port}`) : [publicUrl]
  // In the browsers' form: without a default port.
  const all = addresses.map((address) => new URL(address).origin)
  const base = all[0] ?? ''
  const home = new URL(base)
  // With another port or TLS, a proxy may set its own Host header: redirecting would loop for ever.
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

/** True for writes of foreign pages, which may change nothing and open no socket. Browsers always send their origin. */
export function isForeign(headers: IncomingHttpHeaders, origins: Origins): boolean {
  if (headers.origin !== undefined) return !origins.isOurs(headers.origin)
  return headers['sec-fetch-site'] === 'cross-site'
}
