import { type Language, LANGUAGES } from '@kundig/contract/languages'
import { getExpertiseLabel } from '@kundig/contract/profiles/categories'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import { SITE_PICTURE } from '@kundig/contract/site/branding'
import { toLandingPath, type PageState, toProfilePath, toQuery } from '@kundig/contract/site/public-pages'
import { truncate } from '@kundig/contract/texts/truncating'

import { formatLandingTitle } from '../../routes/landing/landing-title.ts'
import { landingTexts } from '../../routes/landing/landing.messages.ts'
import { routesTexts } from '../../routes/routes.messages.ts'
import { formatTitle } from '../../routes/use-title.ts'
import { appTexts } from '../shell/app.messages.ts'

/** Maximum length of a description that search engines show (characters). */
const DESCRIPTION_MAX = 155

/** Language of pages whose address names no language. Crawlers request these addresses. */
const UNNAMED: Language = 'en'

const LOCALES = { en: 'en_GB', nl: 'nl_NL' } as const satisfies Record<Language, string>

/** Default preview picture in `web/public`. Width and height are in px. */
const PICTURE = { path: SITE_PICTURE, width: 1200, height: 630 } as const

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/gu, (sign) => ESCAPES[sign] ?? sign)
}

/** Encodes a value as JSON that cannot end a script element. */
export function escapeForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}

function renderTag(name: 'meta' | 'link', attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  return `<${name}${written.join('')}>`
}

interface Summary {
  title: string
  description: string
  /** Returns the page's path in a language; null for pages that search engines must not list. */
  pathIn: ((language: Language | undefined) => string) | null
  type: 'website' | 'profile'
  picture: string | null
  data: object | null
}

function describePage({ page, language, session, categories }: PageState, base: string): Summary {
  const site = { type: 'website', picture: null, data: null } as const
  if (page.kind === 'landing') {
    const { category, ...others } = page.filter
    const isHidden = categories.some(({ id, is_hidden }) => id === category && is_hidden)
    return {
      ...site,
      title: formatLandingTitle(category && getExpertiseLabel(categories, category, language), language),
      description: landingTexts[language].lead,
      // Search engines may list categories, but not search results, filtered lists, hidden categories or missing pages.
      pathIn:
        toQuery(others) === '' && page.isStandIn !== true && !isHidden
          ? (named) => toLandingPath({ query: '', category }, named)
          : null,
    }
  }
  const nothing = {
    ...site,
    title: routesTexts[language].profile,
    description: landingTexts[language].lead,
    pathIn: null,
  }
  if (page.kind === 'dashboard') return { ...nothing, title: routesTexts[language][page.tab] }
  if (page.kind === 'account') {
    return { ...nothing, title: routesTexts[language][session?.has_profile ? 'accountSettings' : 'completeAccount'] }
  }
  if ('refusal' in page) return nothing
  const { profile } = page
  if (!profile.is_public) return { ...nothing, title: profile.full_name }
  const expertise = getExpertiseLabel(categories, profile.expertise, language)
  const picture = findPictureUrl(profile, base)
  return {
    title: profile.full_name,
    description: truncate(
      [expertise, profile.headline, profile.bio ?? landingTexts[language].lead]
        .filter(Boolean)
        .join('. ')
        .replace(/\s+/gu, ' '),
      DESCRIPTION_MAX,
    ),
    pathIn: (named) => toProfilePath(profile.id, named),
    type: 'profile',
    picture,
    data: {
      '@context': 'https://schema.org',
      '@type': 'Person',
      '@id': `${base}${toProfilePath(profile.id)}`,
      name: profile.full_name,
      url: `${base}${toProfilePath(profile.id)}`,
      knowsAbout: expertise,
      ...(profile.headline !== undefined && { jobTitle: profile.headline }),
      ...(profile.languages !== undefined && { knowsLanguage: profile.languages }),
      ...(profile.town !== undefined && {
        address: { '@type': 'PostalAddress', addressLocality: profile.town },
      }),
      ...(profile.bio === null ? {} : { description: profile.bio }),
      ...(picture === null ? {} : { image: picture }),
    },
  }
}

function findPictureUrl({ profile_picture_url }: Profile, base: string): string | null {
  if (profile_picture_url === null) return null
  return URL.canParse(profile_picture_url, base) ? new URL(profile_picture_url, base).href : null
}

export function renderHead(state: PageState, base: string): string {
  const summary = describePage(state, base)
  const { language } = state
  const { description, pathIn, type, picture, data } = summary
  const title = formatTitle(summary.title)
  const head = [`<title>${escapeHtml(title)}</title>`, renderTag('meta', { name: 'description', content: description })]
  if (pathIn === null) {
    head.push(renderTag('meta', { name: 'robots', content: 'noindex' }))
    return head.join('')
  }
  const addressIn = (named: Language): string => `${base}${pathIn(named === UNNAMED ? undefined : named)}`
  const address = addressIn(language)
  head.push(renderTag('link', { rel: 'canonical', href: address }))
  for (const named of LANGUAGES)
    head.push(renderTag('link', { rel: 'alternate', hreflang: named, href: addressIn(named) }))
  head.push(renderTag('link', { rel: 'alternate', hreflang: 'x-default', href: addressIn(UNNAMED) }))
  const graph = {
    'og:site_name': appTexts[language].brand,
    'og:type': type,
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:locale': LOCALES[language],
    ...(picture === null
      ? {
          'og:image': `${base}${PICTURE.path}`,
          'og:image:width': String(PICTURE.width),
          'og:image:height': String(PICTURE.height),
          'og:image:alt': appTexts[language].brand,
        }
      : { 'og:image': picture }),
  }
  for (const [property, content] of Object.entries(graph)) head.push(renderTag('meta', { property, content }))
  head.push(renderTag('meta', { name: 'twitter:card', content: picture === null ? 'summary_large_image' : 'summary' }))
  if (data !== null) head.push(`<script type="application/ld+json">${escapeForScript(data)}</script>`)
  return head.join('')
}
