import { LinkifyIt } from 'linkify-it'

/** A piece of a text: as it was typed, and where it leads, if anywhere. */
export interface TextPart {
  text: string
  href: string | null
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:'])

/** Characters that print nothing or change the direction: an address with one is not what it looks like. */
const DECEPTIVE = /[\p{Cf}\p{Cc}\p{Co}\p{Cn}]/u

const finder = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true }).add('ftp:', null).add('//', null)

/**
 * Finds what can be clicked in a text: addresses of web pages, written with http(s):// or www., and of mailboxes.
 * @returns pieces that together are the very same text
 */
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

/** What stands before an @ is the name of someone at a host, however much it looks like a host itself. */
function isName(raw: string, rest: string): boolean {
  return /^https?:\/\/[^/?#]*$/iu.test(raw) && /^[^\s/?#]*@/u.test(rest)
}

function safeAddress(raw: string, schema: string, url: string): string | null {
  if (DECEPTIVE.test(raw)) return null
  // "report.md" and "at 10.am" are no addresses that anyone wrote as such.
  if (schema === '' && !/^www\./iu.test(raw)) return null
  const address = schema === '' ? `https://${raw}` : url
  if (!URL.canParse(address)) return null
  const { protocol, href, username, password } = new URL(address)
  // A name before the host looks like the host.
  return SCHEMES.has(protocol) && username === '' && password === '' ? href : null
}
