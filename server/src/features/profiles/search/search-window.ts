import { Refusal } from '@kundig/contract/errors'

import { decodeCursor, encodeCursor, type CursorPosition } from '../../../platform/database/cursor.ts'

/** Shortest span of `time_marks` (migration 0009): 4 hours. The longest span, of level 13, is some 4 years. */
const SHORTEST_MS = 14_400_000
const LONGEST_LEVEL = 13
/** Maximum spans in a window, or one more if the window begins within a span. Each span costs a look-up. */
const SPANS = 7

export interface SearchWindow {
  begins: Date
  marks: string[]
}

/** Returns a period up to `latest` of at least `lengthMs`. From one day on, it is at most 30 % longer. */
export function createSearchWindow(latest: Date, lengthMs: number): SearchWindow {
  const wanted = Math.ceil(Math.log2(Math.max(1, lengthMs / SPANS / SHORTEST_MS)))
  const width = SHORTEST_MS * 2 ** Math.min(LONGEST_LEVEL, wanted)
  const last = Math.floor(latest.getTime() / width)
  const first = Math.max(0, last - SPANS, Math.floor((latest.getTime() - lengthMs) / width))
  const level = Math.log2(width / SHORTEST_MS)
  return {
    begins: new Date(first * width),
    marks: Array.from({ length: last - first + 1 }, (_, index) => `t${level}:${first + index}`),
  }
}

export interface SearchPosition extends CursorPosition {
  /** Period in which the previous page found its people (s); null unless the trigram index was used. */
  pageTookS: number | null
}

/** Maximum period of a page (s). It is longer than the time since 1970. */
const LONGEST_PAGE_S = 1e10

/** Encodes the position as an opaque text. The page's period is not secret, because it only tunes the search. */
export function encodePosition({ pageTookS, ...place }: SearchPosition): string {
  return pageTookS === null ? encodeCursor(place) : `${encodeCursor(place)}.${pageTookS}`
}

/** @throws Refusal INVALID_INPUT (400) for an unknown cursor */
export function decodePosition(cursor: string): SearchPosition {
  const [place = '', took, ...rest] = cursor.split('.')
  if (took === undefined) return { ...decodeCursor(place), pageTookS: null }
  if (rest.length > 0 || !/^\d{1,10}$/u.test(took)) throw new Refusal('INVALID_INPUT', 'cursor')
  return { ...decodeCursor(place), pageTookS: Math.min(Number(took), LONGEST_PAGE_S) }
}
