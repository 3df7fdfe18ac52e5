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

/** More of the header is not looked at (characters): no browser's is as long, and a list of thousands takes its time. */
const LANGUAGES_MAX = 1000

/** How we compress texts, the smallest first. */
const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]

/** What of a request tells what its sender prefers. */
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

/** The language of whoever asks, for mail: the one that the page is shown in, or else the browser's. */
export function readMailLanguage(request: Pick<Preferring, 'headers'>): Language {
  return firstLanguage(request.headers[LOCALE_HEADER], readBrowserLanguage(request))
}

/** The language that the page is shown in from which a request comes; null where it does not say so. */
export function readPageLanguage({ headers }: Pick<Preferring, 'headers'>): Language | null {
  const stated = headers[LOCALE_HEADER]
  return isLanguage(stated) ? stated : null
}

/** The encoding that a client likes best for a text, of those that can be had; null for none. */
export function chooseEncoding(
  { headers }: Pick<Preferring, 'headers'>,
  encodings: readonly Encoding[] = ENCODINGS,
): Encoding | null {
  const accepted = new Negotiator({ headers }).encodings([...encodings])
  // Only of those that are not refused: otherwise it would take a wildcard for `br`, refused by name or not.
  return negotiate(
    headers['accept-encoding'] ?? '',
    encodings.filter((encoding) => accepted.includes(encoding)),
  )
}

/** The language that a browser names as its first, by the weights that it gives: what `navigator.language` is to pages. */
function readBrowserLanguage({ headers }: Pick<Preferring, 'headers'>): string | undefined {
  const accepted = headers['accept-language']?.slice(0, LANGUAGES_MAX)
  return new Negotiator({ headers: { 'accept-language': accepted } }).languages()[0]
}
