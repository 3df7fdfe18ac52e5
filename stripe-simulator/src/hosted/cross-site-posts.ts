import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a post was sent by a page of another site. Browsers say where a post comes from; who says nothing is no
 * browser that could be misled, such as a test.
 * @param base the simulator's public address, or only its path when that is all that is known
 */
export function isForeignPost(headers: IncomingHttpHeaders, base: string): boolean {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return false
  if (site !== undefined) return true
  const { origin, host } = headers
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  // Behind a proxy the host is the inner one, and only the public address knows the outer.
  return new URL(origin).host !== host && !(URL.canParse(base) && new URL(base).origin === origin)
}
