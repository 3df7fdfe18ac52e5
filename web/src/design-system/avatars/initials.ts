const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * One or two letters for a name: of its first and last word, in any script. Words without a letter at their start
 * (emoji, digits) do not count; a name without letters gives an empty string.
 */
export function toInitials(name: string): string {
  const letters = name
    .trim()
    .split(/[\s\u00a0]+/u)
    .map(firstLetter)
    .filter(Boolean)
  const first = letters[0] ?? ''
  const last = letters.length > 1 ? letters.at(-1) : ''
  return `${first}${last}`
}

function firstLetter(word: string): string {
  const [first] = graphemes.segment(word.replace(/^\p{P}+/u, ''))
  const letter = first?.segment ?? ''
  if (!/^\p{L}/u.test(letter)) return ''
  const upper = letter.toLocaleUpperCase()
  // "ß" would become "SS" and break the two-letter measure.
  return upper.length === letter.length ? upper : letter
}
