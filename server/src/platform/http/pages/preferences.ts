import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

import {
  chooseInitialLanguage,
  isLanguage,
  type Language,
  LANGUAGE_PARAMETER,
  LOCALE_HEADER,
  choosePageLanguage,
  VISIT_LANGUAGE_COOKIE,
} from '@kundig/contract/languages'

/** Maximum parsed length of Accept-Language (characters): browsers send less, and long lists take time. */
const LANGUAGES_MAX = 1000

/** Supported encodings, the smallest output first. */
const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]

export type Preferring = Pick<FastifyRequest, 'headers' | 'cookies' | 'url'>

/** Reads language and theme from the URL and the cookies that mirror stored preferences. */
export function readPreferences(request: Preferring): { language: Language; darkMode: boolean | null } {
  const { language: stored, darkMode: dark, [VISIT_LANGUAGE_COOKIE]: visit } = request.cookies
  return {
    language: choosePageLanguage({
      stored,
      asked: readQueryLanguage(request),
      visit,
      browserLanguage: readBrowserLanguage(request),
    }),
    darkMode: dark === 'true' ? true : dark === 'false' ? false : null,
  }
}

export function readQueryLanguage({ url }: Pick<Preferring, 'url'>): Language | null {
  const asked = new URLSearchParams(url.split('?')[1]).get(LANGUAGE_PARAMETER)
  return isLanguage(asked) ? asked : null
}

/** Returns the language for mails: the page's language, or else the browser's. */
export function readMailLanguage(request: Pick<Preferring, 'headers'>): Language {
  return chooseInitialLanguage(request.headers[LOCALE_HEADER], readBrowserLanguage(request))
}

export function readPageLanguage({ headers }: Pick<Preferring, 'headers'>): Language | null {
  const stated = headers[LOCALE_HEADER]
  return isLanguage(stated) ? stated : null
}

export function chooseEncoding(
  { headers }: Pick<Preferring, 'headers'>,
  encodings: readonly Encoding[] = ENCODINGS,
): Encoding | null {
  const accepted = new Negotiator({ headers }).encodings([...encodings])
  // Encodings refused by name are removed first: a wildcard would allow them.
  return negotiate(
    headers['accept-encoding'] ?? '',
    encodings.filter((encoding) => accepted.includes(encoding)),
  )
}

/** Returns the browser's first language by weight, which equals `navigator.language` on pages. */
function readBrowserLanguage({ headers }: Pick<Preferring, 'headers'>): string | undefined {
  const accepted = headers['accept-language']?.slice(0, LANGUAGES_MAX)
  return new Negotiator({ headers: { 'accept-language': accepted } }).languages()[0]
}
