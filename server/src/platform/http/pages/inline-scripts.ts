import { createHash } from 'node:crypto'

/** Returns the CSP hashes, such as `'sha256-…'`, of a page's inline scripts. */
export function hashInlineScripts(html: string): string[] {
  return Array.from(html.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/gu), ([, code = '']) => {
    return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
  })
}
