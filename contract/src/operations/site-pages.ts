import { type Language, LANGUAGE_PARAMETER } from '../languages.ts'

/** The site's own pages, in the order in which a footer names them. */
export const SITE_PAGES = ['terms', 'privacy', 'rules', 'imprint', 'contact'] as const
export type SitePage = (typeof SITE_PAGES)[number]

export const SITE_PAGE_TITLES: Record<SitePage, Record<Language, string>> = {
  terms: { en: 'Terms', nl: 'Voorwaarden' },
  privacy: { en: 'Privacy', nl: 'Privacy' },
  rules: { en: 'Rules', nl: 'Regels' },
  imprint: { en: 'Imprint', nl: 'Colofon' },
  contact: { en: 'Contact', nl: 'Contact' },
}

/** The longest text of a page in one language (UTF-16 units). */
export const SITE_PAGE_MAX = 20_000

/** How long people have to accept new terms before they can no longer write (days). */
export const TERMS_GRACE_DAYS = 30

/** The address of one of the site's own pages; in a given language where one is asked for. */
export function sitePagePath(page: SitePage, language?: Language): string {
  return language === undefined ? `/${page}` : `/${page}?${LANGUAGE_PARAMETER}=${language}`
}
