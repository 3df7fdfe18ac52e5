import { createHash } from 'node:crypto'

export function hashInlineScripts(html: string): string[] {
  return Array.from(html.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/gu), ([, code = '']) => {
    return `'sha256-${createHash('sha256').update(code).digest('base64')}'`
  })
}
