import { randomUUID } from 'node:crypto'

import type { Branding } from '@kundig/contract/site/branding'

import { markup } from '../http/pages/markup.ts'

/** Outsiders cannot know it, so people's texts are never taken for a mark. */
const RANDOM = randomUUID()

/**
 * Placeholder of the site's name in texts, which are written before the name is known. The sender of such a text fills
 * it in with the functions below.
 */
export const SITE_NAME = `site-name-${RANDOM}`

/** Placeholders of the site's colours in the styles of mails. */
export const SITE_PRIMARY = `site-primary-${RANDOM}`
export const SITE_ACCENT = `site-accent-${RANDOM}`

/** Default colours of mails: the design system's, in a form that every mail program reads. */
const MAIL_COLOURS = { primary: '#65204b', accent: '#fdc83d' } as const

/** Values to fill in. */
export type FillIn = Pick<Branding, 'name' | 'primary' | 'accent'>

/** Fills in a plain text. */
export const fillText = (text: string, { name }: FillIn): string => text.replaceAll(SITE_NAME, () => name)

/** Fills in a page. */
export const fillHtml = (html: string, { name, primary, accent }: FillIn): string =>
  html
    .replaceAll(SITE_NAME, () => markup`${name}`.toString())
    .replaceAll(SITE_PRIMARY, primary || MAIL_COLOURS.primary)
    .replaceAll(SITE_ACCENT, accent || MAIL_COLOURS.accent)
