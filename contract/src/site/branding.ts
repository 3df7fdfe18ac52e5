import type { Language } from '../languages.ts'
import type { LandingTexts, SiteTexts } from './site-texts.ts'

/** Maximum lengths of the branding's texts (characters). */
export const BRANDING_LIMITS = {
  nameMax: 30,
  senderMax: 60,
  legalNameMax: 120,
  numberMax: 40,
  emailMax: 254,
  phoneMax: 40,
  addressMax: 300,
  headlineMax: 80,
  leadMax: 240,
  footerMax: 80,
} as const

const DEFAULT_NAME = 'Kundig'

/** Branding: texts, colours and logo on pages and in mails. Empty texts and colours use the defaults in the code. */
export interface Branding {
  name: string
  /** Sender name of mails; empty for the site's name. */
  sender_name: string
  legal_name: string
  register_number: string
  vat_number: string
  contact_email: string
  contact_phone: string
  contact_address: string
  /** `#rrggbb`: buttons and links on light pages, and a person's own messages in chats. */
  primary: string
  /** `#rrggbb`: highlights, and buttons and links on dark pages. */
  accent: string
  headline_en: string
  headline_nl: string
  lead_en: string
  lead_nl: string
  footer_en: string
  footer_nl: string
}

export const DEFAULT_BRANDING: Branding = {
  name: DEFAULT_NAME,
  sender_name: '',
  legal_name: '',
  register_number: '',
  vat_number: '',
  contact_email: '',
  contact_phone: '',
  contact_address: '',
  primary: '',
  accent: '',
  headline_en: '',
  headline_nl: '',
  lead_en: '',
  lead_nl: '',
  footer_en: '',
  footer_nl: '',
}

export interface Logo {
  /** Prefix of the logo's SHA-256 in hexadecimal; empty for the default logo. */
  version: string
  /** In pixels; 0 without a logo. */
  width: number
  height: number
}

export const DEFAULT_LOGO: Logo = { version: '', width: 0, height: 0 }

/** Maximum logo upload (bytes) and stored size (px). */
export const LOGO_LIMITS = { pngBytesMax: 1_000_000, svgBytesMax: 100_000, sideMaxPx: 512 } as const

/** True if a text, without a byte order mark, begins as an SVG. */
export const isDrawing = (text: string): boolean => /^\s*<(?:[?!][^]*<)?svg[\s>]/iu.test(text)

/** Preview image for links on other sites. The server replaces its address when owners change the branding. */
export const SITE_PICTURE = '/og-image.png'

export const LOGO_PATH = '/files/logo'

/** Address of a logo, unique per logo; empty without a logo. */
export const toLogoAddress = ({ version }: Logo): string => (version === '' ? '' : `${LOGO_PATH}/${version}`)

/** Placeholder in the service worker that the server replaces with the site's name and styles. */
export const SITE_IN_WORKER = 'site-of-the-worker'

const LANDING: Record<Language, Omit<LandingTexts, 'title'>> = {
  en: {
    headline: 'Ask someone who has done it before.',
    lead: 'Find someone with hands-on experience, introduce yourself, and talk it through in a private chat.',
    footer: 'Knowledge, from person to person.',
  },
  nl: {
    headline: 'Vraag het iemand die het al eens heeft gedaan.',
    lead: 'Vind iemand die het vak uit de praktijk kent, stel je voor en bespreek je vraag in een privéchat.',
    footer: 'Kennis, van mens tot mens.',
  },
}

/** Explanation of the default site name, shown only with that name. */
const NAME_IN_ENGLISH = `${DEFAULT_NAME} is Dutch for skilled.`

/** Returns the texts of a branding, with defaults for empty texts. */
export function toSiteTexts(face: Branding): SiteTexts {
  const landing = (language: Language): LandingTexts => {
    const own = LANDING[language]
    const headline = face[`headline_${language}`] || own.headline
    const isExplained = language === 'en' && face.name === DEFAULT_NAME
    return {
      title: headline.replace(/(?<!\.)\.$/u, ''),
      headline,
      lead: face[`lead_${language}`] || (isExplained ? `${NAME_IN_ENGLISH} ${own.lead}` : own.lead),
      footer: face[`footer_${language}`] || own.footer,
    }
  }
  return { name: face.name, landing: { en: landing('en'), nl: landing('nl') } }
}
