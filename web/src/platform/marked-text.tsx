import type { MatchedPart } from '@kundig/contract/texts/matched-part'

export function MarkedText({ parts }: { parts: readonly MatchedPart[] }) {
  return parts.map(({ text, is_marked }, place) => {
    const Part = is_marked ? 'mark' : 'span'
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have a fixed order
    return <Part key={place}>{text}</Part>
  })
}
