/** Text that makes a careless pattern slow. `of` returns a text of the given length (UTF-16 units). */
export interface HostileText {
  name: string
  of: (length: number) => string
}

/** Texts to repeat: regular expressions backtrack on these texts, or Unicode normalization reorders them. */
const PIECES = {
  spaces: ' ',
  'no-break spaces': '\u00A0',
  'line breaks': '\n',
  tabs: '\t',
  dots: '.',
  'dots and spaces': '. ',
  digits: '1',
  letters: 'a',
  'capital letters': 'İ',
  hyphens: '-',
  'letters and hyphens': 'a-',
  'letters and dots': 'a.',
  'at signs': 'a@',
  commas: ',',
  semicolons: 'a=b; ',
  quotes: '"',
  'open braces': '{',
  'open brackets': '[',
  brackets: '[a]',
  'less-than signs': '<',
  'tags never closed': '<a ',
  'closing tags': '</a',
  'elements with code': '<embed>',
  'ends of elements with code': '<embed></embed ',
  'comments never closed': '<!--',
  'comments and tags': '<!-- <a>',
  scripts: 'java ',
  schemes: 'javascript',
  data: 'data:',
  handlers: 'onclick',
  'handlers and spaces': 'onload ',
  'handlers and quotes': 'onclick="',
  'marks of two classes': '\u0315\u0316',
  'marks of five classes': '\u0315\u0334\u0345\u0316\u0300',
  'letters with 30 marks': `a${'\u0315\u0316'.repeat(15)}`,
  'marks between tags': `<b>${'\u0315\u0316'.repeat(15)}`,
  'accents of Vietnamese': 'e\u0302\u0301',
  Devanagari: 'क\u093C\u094D',
  'parts of Hangul': '\u1112\u1161\u11AB',
  ligatures: '\uFDFA',
  emoji: '👩‍👩‍👧‍👦',
  'zero-width joiners': '\u200D',
  'back-ticks': '`',
  'back-ticks and tags': '`<a>',
  'back-ticks in rows': '`` ``` ',
  percents: '%',
  backslashes: '\\',
} as const

/** Prefixes and suffixes that make a pattern match at the beginning of a text, or almost to its end. */
const AROUND: readonly (readonly [string, string])[] = [
  ['', ''],
  ['a@', '@'],
  ['x', 'x'],
  ['x', '!'],
  ['<', '>'],
]

const repeatToLength = (piece: string, length: number): string =>
  piece.repeat(Math.max(0, Math.floor(length / piece.length))).slice(0, Math.max(0, length))

export const HOSTILE_TEXTS: readonly HostileText[] = [
  ...Object.entries(PIECES).flatMap(([name, piece]) =>
    AROUND.map(([before, after]) => ({
      name: before + after === '' ? name : `${name} between ${JSON.stringify(before)} and ${JSON.stringify(after)}`,
      of: (length: number) => before + repeatToLength(piece, length - before.length - after.length) + after,
    })),
  ),
  {
    name: 'elements with code, then an end of spaces',
    of: (length) => `${repeatToLength('<embed>', length / 2)}</embed${repeatToLength(' ', length / 2 - 7)}`,
  },
  {
    name: 'elements with code, then ends that are none',
    of: (length) => repeatToLength('<embed>', length / 2) + repeatToLength('</embe', length / 2),
  },
]
