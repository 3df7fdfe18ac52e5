import type { Language } from '@kundig/contract/languages'
import { SITE_PAGES, type SitePage } from '@kundig/contract/operations/site-pages'

import { STARTING_PAGES_EN } from './starting-pages.en.ts'
import { STARTING_PAGES_NL } from './starting-pages.nl.ts'

/** A place in these texts that the operator has to fill in. */
const GAP = /\[\[[^\]]*\]\]/gu

/** The text as visitors read it: an ellipsis stands for each gap. */
export const hideGaps = (text: string): string => text.replaceAll(GAP, '…')

export const hasGaps = (text: string): boolean => hideGaps(text) !== text

/**
 * What the pages say before an owner publishes them: drafts that fit what the software does. What only whoever runs the site
 * can know stands between double brackets, and a page with such a gap cannot be published.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each page
export const STARTING_PAGES = Object.fromEntries(
  SITE_PAGES.map((page) => [page, { en: STARTING_PAGES_EN[page].trim(), nl: STARTING_PAGES_NL[page].trim() }]),
) as Record<SitePage, Record<Language, string>>
