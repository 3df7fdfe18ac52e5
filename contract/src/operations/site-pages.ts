import { type Language, LANGUAGE_PARAMETER } from '../languages.ts'

/** Legal pages of the site, in the footer's order. */
export const SITE_PAGES = ['terms', 'privacy', 'rules', 'imprint', 'contact'] as const
export type SitePage = (typeof SITE_PAGES)[number]

export const SITE_PAGE_TITLES: Record<SitePage, Record<Language, string>> = {
  terms: { en: 'Terms', nl: 'Voorwaarden' },
  privacy: { en: 'Privacy', nl: 'Privacy' },
  rules: { en: 'Rules', nl: 'Regels' },
  imprint: { en: 'Imprint', nl: 'Colofon' },
  contact: { en: 'Contact', nl: 'Contact' },
}

/** Maximum length of a page in one language (UTF-16 units). */
export const SITE_PAGE_MAX = 20_000

/** Period to accept new terms, after which writing is refused (days). */
export const TERMS_GRACE_DAYS = 30

export function toSitePagePath(page: SitePage, language?: Language): string {
  return language === undefined ? `/${page}` : `/${page}?${LANGUAGE_PARAMETER}=${language}`
}
