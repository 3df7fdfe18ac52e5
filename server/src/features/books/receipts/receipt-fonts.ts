import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import anyAscii from 'any-ascii'
import { create, type Font } from 'fontkit'

/** A weight of the product's typeface, with one behind it that knows more scripts. */
export type Weight = 'regular' | 'bold'

/** Of WOFF, not WOFF2: letters that are made of two are not embedded right from the latter. */
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

/** The fonts of a weight, read once. */
function load(weight: Weight): readonly LoadedFont[] {
  loaded[weight] ??= FILES[weight].map((name) => {
    const data = readFileSync(fileURLToPath(name))
    const font = create(data)
    if (!isFont(font)) throw new Error(`${name} is no single font`)
    return { name, data, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) }
  })
  return loaded[weight]
}

const isFont = (font: ReturnType<typeof create>): font is Font => 'hasGlyphForCodePoint' in font

/** Stands for what none of the fonts has, and Latin letters do not spell. */
const UNKNOWN = '□'

/**
 * A text as it can be written: without what steers a text instead of being seen, such as a change of direction, and with letters that no
 * font has, such as Chinese ones, spelled in Latin ones, so that a name can be read.
 * @returns its pieces in order, each with the font that has all of its letters; none for a text of which nothing is left
 */
export function runsOf(text: string, weight: Weight): { text: string; font: ReceiptFont }[] {
  const fonts = load(weight)
  const [first] = fonts
  const runs: { text: string; font: LoadedFont }[] = []
  for (const letter of text.normalize('NFC').replace(/\s/gu, ' ').replace(/\p{C}/gu, '')) {
    const last = runs.at(-1)
    const has = (font: LoadedFont, one = letter): boolean => font.has(one.codePointAt(0) ?? 0)
    // A space or an accent stays with what it follows: words that are read from the right are one piece.
    const known = last && /[\s\p{M}]/u.test(letter) && has(last.font) ? last.font : fonts.find((font) => has(font))
    const spelled = known ? letter : anyAscii(letter)
    // What belongs to the letter before it is worth no box of its own.
    if (spelled === '' && /\p{M}/u.test(letter)) continue
    const shown = spelled || UNKNOWN
    const font = known ?? fonts.find((one) => has(one, shown)) ?? first
    if (!font) throw new Error('There is a font')
    if (last?.font === font) last.text += shown
    else runs.push({ text: shown, font })
  }
  return runs
}
