import type { Language } from '@kundig/contract/languages'
import { SITE_PAGES, type SitePage } from '@kundig/contract/operations/site-pages'

import { STARTING_PAGES_EN } from './starting-pages.en.ts'
import { STARTING_PAGES_NL } from './starting-pages.nl.ts'

const GAP = /\[\[[^\]]*\]\]/gu

export const hideGaps = (text: string): string => text.replaceAll(GAP, '…')

export const hasGaps = (text: string): boolean => hideGaps(text) !== text

/** Drafts that fit the software. Double brackets mark gaps for the operator; a page with gaps cannot be published. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each page
export const STARTING_PAGES = Object.fromEntries(
  SITE_PAGES.map((page) => [page, { en: STARTING_PAGES_EN[page].trim(), nl: STARTING_PAGES_NL[page].trim() }]),
) as Record<SitePage, Record<Language, string>>
