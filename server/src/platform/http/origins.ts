import type { IncomingHttpHeaders } from 'node:http'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** The addresses under which our own pages are served: whoever else asks a browser to write is refused. */
export interface Origins {
  /** Where people reach us; made into links. Never taken from a request. */
  base: string
  isOurs: (origin: string) => boolean
  all: readonly string[]
  secure: boolean
}

/**
 * @param publicUrl the configured address; without one we are reached on loopback only
 * @param port the port that we listen on
 */
export function createOrigins(publicUrl: string | undefined, port: number): Origins {
  const all = publicUrl === undefined ? LOOPBACK.map((host) => `http://${host}:${port}`) : [new URL(publicUrl).origin]
  const base = all[0] ?? ''
  return { base, all, isOurs: (origin) => all.includes(origin), secure: base.startsWith('https:') }
}

/**
 * Whether a request that changes something comes from a page of someone else: nothing
 * may be changed by it, and no socket opened. Browsers always name the origin of such requests; other clients name none.
 */
export function isForeign(headers: IncomingHttpHeaders, origins: Origins): boolean {
  if (headers.origin !== undefined) return !origins.isOurs(headers.origin)
  return headers['sec-fetch-site'] === 'cross-site'
}
