import type { MatchedPart } from '@kundig/contract/texts/matched-part'

/** Text with the words that a search found. */
export function MarkedText({ parts }: { parts: readonly MatchedPart[] }) {
  return parts.map(({ text, is_marked }, place) => {
    const Part = is_marked ? 'mark' : 'span'
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
    return <Part key={place}>{text}</Part>
  })
}
