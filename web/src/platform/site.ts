import { type LandingTexts, SITE_ID, type SiteTexts } from '@kundig/contract/site/site-texts'

const inBrowser = (): SiteTexts =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote the texts, with the same type
  JSON.parse(document.getElementById(SITE_ID)?.textContent ?? '') as SiteTexts

/** Creates placeholders that the server replaces after rendering. They are random, so that users cannot type them. */
const asMarks = (): SiteTexts => {
  const random = crypto.randomUUID()
  const mark = (name: string): string => `site-${name}-${random}`
  const landing = (language: string): LandingTexts => ({
    title: mark(`title-${language}`),
    headline: mark(`headline-${language}`),
    lead: mark(`lead-${language}`),
    footer: mark(`footer-${language}`),
  })
  return { name: mark('name'), landing: { en: landing('en'), nl: landing('nl') } }
}

export const site: SiteTexts = import.meta.env.SSR ? asMarks() : inBrowser()

export const SITE_NAME = site.name
