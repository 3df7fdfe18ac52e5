/** The interface languages (spec 1). */
export const LANGUAGES = ['en', 'nl'] as const
export type Language = (typeof LANGUAGES)[number]

/** The header by which a client names the language of the person, for mail (spec 7). */
export const LOCALE_HEADER = 'x-kundig-locale'

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
