import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

import {
  firstLanguage,
  isLanguage,
  type Language,
  LANGUAGE_PARAMETER,
  LOCALE_HEADER,
  pageLanguage,
  VISIT_LANGUAGE_COOKIE,
} from '@kundig/contract/languages'

/**
 * Maximum length of the header that is read (characters): no browser's is as long, and a list of thousands takes time.
 */
const LANGUAGES_MAX = 1000

/** Supported compressions, the smallest output first. */
const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]

/** Parts of a request with its sender's preferences. */
export type Preferring = Pick<FastifyRequest, 'headers' | 'cookies' | 'url'>

/** The reader's language and theme, from the cookies that mirror the stored preferences, and from the address. */
export function readPreferences(request: Preferring): { language: Language; darkMode: boolean | null } {
  const { language: stored, darkMode: dark, [VISIT_LANGUAGE_COOKIE]: visit } = request.cookies
  return {
    language: pageLanguage({
      stored,
      asked: readAskedLanguage(request),
      visit,
      browserLanguage: readBrowserLanguage(request),
    }),
    darkMode: dark === 'true' ? true : dark === 'false' ? false : null,
  }
}

/** The language that the address asks for, or null. */
export function readAskedLanguage({ url }: Pick<Preferring, 'url'>): Language | null {
  const asked = new URLSearchParams(url.split('?')[1]).get(LANGUAGE_PARAMETER)
  return isLanguage(asked) ? asked : null
}

/** Returns the caller's language for mails: the page's, or else the browser's. */
export function readMailLanguage(request: Pick<Preferring, 'headers'>): Language {
  return firstLanguage(request.headers[LOCALE_HEADER], readBrowserLanguage(request))
}

/** Returns the language of the page that sent a request; null when unknown. */
export function readPageLanguage({ headers }: Pick<Preferring, 'headers'>): Language | null {
  const stated = headers[LOCALE_HEADER]
  return isLanguage(stated) ? stated : null
}

/** Returns a client's preferred encoding for a text, among those available; null for none. */
export function chooseEncoding(
  { headers }: Pick<Preferring, 'headers'>,
  encodings: readonly Encoding[] = ENCODINGS,
): Encoding | null {
  const accepted = new Negotiator({ headers }).encodings([...encodings])
  // Only among encodings that are not refused: otherwise it would take a wildcard for `br`, even when `br` is refused.
  return negotiate(
    headers['accept-encoding'] ?? '',
    encodings.filter((encoding) => accepted.includes(encoding)),
  )
}

/** Returns a browser's first language, by its weights: equals `navigator.language` on pages. */
function readBrowserLanguage({ headers }: Pick<Preferring, 'headers'>): string | undefined {
  const accepted = headers['accept-language']?.slice(0, LANGUAGES_MAX)
  return new Negotiator({ headers: { 'accept-language': accepted } }).languages()[0]
}
