/** The interface languages (spec 1). */
export const LANGUAGES = ['en', 'nl'] as const
export type Language = (typeof LANGUAGES)[number]

/** Request header with the language for mails (spec 7). */
export const LOCALE_HEADER = 'x-kundig-locale'

/** Query parameter that selects a language. */
export const LANGUAGE_PARAMETER = 'lang'

/** Session cookie with the language of an address. It stores no preference. */
export const VISIT_LANGUAGE_COOKIE = 'visitLanguage'

/** Narrows an untrusted value (local storage, a cookie, a query) to a language. */
export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'nl'
}

/**
 * Initial language (spec 1): the stored choice, otherwise Dutch for a browser language that starts with `nl`, otherwise
 * English.
 */
export function firstLanguage(stored: unknown, browserLanguage: string | undefined): Language {
  if (isLanguage(stored)) return stored
  return browserLanguage?.trim().toLowerCase().startsWith('nl') ? 'nl' : 'en'
}

/** Untrusted inputs to the choice of a page's language. */
export interface LanguageSigns {
  /** The person's choice, from the browser's storage. */
  stored: unknown
  /** Language parameter of this address. */
  asked: unknown
  /** Language parameter of an earlier address in this visit. */
  visit: unknown
  browserLanguage: string | undefined
}

/**
 * Language of a page: the stored choice (spec 1), otherwise the address's for the whole visit, otherwise the browser's.
 * Server and browser both call this, so hydration keeps the language.
 */
export function pageLanguage({ stored, asked, visit, browserLanguage }: LanguageSigns): Language {
  return firstLanguage([stored, asked, visit].find(isLanguage), browserLanguage)
}

/** Reads a cookie from a `Cookie` header or `document.cookie`. */
export function cookieValue(cookies: string, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([^;]*)`, 'u').exec(cookies)?.[1]
}
