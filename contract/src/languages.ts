/** The interface languages (spec 1). */
export const LANGUAGES = ['en', 'nl'] as const
export type Language = (typeof LANGUAGES)[number]

/** The header by which a client names the language of the person, for mail (spec 7). */
export const LOCALE_HEADER = 'x-kundig-locale'

/** The query parameter by which an address asks for a language. */
export const LANGUAGE_PARAMETER = 'lang'

/** The cookie that keeps the language of an address for one visit; it is no choice, and ends with the browser. */
export const VISIT_LANGUAGE_COOKIE = 'visitLanguage'

/** Whether an untrusted value (local storage, a cookie, a query) names one of our languages. */
export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'nl'
}

/**
 * The language to start with (spec 1): the stored choice, otherwise Dutch if the browser's language
 * starts with nl, otherwise English.
 */
export function firstLanguage(stored: unknown, browserLanguage: string | undefined): Language {
  if (isLanguage(stored)) return stored
  return browserLanguage?.trim().toLowerCase().startsWith('nl') ? 'nl' : 'en'
}

/** What may say in which language a page is shown; all of it is untrusted. */
export interface LanguageSigns {
  /** What the person chose, and the browser stored. */
  stored: unknown
  /** What the address asks for. */
  asked: unknown
  /** What an address asked for earlier in this visit. */
  visit: unknown
  browserLanguage: string | undefined
}

/**
 * The language of a page: the stored choice (spec 1); for people without one that of the address, for the whole visit;
 * otherwise the browser's. Server and browser both call this, so that a page does not change its language.
 */
export function pageLanguage({ stored, asked, visit, browserLanguage }: LanguageSigns): Language {
  return firstLanguage([stored, asked, visit].find(isLanguage), browserLanguage)
}

/** The value of a cookie in a `Cookie` header or `document.cookie`; undefined when there is none. */
export function cookieValue(cookies: string, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([^;]*)`, 'u').exec(cookies)?.[1]
}
