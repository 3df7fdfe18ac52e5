/**
 * The answer to a visit while the network is away: a page that needs nothing else.
 * @param site its name, and what its colours change of the styles, as the server wrote it into the worker
 * @param nonce lets the page's own script and styles through, and no others
 */
export function offlineAnswer(page: string, site: { name: string; css: string }, nonce: string): Response {
  const written = page
    .replaceAll('NONCE', nonce)
    .replace('/*SITE_STYLE*/', () => site.css)
    .replaceAll('SITE_NAME', () => site.name.replace(/[&<>"']/gu, (sign) => `&#${sign.charCodeAt(0)};`))
  return new Response(written, {
    // It stands for a page that could not be had: nobody keeps it.
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; connect-src 'self'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  })
}
