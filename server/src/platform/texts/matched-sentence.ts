import { LIMITS } from '@kundig/contract/limits'
import type { MatchedPart } from '@kundig/contract/texts/matched-part'

const sentences = new Intl.Segmenter('nl', { granularity: 'sentence' })
const words = new Intl.Segmenter('nl', { granularity: 'word' })

/** Maximum characters before the first matched word of a truncated sentence. */
const BEFORE = 40
const ELLIPSIS = '…'

export function listWords(texts: readonly (string | null)[]): string[] {
  const found = texts.flatMap((text) => [...words.segment(text ?? '')])
  return [...new Set(found.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment))]
}

export function findMatchedSentence(text: string, matched: ReadonlySet<string>): MatchedPart[] | null {
  const pieces = text.length <= LIMITS.bioOnCard ? [text] : [...sentences.segment(text)].map(({ segment }) => segment)
  const parts = pieces.map((piece) => markWords(piece.trim(), matched))
  const count = (one: MatchedPart[] | undefined): number =>
    new Set(one?.filter(({ is_marked }) => is_marked).map((part) => part.text.toLowerCase())).size
  const best = parts.reduce<MatchedPart[] | undefined>(
    (most, one) => (count(one) > count(most) ? one : most),
    undefined,
  )
  return best === undefined ? null : shortenParts(best)
}

function markWords(text: string, matched: ReadonlySet<string>): MatchedPart[] {
  const parts: MatchedPart[] = []
  for (const { segment } of words.segment(text)) {
    const is_marked = matched.has(segment)
    const last = parts.at(-1)
    if (last?.is_marked === false && !is_marked) last.text += segment
    else parts.push({ text: segment, is_marked })
  }
  return parts
}

function shortenParts(parts: MatchedPart[]): MatchedPart[] {
  const [first, ...rest] = parts
  const length = parts.reduce((sum, { text }) => sum + text.length, 0)
  if (length <= LIMITS.bioOnCard || first === undefined) return parts
  const isLate = !first.is_marked && first.text.length > BEFORE
  const shown = isLate ? [{ text: ELLIPSIS + cutStart(first.text), is_marked: false }, ...rest] : parts
  let room: number = LIMITS.bioOnCard
  return shown.flatMap((part) => {
    if (room <= 0) return []
    const isWhole = part.text.length <= room
    const text = isWhole ? part.text : cutEnd(part.text, room) + ELLIPSIS
    room = isWhole ? room - part.text.length : 0
    return [{ ...part, text }]
  })
}

function cutStart(text: string): string {
  const end = text.slice(-BEFORE)
  return end.slice(end.indexOf(' ') + 1)
}

function cutEnd(text: string, room: number): string {
  const start = text.slice(0, room)
  const space = start.lastIndexOf(' ')
  return space === -1 ? start.trimEnd() : start.slice(0, space).trimEnd()
}
