import { randomUUID } from 'node:crypto'

import type { Face } from '@kundig/contract/site/site-face'

import { markup } from '../http/pages/markup.ts'

/** Nobody outside can write it: what people write is never taken for a mark. */
const RANDOM = randomUUID()

/**
 * Stands in our texts where the site's name is to be: they are written before it is known. Whoever sends such a text fills
 * it in by the functions below.
 */
export const SITE_NAME = `site-name-${RANDOM}`

/** Stand in the styles of mails for the site's colours. */
export const SITE_PRIMARY = `site-primary-${RANDOM}`
export const SITE_ACCENT = `site-accent-${RANDOM}`

/** What mails look like until an owner chooses colours: the design system's, as every mail program reads them. */
const MAIL_COLOURS = { primary: '#65204b', accent: '#fdc83d' } as const

/** What is filled in. */
export type FillIn = Pick<Face, 'name' | 'primary' | 'accent'>

/** Fills a plain text in. */
export const fillText = (text: string, { name }: FillIn): string => text.replaceAll(SITE_NAME, () => name)

/** Fills a page in. */
export const fillHtml = (html: string, { name, primary, accent }: FillIn): string =>
  html
    .replaceAll(SITE_NAME, () => markup`${name}`.toString())
    .replaceAll(SITE_PRIMARY, primary || MAIL_COLOURS.primary)
    .replaceAll(SITE_ACCENT, accent || MAIL_COLOURS.accent)
