import type { Language } from '../languages.ts'

/** The short texts of the landing page. */
export interface LandingWords {
  /** The headline as a page's title: without the full stop at its end. */
  title: string
  headline: string
  lead: string
  footer: string
}

/** The words about the site that every page gives to its own code. */
export interface SiteWords {
  name: string
  landing: Record<Language, LandingWords>
}

/** The element of a page that holds its `SiteWords`, as JSON. */
export const SITE_ID = 'site'
