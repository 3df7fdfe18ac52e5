import { LinkifyIt } from 'linkify-it'

export interface TextPart {
  text: string
  href: string | null
}

interface Link {
  start: number
  end: number
  href: string
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:'])

/** Invisible characters and direction marks, which can disguise an address. */
const DECEPTIVE = /[\p{Cf}\p{Cc}\p{Co}\p{Cn}]/u
/** Invisible joiners in Persian and Indic words. In an address's path they cannot disguise the host. */
const JOINERS = /[\u200C\u200D]/gu

/** Splits a web address into the host with its scheme, and the path. Does not match mail addresses. */
const HOST_AND_PATH = /^(\w+:\/\/[^/?#]*)(.*)$/su

/** Domain with an ending that is neither a word nor a file type, unlike do.it, goed.De and report.md. */
const BARE_DOMAIN =
  /\p{L}[^./?#]*\.(?:com|org|net|edu|gov|info|biz|eu|nl|be|de|fr|uk|es|ch|dk|fi|ie|pt|io|app|dev|shop|online)$/u

/** Position before a link, after a character of a script without spaces or after an emphasis mark. */
const BEFORE_LINK =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}*_~])(?=https?:\/\/|www\.)/iu
const EMPHASIS = /[*_~]+$/u

/** Telephone numbers with a country code, or with the leading zero of a national number. */
const PHONE =
  /(?<![\p{L}\p{N}+/.,:=_-])(?:\+[1-9]|00[1-9]|0[1-9])(?:[ \u00A0.\-/]?(?:\(\d{1,4}\)|\d)){6,16}(?![\p{L}\p{N}_]|[.,:/-]\d)/gu
const PHONE_DIGITS = { min: 9, max: 15 } as const
const DATE = /(?<!\d)\d{1,2}([-/.])\d{1,2}\1\d{4}/u

const finder = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true }).add('ftp:', null).add('//', null)

/** Finds web addresses (scheme optional), mail addresses and phone numbers. @returns pieces that form the text */
export function findLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const { start, end, href } of [...findAddresses(text), ...findPhones(text)].toSorted(
    (one, other) => one.start - other.start,
  )) {
    if (start < at) continue
    if (start > at) parts.push({ text: text.slice(at, start), href: null })
    parts.push({ text: text.slice(start, end), href })
    at = end
  }
  if (at < text.length) parts.push({ text: text.slice(at), href: null })
  return parts
}

function findAddresses(text: string): Link[] {
  let offset = 0
  return text.split(BEFORE_LINK).flatMap((piece) => {
    const from = offset
    offset += piece.length
    return (finder.match(piece) ?? []).flatMap(({ index, raw, schema }) => {
      const start = from + index
      const address = stripEmphasis(raw, text.slice(0, start))
      const end = start + address.length
      const href = toSafeAddress(address, schema)
      return href === null || isUserName(address, text.slice(end)) ? [] : { start, end, href }
    })
  })
}

/** Removes emphasis marks from the end of an address if the same marks stand before it: `**https://…**`. */
function stripEmphasis(address: string, before: string): string {
  const marks = EMPHASIS.exec(before)?.[0]
  return marks !== undefined && address.endsWith(marks) ? address.slice(0, -marks.length) : address
}

/** True for a user name that looks like a host, as in `https://bank.example@other.example`. */
function isUserName(address: string, rest: string): boolean {
  return /^https?:\/\/[^/?#]*$/iu.test(address) && /^[^\s/?#]*@/u.test(rest)
}

function toSafeAddress(address: string, schema: string): string | null {
  const url =
    schema === ''
      ? `https://${address}`
      : schema === 'mailto:'
        ? `mailto:${address.replace(/^mailto:/iu, '')}`
        : address
  const [, host = url, path = ''] = HOST_AND_PATH.exec(url) ?? []
  if (DECEPTIVE.test(host + path.replaceAll(JOINERS, ''))) return null
  if (schema === '' && path === '' && !/^www\./iu.test(address) && !BARE_DOMAIN.test(address)) return null
  if (!URL.canParse(url)) return null
  const { protocol, href, username, password } = new URL(url)
  // Rejects user names, because a user name before the real host can look like a host.
  return SCHEMES.has(protocol) && username === '' && password === '' ? href : null
}

function findPhones(text: string): Link[] {
  return Array.from(text.matchAll(PHONE)).flatMap(({ 0: written, index }) => {
    if (DATE.test(written)) return []
    // In "+31 (0)6 …" the country code replaces the zero.
    const number = written
      .replace(/^00/u, '+')
      .replace(/^(\+.*?)\(0\)/u, '$1')
      .replaceAll(/[^+\d]/gu, '')
    const digits = number.replace('+', '').length
    if (digits < PHONE_DIGITS.min || digits > PHONE_DIGITS.max) return []
    return { start: index, end: index + written.length, href: `tel:${number}` }
  })
}
