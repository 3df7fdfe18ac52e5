/** Length of a file name's end that is never cut (graphemes): the end contains version and extension. */
const END = 16

function splitGraphemes(name: string): string[] {
  return Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment)
}

/** Cuts the middle of a file name, because its end shows version and type. @param max graphemes, more than `END` */
export function shortenName(name: string, max: number): string {
  if (name.length <= max) return name
  const graphemes = splitGraphemes(name)
  if (graphemes.length <= max) return name
  return `${graphemes.slice(0, max - END - 1).join('')}…${graphemes.slice(-END).join('')}`
}

/** Splits a file name into a start that may be cut and an end that stays. The end of a short name is empty. */
export function splitName(name: string): [start: string, end: string] {
  const graphemes = splitGraphemes(name)
  if (graphemes.length <= END + 8) return [name, '']
  return [graphemes.slice(0, -END).join(''), graphemes.slice(-END).join('')]
}
