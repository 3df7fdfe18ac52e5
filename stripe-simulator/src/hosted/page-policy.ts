/** Where forms of a page may lead: the page's own site, and an address or a list of schemes besides. */
type Destination = string | readonly string[] | null

/**
 * The Content-Security-Policy of a hosted page: its own style, script and answers, and nothing else.
 * @param framedBy origins besides its own that may frame it; null when nobody may
 * @param leadsTo where its form may lead after the answer, as browsers hold redirects of a form to the policy too:
 *   an address, of which the origin counts, or sources
 */
export function pagePolicy({
  framedBy,
  leadsTo,
}: {
  framedBy: readonly string[] | null
  leadsTo: Destination
}): string {
  const ancestors = framedBy === null ? ["'none'"] : ["'self'", ...framedBy]
  const destinations = ["'self'", ...(typeof leadsTo === 'string' ? [sourceOf(leadsTo)] : (leadsTo ?? []))]
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

/** The source that covers an address; of one that opens an application, the scheme. */
function sourceOf(address: string): string {
  if (!URL.canParse(address)) return "'self'"
  const { origin, protocol } = new URL(address)
  return origin === 'null' ? protocol : origin
}
