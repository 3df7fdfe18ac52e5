/** How much of a name's end stays (graphemes): an extension, and what tells one version from another. */
const END = 16

function graphemesOf(name: string): string[] {
  return Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment)
}

/**
 * A file's name in at most `max` graphemes, shortened in the middle: its end tells versions and types apart.
 * @param max more than what stays of the end
 */
export function shortenName(name: string, max: number): string {
  if (name.length <= max) return name
  const graphemes = graphemesOf(name)
  if (graphemes.length <= max) return name
  return `${graphemes.slice(0, max - END - 1).join('')}…${graphemes.slice(-END).join('')}`
}

/** A name in two: what may be cut off where it does not fit, and the end, which stays; a short one has no end of its own. */
export function splitName(name: string): [start: string, end: string] {
  const graphemes = graphemesOf(name)
  if (graphemes.length <= END + 8) return [name, '']
  return [graphemes.slice(0, -END).join(''), graphemes.slice(-END).join('')]
}
