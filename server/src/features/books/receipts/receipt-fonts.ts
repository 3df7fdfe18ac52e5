import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import anyAscii from 'any-ascii'
import { create, type Font } from 'fontkit'

export type Weight = 'regular' | 'bold'

/** WOFF fonts, because composed glyphs of WOFF2 fonts are not embedded correctly. */
const FILES = {
  regular: [
    import.meta.resolve('@fontsource/figtree/files/figtree-latin-400-normal.woff'),
    import.meta.resolve('@fontsource/figtree/files/figtree-latin-ext-400-normal.woff'),
    import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  ],
  bold: [
    import.meta.resolve('@fontsource/figtree/files/figtree-latin-700-normal.woff'),
    import.meta.resolve('@fontsource/figtree/files/figtree-latin-ext-700-normal.woff'),
    import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  ],
} satisfies Record<Weight, readonly string[]>

export interface ReceiptFont {
  name: string
  data: Buffer
}

interface LoadedFont extends ReceiptFont {
  has: (codePoint: number) => boolean
}

const loaded: Partial<Record<Weight, readonly LoadedFont[]>> = {}

function loadFonts(weight: Weight): readonly LoadedFont[] {
  loaded[weight] ??= FILES[weight].map((name) => {
    const data = readFileSync(fileURLToPath(name))
    const font = create(data)
    if (!isFont(font)) throw new Error(`not a single font: ${name}`)
    return { name, data, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) }
  })
  return loaded[weight]
}

const isFont = (font: ReturnType<typeof create>): font is Font => 'hasGlyphForCodePoint' in font

/** Placeholder for letters that no font has and that cannot be spelled in Latin letters. */
const UNKNOWN = '□'

/**
 * Removes invisible control characters, such as changes of direction. Spells letters that no font has, such as Chinese
 * letters, in Latin letters, so that names stay readable.
 */
export function splitIntoRuns(text: string, weight: Weight): { text: string; font: ReceiptFont }[] {
  const fonts = loadFonts(weight)
  const [first] = fonts
  const runs: { text: string; font: LoadedFont }[] = []
  for (const letter of text.normalize('NFC').replace(/\s/gu, ' ').replace(/\p{C}/gu, '')) {
    const last = runs.at(-1)
    const has = (font: LoadedFont, one = letter): boolean => font.has(one.codePointAt(0) ?? 0)
    // A space or accent stays in the run before it, so that right-to-left words are not split.
    const known = last && /[\s\p{M}]/u.test(letter) && has(last.font) ? last.font : fonts.find((font) => has(font))
    const spelled = known ? letter : anyAscii(letter)
    // A combining mark gets no placeholder.
    if (spelled === '' && /\p{M}/u.test(letter)) continue
    const shown = spelled || UNKNOWN
    const font = known ?? fonts.find((one) => has(one, shown)) ?? first
    if (!font) throw new Error('no font loaded')
    if (last?.font === font) last.text += shown
    else runs.push({ text: shown, font })
  }
  return runs
}
