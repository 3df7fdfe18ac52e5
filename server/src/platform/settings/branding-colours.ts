import { converter, formatHex, inGamut, parse, toGamut, wcagContrast } from 'culori'

import type { Branding } from '@kundig/contract/site/branding'

/** Colours chosen by an owner. An empty text keeps the design system's colour. */
export type Colours = Pick<Branding, 'primary' | 'accent'>

type Mode = 'light' | 'dark'
type Tokens = Readonly<Record<string, string>>

/** Text whose contrast is too low because of an owner's colour. */
export interface ColourFailure {
  mode: Mode
  text: string
  background: string
  /** Contrast ratio (WCAG 2.2). */
  ratio: number
}

/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
export const TEXT_RATIO = 4.5

/** Copy of the design system's colours. A test compares it with web/src/design-system/styles/tokens.css. */
export const OWN_TOKENS: Readonly<Record<Mode, Tokens>> = {
  light: {
    bg: 'oklch(0.979 0.008 84)',
    surface: 'oklch(0.996 0.003 84)',
    'surface-2': 'oklch(0.957 0.011 80)',
    ink: 'oklch(0.245 0.046 338)',
    'ink-2': 'oklch(0.435 0.038 338)',
    'on-primary': 'oklch(0.988 0.008 84)',
    'on-accent': 'oklch(0.245 0.046 338)',
    'on-bubble-own': 'oklch(0.988 0.008 84)',
    't-glaze': 'oklch(0.965 0.014 84)',
    primary: 'oklch(0.365 0.112 346)',
    'primary-hover': 'oklch(0.305 0.1 346)',
    'primary-soft': 'oklch(0.94 0.018 350)',
    link: 'oklch(0.425 0.13 346)',
    'bubble-own': 'oklch(0.365 0.112 346)',
    'bubble-own-meta': 'oklch(0.87 0.034 346)',
    't-plum': 'oklch(0.375 0.115 346)',
    accent: 'oklch(0.858 0.158 87)',
    'accent-soft': 'oklch(0.953 0.052 92)',
    't-yellow': 'oklch(0.855 0.155 87)',
  },
  dark: {
    bg: 'oklch(0.178 0.02 338)',
    surface: 'oklch(0.218 0.024 338)',
    'surface-2': 'oklch(0.258 0.027 338)',
    ink: 'oklch(0.958 0.012 84)',
    'ink-2': 'oklch(0.805 0.02 60)',
    'on-primary': 'oklch(0.225 0.046 338)',
    'on-accent': 'oklch(0.225 0.046 338)',
    'on-bubble-own': 'oklch(0.985 0.008 84)',
    't-glaze': 'oklch(0.925 0.018 84)',
    primary: 'oklch(0.868 0.146 88)',
    'primary-hover': 'oklch(0.912 0.115 92)',
    'primary-soft': 'oklch(0.318 0.048 346)',
    link: 'oklch(0.868 0.12 88)',
    'bubble-own': 'oklch(0.432 0.112 346)',
    'bubble-own-meta': 'oklch(0.88 0.03 346)',
    't-plum': 'oklch(0.44 0.12 346)',
    accent: 'oklch(0.868 0.146 88)',
    'accent-soft': 'oklch(0.325 0.05 80)',
    't-yellow': 'oklch(0.84 0.145 87)',
  },
}

/** Colours of mails, which do not use the site's styles. */
const OF_MAILS: Readonly<Record<Mode, Tokens>> = {
  light: { 'mail-card': '#fffefb', 'mail-page': '#fbf8f2', 'mail-button-text': '#fefbf5' },
  dark: { 'mail-card': '#23171f', 'mail-page': '#1a1017', 'mail-button-text': '#2e1728' },
}

/** Texts whose colour or background an owner can choose, with all their backgrounds. */
const PAIRS: readonly (readonly [text: string, backgrounds: readonly string[]])[] = [
  ['link', ['bg', 'surface', 'surface-2', 'primary-soft', 'accent-soft']],
  ['primary', ['bg', 'surface', 'surface-2', 'mail-card', 'mail-page']],
  ['ink', ['primary-soft', 'accent-soft']],
  ['ink-2', ['primary-soft', 'accent-soft']],
  ['on-primary', ['primary', 'primary-hover']],
  ['mail-button-text', ['primary']],
  ['on-accent', ['accent']],
  ['on-bubble-own', ['bubble-own']],
  ['bubble-own-meta', ['bubble-own']],
  ['t-glaze', ['t-plum']],
]

const toOklch = converter('oklch')
const toRgb = converter('rgb')
const fitted = toGamut('rgb', 'oklch')
const isShown = inGamut('rgb')

/** Fits a colour into sRGB, rounded to eight bits. Throws an Error for an invalid colour. */
function toScreenColour(colour: string): string {
  const parsed = parse(colour)
  if (!parsed) throw new Error(`Not a colour: ${colour}`)
  return formatHex(isShown(parsed) ? toRgb(parsed) : fitted(parsed))
}

interface Oklch {
  lightness: number
  chroma: number
  hue: number
}

function toOklchColour(colour: string): Oklch {
  const { l = 0, c = 0, h = 0 } = toOklch(colour) ?? {}
  return { lightness: l, chroma: c, hue: h }
}

const formatOklch = ({ lightness, chroma, hue }: Oklch): string =>
  toScreenColour(`oklch(${Math.min(1, Math.max(0, lightness)).toFixed(4)} ${chroma.toFixed(4)} ${hue.toFixed(2)})`)

function computeChangedColourTokens({ primary, accent }: Colours): Record<Mode, Record<string, string>> {
  const changed: Record<Mode, Record<string, string>> = { light: {}, dark: {} }
  if (primary !== '') {
    const own = toOklchColour(primary)
    // The chroma is limited, so that a tint of a grey colour stays grey.
    const tint = (lightness: number, chroma: number): string =>
      formatOklch({ lightness, chroma: Math.min(chroma, own.chroma), hue: own.hue })
    const lighter = formatOklch({ ...own, lightness: own.lightness + 0.067 })
    Object.assign(changed.light, {
      primary,
      'primary-hover': formatOklch({ ...own, lightness: own.lightness - 0.06 }),
      'primary-soft': tint(0.94, 0.018),
      link: primary,
      'bubble-own': primary,
      'bubble-own-meta': tint(0.87, 0.034),
      't-plum': primary,
    })
    Object.assign(changed.dark, {
      'primary-soft': tint(0.318, 0.048),
      'bubble-own': lighter,
      'bubble-own-meta': tint(0.88, 0.03),
      't-plum': lighter,
    })
  }
  if (accent !== '') {
    const own = toOklchColour(accent)
    const tint = (lightness: number): string =>
      formatOklch({ lightness, chroma: Math.min(0.05, own.chroma), hue: own.hue })
    Object.assign(changed.light, { accent, 'accent-soft': tint(0.953), 't-yellow': accent })
    Object.assign(changed.dark, {
      primary: accent,
      'primary-hover': formatOklch({ ...own, lightness: own.lightness + 0.044 }),
      link: accent,
      accent,
      'accent-soft': tint(0.325),
      't-yellow': accent,
    })
  }
  return changed
}

/** Returns unreadable texts in light and dark, worst first. */
export function findContrastFailures(colours: Colours): ColourFailure[] {
  const changed = computeChangedColourTokens(colours)
  const failures: ColourFailure[] = []
  for (const mode of ['light', 'dark'] as const) {
    const tokens: Tokens = { ...OWN_TOKENS[mode], ...OF_MAILS[mode], ...changed[mode] }
    for (const [text, backgrounds] of PAIRS) {
      for (const background of backgrounds) {
        const ratio = computeContrast(tokens[text], tokens[background])
        if (ratio < TEXT_RATIO) failures.push({ mode, text, background, ratio })
      }
    }
  }
  return failures.toSorted((one, other) => one.ratio - other.ratio)
}

export function computeColourTokens(colours: Colours): Record<Mode, Record<string, string>> {
  const { light, dark } = computeChangedColourTokens(colours)
  return { light: { ...OWN_TOKENS.light, ...light }, dark: { ...OWN_TOKENS.dark, ...dark } }
}

function computeContrast(one = '', other = ''): number {
  return wcagContrast(toScreenColour(one), toScreenColour(other))
}

const STEP = 0.01

/** Finds readable colours with the same hues and the nearest lightness. Returns null if there are none. */
export function findReadableColours(colours: Colours): Colours | null {
  if (findContrastFailures(colours).length === 0) return colours
  for (const only of ['primary', 'accent'] as const) {
    const one = findNearestReadableColours(colours, only)
    if (one) return one
  }
  // The first colour is darkened for light pages, then the second is lightened for dark pages.
  const primary = findNearestReadableColours({ ...colours, accent: '' }, 'primary')
  return primary && findNearestReadableColours({ ...primary, accent: colours.accent }, 'accent')
}

function findNearestReadableColours(colours: Colours, changed: keyof Colours): Colours | null {
  if (colours[changed] === '') return null
  const own = toOklchColour(colours[changed])
  for (let distance = STEP; distance < 1; distance += STEP) {
    for (const lightness of [own.lightness - distance, own.lightness + distance]) {
      if (lightness < 0 || lightness > 1) continue
      const tried = { ...colours, [changed]: formatOklch({ ...own, lightness }) }
      if (findContrastFailures(tried).length === 0) return tried
    }
  }
  return null
}

/** Builds styles that override the design system's colours. Unreadable colours are ignored: owners cannot save them. */
export function buildSiteStyles(colours: Colours): string {
  if (findContrastFailures(colours).length > 0) return ''
  const { light, dark } = computeChangedColourTokens(colours)
  const block = (tokens: Record<string, string>): string =>
    Object.entries(tokens)
      .map(([name, value]) => `--${name}:${value};`)
      .join('')
  if (Object.keys(light).length === 0 && Object.keys(dark).length === 0) return ''
  // The light block overrides the design system's dark block, so our dark block repeats unchanged tokens.
  const own: Tokens = OWN_TOKENS.dark
  const kept: Record<string, string> = {}
  for (const name of Object.keys(light)) kept[name] = own[name] ?? ''
  // Print uses the light colours.
  return `html:root{${block(light)}}@media not print{html:root.dark{${block({ ...kept, ...dark })}}}`
}
