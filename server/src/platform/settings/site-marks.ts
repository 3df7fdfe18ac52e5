import { randomUUID } from 'node:crypto'

import type { Branding } from '@kundig/contract/site/branding'

import { markup } from '../http/pages/markup.ts'

/** Random part of placeholders, so that people's texts cannot contain a placeholder. */
const RANDOM = randomUUID()

/** Placeholder of the site's name in texts. Senders replace it. */
export const SITE_NAME = `site-name-${RANDOM}`

export const SITE_PRIMARY = `site-primary-${RANDOM}`
export const SITE_ACCENT = `site-accent-${RANDOM}`

/** Colours of the design system, in a form that every mail program understands. */
const MAIL_COLOURS = { primary: '#65204b', accent: '#fdc83d' } as const

export type FillIn = Pick<Branding, 'name' | 'primary' | 'accent'>

export const fillText = (text: string, { name }: FillIn): string => text.replaceAll(SITE_NAME, () => name)

export const fillHtml = (html: string, { name, primary, accent }: FillIn): string =>
  html
    .replaceAll(SITE_NAME, () => markup`${name}`.toString())
    .replaceAll(SITE_PRIMARY, primary || MAIL_COLOURS.primary)
    .replaceAll(SITE_ACCENT, accent || MAIL_COLOURS.accent)
