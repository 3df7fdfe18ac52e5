import type { Language } from '@kundig/contract/languages'
import { DEFAULT_BRANDING, type Branding, type Logo } from '@kundig/contract/site/branding'

/** Background colour of the installed application before the page has loaded. */
const GROUND = '#fbf8f2'

const TEXTS = {
  en: {
    description: 'Find someone with hands-on experience, introduce yourself, and talk it through in a private chat.',
    requests: 'Requests',
  },
  nl: {
    description: 'Vind iemand met praktijkervaring, stel je voor en bespreek je vraag in een privéchat.',
    requests: 'Verzoeken',
  },
} as const satisfies Record<Language, object>

const describePng = (src: string, side: number, purpose: 'any' | 'maskable') => ({
  src,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose,
})

const ICONS = [
  describePng('/icon-192.png', 192, 'any'),
  describePng('/icon-512.png', 512, 'any'),
  describePng('/icon-maskable-192.png', 192, 'maskable'),
  describePng('/icon-maskable-512.png', 512, 'maskable'),
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
]

/** Screenshots with the default name and logo. */
const SCREENSHOTS = [
  { src: '/screenshot-wide.webp', sizes: '1280x800', type: 'image/webp', form_factor: 'wide' },
  { src: '/screenshot-narrow.webp', sizes: '750x1334', type: 'image/webp', form_factor: 'narrow' },
]

/** Builds the web manifest. A changed logo changes the URLs of the icons. */
export function buildWebManifest(language: Language, { face: { name }, logo }: { face: Branding; logo: Logo }): object {
  const { description, requests } = TEXTS[language]
  const query = logo.version === '' ? '' : `?v=${logo.version}`
  const shortcut = (label: string, tab: string) => ({
    name: label,
    url: `/dashboard?tab=${tab}`,
    icons: [{ src: `/icon-192.png${query}`, sizes: '192x192' }],
  })
  const isAsBuilt = name === DEFAULT_BRANDING.name && logo.version === ''
  return {
    id: '/',
    lang: language,
    name,
    short_name: name,
    description,
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: GROUND,
    theme_color: GROUND,
    categories: ['business', 'education', 'social'],
    icons: ICONS.map((icon) => ({ ...icon, src: icon.src + query })),
    shortcuts: [shortcut('Chats', 'chats'), shortcut(requests, 'requests')],
    ...(isAsBuilt ? { screenshots: SCREENSHOTS } : {}),
  }
}
