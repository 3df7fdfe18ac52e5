/** Targets of a page's forms besides the page's own site: an address or a list of schemes. */
type Destination = string | readonly string[] | null

/**
 * Content-Security-Policy of a hosted page.
 * @param framedBy origins that may frame the page, besides its own; null forbids all frames
 * @param leadsTo targets of the form's redirects, to which browsers also apply the policy
 */
export function buildPagePolicy({
  framedBy,
  leadsTo,
}: {
  framedBy: readonly string[] | null
  leadsTo: Destination
}): string {
  const ancestors = framedBy === null ? ["'none'"] : ["'self'", ...framedBy]
  const destinations = ["'self'", ...(typeof leadsTo === 'string' ? [toPolicySource(leadsTo)] : (leadsTo ?? []))]
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${destinations.join(' ')}`,
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; ')
}

function toPolicySource(address: string): string {
  if (!URL.canParse(address)) return "'self'"
  const { origin, protocol } = new URL(address)
  return origin === 'null' ? protocol : origin
}
