/** Creates the offline page, which needs no other file. @param site name and styles @param nonce for its script */
export function createOfflineAnswer(page: string, site: { name: string; css: string }, nonce: string): Response {
  const written = page
    .replaceAll('NONCE', nonce)
    .replace('/*SITE_STYLE*/', () => site.css)
    .replaceAll('SITE_NAME', () => site.name.replace(/[&<>"']/gu, (sign) => `&#${sign.charCodeAt(0)};`))
  return new Response(written, {
    // A failure status prevents caching.
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; connect-src 'self'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  })
}
