import { type LandingWords, SITE_ID, type SiteWords } from '@kundig/contract/site/site-words'

const inBrowser = (): SiteWords =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it, by the same type
  JSON.parse(document.getElementById(SITE_ID)?.textContent ?? '') as SiteWords

/** Stand for the words while the server renders: it fills them in afterwards. Nobody outside can write them. */
const asMarks = (): SiteWords => {
  const random = crypto.randomUUID()
  const mark = (name: string): string => `site-${name}-${random}`
  const landing = (language: string): LandingWords => ({
    title: mark(`title-${language}`),
    headline: mark(`headline-${language}`),
    lead: mark(`lead-${language}`),
    footer: mark(`footer-${language}`),
  })
  return { name: mark('name'), landing: { en: landing('en'), nl: landing('nl') } }
}

/** What owners have set of the site's words, as the page says them. */
export const site: SiteWords = import.meta.env.SSR ? asMarks() : inBrowser()

/** What the site is called. */
export const SITE_NAME = site.name
