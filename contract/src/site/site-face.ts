import type { Language } from '../languages.ts'
import type { LandingWords, SiteWords } from './site-words.ts'

/** How long what owners write of the site may be (characters). */
export const FACE_LIMITS = {
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

/** What the site is called until an owner names it. */
const DEFAULT_NAME = 'Kundig'

/**
 * Who the site is, as its pages and mails show it. A text that is empty has the words that the code has for it; so has a
 * colour.
 */
export interface Face {
  name: string
  /** Before the address that mails come from; empty for the site's name. */
  sender_name: string
  legal_name: string
  register_number: string
  vat_number: string
  contact_email: string
  contact_phone: string
  contact_address: string
  /** `#rrggbb`: buttons and links on light pages, and what people write in chats. */
  primary: string
  /** `#rrggbb`: what stands out, and buttons and links on dark pages. */
  accent: string
  headline_en: string
  headline_nl: string
  lead_en: string
  lead_nl: string
  footer_en: string
  footer_nl: string
}

export const DEFAULT_FACE: Face = {
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

/** What an owner gave the site as its logo. */
export interface Logo {
  /** The beginning of its SHA-256, in hexadecimal; empty where there is none: then there is the mark of the code. */
  version: string
  /** In pixels; 0 where there is none. */
  width: number
  height: number
}

export const DEFAULT_LOGO: Logo = { version: '', width: 0, height: 0 }

/** How large a file may be that an owner sends as a logo (bytes), and what is kept of it (px). */
export const LOGO_LIMITS = { pngBytesMax: 1_000_000, svgBytesMax: 100_000, sideMaxPx: 512 } as const

/** True if a text, without a byte order mark, begins as an SVG. */
export const isDrawing = (text: string): boolean => /^\s*<(?:[?!][^]*<)?svg[\s>]/iu.test(text)

/** The picture of the site that other sites show of a link. The server puts another address there where owners chose a face. */
export const SITE_PICTURE = '/og-image.png'

/** Where logos are read. */
export const LOGO_PATH = '/files/logo'

/** The address of a logo: another one has another. Empty where there is none. */
export const logoAddress = ({ version }: Logo): string => (version === '' ? '' : `${LOGO_PATH}/${version}`)

/** Stands in the service worker for its name and styles: the server puts them there. */
export const SITE_IN_WORKER = 'site-of-the-worker'

const LANDING: Record<Language, Omit<LandingWords, 'title'>> = {
  en: {
    headline: 'Ask someone who has done it before.',
    lead: 'Find a person with real practice, introduce yourself, and talk it through in a private chat.',
    footer: 'Knowledge, from person to person.',
  },
  nl: {
    headline: 'Vraag het iemand die het al eens heeft gedaan.',
    lead: 'Vind iemand die het vak uit de praktijk kent, stel je voor en bespreek je vraag in een privéchat.',
    footer: 'Kennis, van mens tot mens.',
  },
}

/** Only the name that the code comes with can be explained by it. */
const NAME_IN_ENGLISH = `${DEFAULT_NAME} is Dutch for skilled.`

/** The words of a face, with those of the code where it has none. */
export function wordsOf(face: Face): SiteWords {
  const landing = (language: Language): LandingWords => {
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
