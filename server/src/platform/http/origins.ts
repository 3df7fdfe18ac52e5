import type { IncomingHttpHeaders } from 'node:http'

import { isLoopback } from './loopback.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Our own origins: writes from other origins are refused. */
export interface Origins {
  /** Public base URL for links, never derived from a request. */
  base: string
  isOurs: (origin: string) => boolean
  all: readonly string[]
  secure: boolean
  /** True for another host name of this machine. Under that name, browsers send no session cookie. */
  isOtherName: (host: string | undefined) => boolean
}

/** Creates our origins. Without a public URL, only loopback names are our own. */
export function createOrigins(publicUrl: string | undefined, port: number): Origins {
  const addresses = publicUrl === undefined ? LOOPBACK.map((host) => `http://${host}:${port}`) : [publicUrl]
  // Origins are written as browsers do, without a default port.
  const all = addresses.map((address) => new URL(address).origin)
  const base = all[0] ?? ''
  const home = new URL(base)
  // With another port or TLS, a proxy may set its own Host header, and a redirect would loop for ever.
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

/** True for requests by pages of other sites, which may not write or open a socket. Browsers always send an origin. */
export function isForeign(headers: IncomingHttpHeaders, origins: Origins): boolean {
  if (headers.origin !== undefined) return !origins.isOurs(headers.origin)
  return headers['sec-fetch-site'] === 'cross-site'
}
