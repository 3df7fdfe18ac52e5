/** Cuts a text to at most `max` graphemes, including the ellipsis. Cuts between words if a word ends nearby. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  const graphemes = Array.from(new Intl.Segmenter().segment(text), (part) => part.segment)
  if (graphemes.length <= max) return text
  const cut = graphemes.slice(0, max - 1).join('')
  const atWord = cut.replace(/\s\S*$/u, '').replace(/[\s.,;:!?]+$/u, '')
  return `${atWord.length > cut.length * 0.7 ? atWord : cut.trimEnd()}…`
}
