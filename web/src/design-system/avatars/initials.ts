const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Returns the first letters of the first and last word, in any script. Skips words that do not begin with a letter. */
export function toInitials(name: string): string {
  const letters = name
    .trim()
    .split(/[\s\u00a0]+/u)
    .map(getFirstLetter)
    .filter(Boolean)
  const first = letters[0] ?? ''
  const last = letters.length > 1 ? letters.at(-1) : ''
  return `${first}${last}`
}

function getFirstLetter(word: string): string {
  const [first] = graphemes.segment(word.replace(/^\p{P}+/u, ''))
  const letter = first?.segment ?? ''
  if (!/^\p{L}/u.test(letter)) return ''
  const upper = letter.toLocaleUpperCase()
  // Upper case would turn "ß" into two letters, "SS".
  return upper.length === letter.length ? upper : letter
}
