/** The interface languages (spec 1). */
export const LANGUAGES = ['en', 'nl'] as const
export type Language = (typeof LANGUAGES)[number]

/** Request header with the language for mails (spec 7). */
export const LOCALE_HEADER = 'x-kundig-locale'

export const LANGUAGE_PARAMETER = 'lang'

/** Session cookie with the language of the visited address. It stores no preference. */
export const VISIT_LANGUAGE_COOKIE = 'visitLanguage'

export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'nl'
}

/** Initial language (spec 1): the stored choice, else Dutch for browser languages starting with `nl`, else English. */
export function chooseInitialLanguage(stored: unknown, browserLanguage: string | undefined): Language {
  if (isLanguage(stored)) return stored
  return browserLanguage?.trim().toLowerCase().startsWith('nl') ? 'nl' : 'en'
}

export interface LanguageSigns {
  stored: unknown
  asked: unknown
  /** Language parameter of an earlier address in this visit. */
  visit: unknown
  browserLanguage: string | undefined
}

/**
 * Chooses the stored language (spec 1), else the language of the address or the visit, else the browser's language.
 * Server and browser must choose the same language, so that hydration finds the server's page.
 */
export function choosePageLanguage({ stored, asked, visit, browserLanguage }: LanguageSigns): Language {
  return chooseInitialLanguage([stored, asked, visit].find(isLanguage), browserLanguage)
}

export function readCookie(cookies: string, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([^;]*)`, 'u').exec(cookies)?.[1]
}
