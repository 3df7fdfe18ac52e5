import type { Language } from '../languages.ts'

export interface LandingTexts {
  /** The headline without its full stop, as the title of a page. */
  title: string
  headline: string
  lead: string
  footer: string
}

/** Texts about the site that every page contains as data for its scripts. */
export interface SiteTexts {
  name: string
  landing: Record<Language, LandingTexts>
}

/** Id of the page element with `SiteTexts` as JSON. */
export const SITE_ID = 'site'
