/**
 * The answer to a visit while the network is away: a page that needs nothing else.
 * @param nonce lets the page's own script and styles through, and no others
 */
export function offlineAnswer(page: string, nonce: string): Response {
  return new Response(page.replaceAll('NONCE', nonce), {
    // It stands for a page that could not be had: nobody keeps it.
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; connect-src 'self'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  })
}
