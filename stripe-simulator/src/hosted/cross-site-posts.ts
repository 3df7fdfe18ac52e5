import type { IncomingHttpHeaders } from 'node:http'

/** True for a post from another site. Requests without a browser's headers, such as tests, pass. */
export function isForeignPost(headers: IncomingHttpHeaders, base: string): boolean {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return false
  if (site !== undefined) return true
  const { origin, host } = headers
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  // Behind a proxy, the host header is internal; only the public address has the external host.
  return new URL(origin).host !== host && !(URL.canParse(base) && new URL(base).origin === origin)
}
