// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const LINE_BREAKS = /\r\n?|[\v\f\u000E\u0085\u2028\u2029]/gu

/** Control characters in place of hyphens: PDF viewers copy them at line ends, and Word for non-breaking hyphens. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const LOST_HYPHENS = /(?<=\p{L})[\u0002\uFFFE](?=\s?\p{L})|\u001E/gu

/** Joiners between the parts of one emoji, and the tag characters in a region's flag. */
const IN_EMOJI =
  /(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})|(?<=\u{1F3F4})[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,7}\u{E007F}/u

const WITHOUT_JOINERS = ['Latn', 'Grek', 'Cyrl', 'Armn', 'Geor', 'Hebr', 'Hani', 'Hira', 'Kana', 'Hang', 'Bopo']
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')
/** Joiners in the scripts that are written with them, such as Persian and Malayalam. */
const IN_WORDS = new RegExp(String.raw`(?<=[\p{L}\p{M}])(?<![${WITHOUT_JOINERS}])[\u200C\u200D]`, 'u')

/** Soft hyphens, zero-width signs, bidi controls, byte order marks, annotations, tags, and marks of PDFs and Word. */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0002\u001F\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\u{E0001}\u{E0020}-\u{E007F}]/u

const ANY_INVISIBLE = new RegExp(INVISIBLE, 'gu')
const KEPT_OR_INVISIBLE = new RegExp(`(${IN_EMOJI.source}|${IN_WORDS.source})|${INVISIBLE.source}`, 'gu')
/** Pattern for right-to-left text. It keeps direction marks, because people type them. */
const KEPT_OR_INVISIBLE_RTL = new RegExp(
  String.raw`(${IN_EMOJI.source}|${IN_WORDS.source}|[\u061C\u200E\u200F])|${INVISIBLE.source}`,
  'gu',
)
const RIGHT_TO_LEFT = /[\u0590-\u061B\u061D-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u

/** Repairs a pasted text (decision 25): makes line breaks `\n` and removes useless invisible characters. Idempotent. */
export function repairText(text: string): string {
  const kept = RIGHT_TO_LEFT.test(text) ? KEPT_OR_INVISIBLE_RTL : KEPT_OR_INVISIBLE
  return text.replace(LINE_BREAKS, '\n').replace(LOST_HYPHENS, '-').replace(kept, '$1')
}

export function repairEmail(text: string): string {
  return text.replace(ANY_INVISIBLE, '')
}
