import { LinkifyIt } from 'linkify-it'

export interface TextPart {
  text: string
  href: string | null
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:'])

/** Invisible characters and direction marks, which disguise an address. */
const DECEPTIVE = /[\p{Cf}\p{Cc}\p{Co}\p{Cn}]/u

const finder = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true }).add('ftp:', null).add('//', null)

/** Finds http(s):// and www. addresses and mail addresses. @returns pieces that together equal the text */
export function findLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { index, lastIndex, raw, schema, url } of finder.match(text) ?? []) {
    const href = safeAddress(raw, schema, url)
    if (href === null || isName(raw, text.slice(lastIndex))) continue
    if (index > end) parts.push({ text: text.slice(end, index), href: null })
    parts.push({ text: text.slice(index, lastIndex), href })
    end = lastIndex
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null })
  return parts
}

/** True for a user name before an @, even if it looks like a host. */
function isName(raw: string, rest: string): boolean {
  return /^https?:\/\/[^/?#]*$/iu.test(raw) && /^[^\s/?#]*@/u.test(rest)
}

function safeAddress(raw: string, schema: string, url: string): string | null {
  if (DECEPTIVE.test(raw)) return null
  // "report.md" and "at 10.am" are not meant as addresses.
  if (schema === '' && !/^www\./iu.test(raw)) return null
  const address = schema === '' ? `https://${raw}` : url
  if (!URL.canParse(address)) return null
  const { protocol, href, username, password } = new URL(address)
  // A user name before the host can look like the host.
  return SCHEMES.has(protocol) && username === '' && password === '' ? href : null
}
